// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.file.FileGranules;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;
import org.tearline.page.Evidence;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Kind;

/** Prints what one result file found: its granules, what was counted, and what was tried. Not thread-safe. */
public final class FindingText {
    /** The usual terminal, and what a pipe gets. */
    private static final int USUAL = 80;
    private static final int MOST = 100;
    private static final String ROW = "  %-27s %-19s %-6s %13s %9s  %s";

    private final PrintStream out;
    private final Screen screen;

    /** Prints to a stream, as wide as the screen allows. */
    public FindingText(PrintStream out, Screen screen) {
        this.out = out;
        this.screen = screen;
    }

    /** Prints the granules, a table of counts, and one line of what was tried. */
    public void print(ResultFile file) {
        Granules granules = Granules.of(FileGranules.asked(file));
        say("", sentence(file, granules));
        out.println();
        List<Evidence.Count> counts = Evidence.counts(granules, file.environment().geometry());
        if (!counts.isEmpty()) {
            out.println(String.format(Locale.ROOT, ROW, "asked", "of a value of", "across", "changes", "torn",
                counts.stream().allMatch(one -> one.lowNew().isEmpty()) ? "" : "low half new").stripTrailing());
            counts.forEach(one -> out.println(String.format(Locale.ROOT, ROW, one.kind(), one.width(), one.boundary(),
                one.changes(), one.torn(), one.lowNew()).stripTrailing()));
        }
        say("  ", tried(file));
        out.flush();
    }

    /** "Zen 4 (AMD EPYC): a store is whole within 32 bytes, a load is whole within 64 bytes; ...". */
    static String sentence(ResultFile file, Granules granules) {
        String design = file.environment().cpu().microarchitecture();
        String brand = file.environment().cpu().brand();
        String name = design == null ? brand == null ? file.environment().cpu().key() : brand
            : brand == null ? design : design + " (" + brand + ")";
        List<Kind> kinds = Stream.of(Kind.STORE, Kind.LOAD, Kind.PAIR).filter(granules.known()::containsKey).toList();
        boolean scalars = kinds.stream().anyMatch(kind -> granules.known().get(kind).keySet().stream()
            .anyMatch(width -> !width.isVector()));
        return name + ": " + (scalars ? GranulesText.answer(granules, kinds.stream()
            .filter(kind -> kind != Kind.PAIR || kinds.size() == 1).toList(), granules::of)
            : "no access of one instruction at most 8 bytes wide was tried") + ".";
    }

    private static String tried(ResultFile file) {
        return "tried: " + list(file.series().stream().map(series -> series.memory().toString())) + "; "
            + list(file.series().stream().map(Series::width).map(Width::toString)) + " bytes; writes "
            + list(file.series().stream().map(series -> series.write().toString())) + "; reads "
            + list(file.series().stream().map(series -> series.read().toString())) + "; "
            + file.series().stream().flatMap(series -> series.offsets().stream()).distinct().count() + " offsets";
    }

    private static String list(Stream<String> words) {
        return words.distinct().collect(Collectors.joining(", "));
    }

    private void say(String indent, String words) {
        Wrapped.words(indent, indent + "  ", words, Math.max(1, Math.min(MOST, screen.columns() == Screen.ENDLESS
            ? USUAL : screen.columns()))).forEach(out::println);
    }
}
