// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.file.FileGranules;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;
import org.tearline.page.Evidence;
import org.tearline.page.Words;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Kind;

/** What one result file found: its granules, what was counted, and what was tried. */
public final class FindingText {
    private static final int USUAL = 80;
    private static final int MOST = 100;
    private static final String ROW = "  %-27s %-19s %-6s %13s %9s  %s";

    private FindingText() {
    }

    public static void print(ResultFile file, Screen screen) {
        Screen narrow = screen.atMost(screen.columns() == Screen.ENDLESS ? USUAL : MOST);
        Granules granules = Granules.of(FileGranules.asked(file));
        narrow.say("", "  ", sentence(file, granules));
        narrow.line("");
        List<Evidence.Count> counts = Evidence.counts(granules, file.environment().geometry());
        if (!counts.isEmpty()) {
            narrow.line(String.format(Locale.ROOT, ROW, "asked", "of a value of", "across", "changes", "torn",
                counts.stream().allMatch(one -> one.lowNew().isEmpty()) ? "" : "low half new"));
            counts.forEach(one -> narrow.line(String.format(Locale.ROOT, ROW, one.kind(), one.width(), one.boundary(),
                one.changes(), one.torn(), one.lowNew())));
        }
        Stream.of(ReadMode.values()).filter(ReadMode::guarded).forEach(guard -> sayGuard(narrow, file, guard));
        narrow.say("  ", "    ", tried(file));
        narrow.out().flush();
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

    private static void sayGuard(Screen screen, ResultFile file, ReadMode guard) {
        List<Series> guarded = file.series().stream().filter(series -> series.read() == guard).toList();
        long changes = guarded.stream().flatMap(series -> series.changes().stream()).mapToLong(count -> count).sum();
        long torn = guarded.stream().flatMap(series -> series.torn().stream()).mapToLong(count -> count).sum();
        if (changes > 0) {
            screen.say("  ", "    ", "guard " + guard + ": " + (torn == 0 ? "no tear" : "torn " + Words.count(torn))
                + " in " + Words.count(changes) + " changes at all offsets");
        }
    }

    private static String tried(ResultFile file) {
        return "tried: " + list(file, Series::memory) + "; " + list(file, Series::width) + " bytes; writes "
            + list(file, Series::write) + "; reads " + list(file, Series::read) + "; "
            + file.series().stream().flatMap(series -> series.offsets().stream()).distinct().count() + " offsets";
    }

    private static String list(ResultFile file, Function<Series, Object> part) {
        return file.series().stream().map(series -> part.apply(series).toString()).distinct()
            .collect(Collectors.joining(", "));
    }
}
