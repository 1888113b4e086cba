// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;
import org.tearline.page.Words;
import org.tearline.trial.OffsetList;
import org.tearline.verdict.Planted;
import org.tearline.verdict.Silence;
import org.tearline.verdict.Verdict;

/** Prints what the silences of a result file are worth: planted tears and weak offsets per series. One thread. */
public final class StrengthText {
    private final PrintStream out;

    /** Prints to a stream. */
    public StrengthText(PrintStream out) {
        this.out = out;
    }

    /** Prints every series. */
    public void print(ResultFile file) {
        out.println("How strong each negative result is. Planted tears are values that look torn, stored among the"
            + " others; of a cas reader older files estimate half as many as there were.");
        for (Series series : file.series()) {
            List<Series.Cell> cells = series.cells(file.profile(), file.environment());
            out.println(series.name() + ": " + planted(series));
            Map<String, List<Series.Cell>> silent = new LinkedHashMap<>();
            cells.stream().filter(cell -> cell.state() == Verdict.NONE).forEach(cell -> silent.computeIfAbsent(
                cell.reason() == null ? "strong" : "weak, " + cell.reason().sentence(), key -> new ArrayList<>())
                .add(cell));
            silent.forEach((words, some) -> out.println("    none, at " + OffsetList.ranges(some.stream()
                .map(Series.Cell::offset).toList()) + ": " + words + bound(some)));
            Map<String, List<Integer>> others = new LinkedHashMap<>();
            cells.stream().filter(cell -> cell.reason() != null
                && cell.state() != Verdict.NONE && cell.state() != Verdict.TORN).forEach(cell ->
                    others.merge(cell.state() + " at %s: " + cell.reason().sentence(), List.of(cell.offset()),
                        StrengthText::joined));
            others.forEach((words, offsets) -> out.println("    " + words.replace("%s", OffsetList.ranges(offsets))));
        }
        out.flush();
    }

    /** Places are not alike, so what one of them excludes says nothing of another. */
    private static String bound(List<Series.Cell> silent) {
        Series.Cell least = silent.stream().min(Comparator.comparingLong(Series.Cell::changes)).orElseThrow();
        return least.changes() == 0 ? "" : (silent.size() == 1 ? " (" : " (each ")
            + Words.below(Silence.RULE_OF_THREE / least.changes()) + (silent.size() == 1 ? ")"
            : ", least tried at " + least.offset() + ")");
    }

    private static String planted(Series series) {
        List<Integer> asked = series.offsets().stream().filter(offset -> series.planted(offset).expected() > 0)
            .toList();
        if (asked.isEmpty()) {
            return "no planted tears were looked for";
        }
        Planted all = asked.stream().map(series::planted).reduce(Planted.NONE, Planted::plus);
        int worst = asked.stream().min(Comparator.comparingDouble(offset -> series.planted(offset).efficiency()))
            .orElseThrow();
        return "planted tears found: " + Words.count(all.found()) + " of about " + Words.count(all.expected()) + " ("
            + Words.share(all.efficiency()) + "; least at " + worst + ": "
            + Words.share(series.planted(worst).efficiency()) + ")";
    }

    private static List<Integer> joined(List<Integer> a, List<Integer> b) {
        return Stream.concat(a.stream(), b.stream()).toList();
    }
}
