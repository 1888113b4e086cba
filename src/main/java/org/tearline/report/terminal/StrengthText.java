// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.merge.Merge;
import org.tearline.merge.MergedCell;
import org.tearline.plan.OffsetList;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.report.text.Words;
import org.tearline.result.Planted;
import org.tearline.result.Verdict;

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
            List<MergedCell> cells = Merge.cells(file, series);
            out.println(series.name() + ": " + planted(cells));
            cells.stream().filter(cell -> cell.strength() != null).collect(Collectors.groupingBy(MergedCell::strength,
                TreeMap::new, Collectors.toList())).forEach((strength, silent) -> out.println("    none, "
                    + strength.word() + ", at " + OffsetList.ranges(silent.stream().map(MergedCell::offset).toList())
                    + ": " + strength.sentence() + bound(silent)));
            Map<String, List<Integer>> others = new LinkedHashMap<>();
            series.cells(file.profile(), file.environment()).stream().filter(cell -> cell.reason() != null
                && cell.state() != Verdict.NONE && cell.state() != Verdict.TORN).forEach(cell ->
                    others.merge(cell.state() + " at %s: " + cell.reason().sentence(), List.of(cell.offset()),
                        StrengthText::joined));
            others.forEach((words, offsets) -> out.println("    " + words.replace("%s", OffsetList.ranges(offsets))));
        }
        out.flush();
    }

    /** Places are not alike, so what one of them excludes says nothing of another. */
    private static String bound(List<MergedCell> silent) {
        MergedCell least = silent.stream().min(Comparator.comparingLong(MergedCell::changes)).orElseThrow();
        return least.bound95() == null ? "" : silent.size() == 1 ? " (" + Words.below(least.bound95()) + ")"
            : " (each " + Words.below(least.bound95()) + ", least tried at " + least.offset() + ")";
    }

    private static String planted(List<MergedCell> cells) {
        List<MergedCell> asked = cells.stream().filter(cell -> cell.planted().expected() > 0).toList();
        if (asked.isEmpty()) {
            return "no planted tears were looked for";
        }
        Planted all = asked.stream().map(MergedCell::planted).reduce(Planted.NONE, Planted::plus);
        MergedCell worst = asked.stream().min(Comparator.comparingDouble(cell -> cell.planted().efficiency()))
            .orElseThrow();
        return "planted tears found: " + Words.count(all.found()) + " of about " + Words.count(all.expected()) + " ("
            + Words.share(all.efficiency()) + "; least at " + worst.offset() + ": "
            + Words.share(worst.planted().efficiency()) + ")";
    }

    private static List<Integer> joined(List<Integer> a, List<Integer> b) {
        return Stream.concat(a.stream(), b.stream()).toList();
    }
}
