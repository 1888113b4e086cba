// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;
import org.tearline.page.Words;
import org.tearline.trial.OffsetList;
import org.tearline.verdict.Grading.Silence;
import org.tearline.verdict.Tally.Planted;
import org.tearline.verdict.Verdict;

/** What the negative results of a result file are worth: planted tears and weak offsets per series. */
public final class StrengthText {
    private StrengthText() {
    }

    public static void print(ResultFile file, PrintStream out) {
        out.println("How strong each negative result is. Planted tears are values that look torn, stored among the"
            + " others; of a cas reader older files estimate half as many as there were.");
        for (Series series : file.series()) {
            List<Series.Cell> cells = series.cells(file.profile(), file.environment());
            out.println(series.name() + ": " + planted(series));
            by(cells, Verdict.NONE::equals, cell -> cell.reason() == null ? "strong" : "weak, "
                + cell.reason().sentence()).forEach((words, some) -> out.println("    none, at " + offsets(some) + ": "
                + words + bound(some)));
            by(cells, state -> state != Verdict.NONE && state != Verdict.TORN, cell -> cell.reason() == null ? ""
                : cell.state() + " at %s: " + cell.reason().sentence()).forEach((words, some) -> {
                    if (!words.isEmpty()) {
                        out.println("    " + words.replace("%s", offsets(some)));
                    }
                });
        }
        out.flush();
    }

    private static Map<String, List<Series.Cell>> by(List<Series.Cell> cells, Predicate<Verdict> states,
                                                     Function<Series.Cell, String> words) {
        return cells.stream().filter(cell -> states.test(cell.state()))
            .collect(Collectors.groupingBy(words, LinkedHashMap::new, Collectors.toList()));
    }

    private static String offsets(List<Series.Cell> cells) {
        return OffsetList.ranges(cells.stream().map(Series.Cell::offset).toList());
    }

    /** Each place has a bound of its own: what one excludes says nothing of another. */
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
}
