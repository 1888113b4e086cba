// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.archive.Archive;
import org.tearline.archive.CpuDesign.ArchivedCell;
import org.tearline.archive.CpuDesign.Voice;
import org.tearline.file.FileGranules;
import org.tearline.file.ResultFile;
import org.tearline.file.Series.SeriesTier;
import org.tearline.page.Words;
import org.tearline.trial.OffsetList;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Verdict;

/** Two result files side by side: their granules, then the places where only one of them tore. */
public final class CompareText {
    private static final int COLUMNS = 80;

    private CompareText() {
    }

    /** Compares a file with another one, or with all files of a CPU together. */
    public static void print(ResultFile first, List<ResultFile> others, Screen terminal) {
        Screen screen = terminal.atMost(COLUMNS);
        Archive archive = new Archive();
        others.forEach(file -> archive.add("", Voice.PROJECT, file));
        ResultFile second = others.get(0);
        screen.say("", "  ", "A: " + FindingText.sentence(first, Granules.of(FileGranules.asked(first))));
        screen.say("", "  ", others.size() == 1
            ? "B: " + FindingText.sentence(second, Granules.of(FileGranules.asked(second)))
            : "B, " + others.size() + " files: " + FindingText.sentence(second, archive.designs().get(0).granules()));
        Map<ArchivedCell.Key, ArchivedCell> a = cells(Archive.of(first, ""));
        Map<ArchivedCell.Key, ArchivedCell> b = cells(archive);
        List<ArchivedCell.Key> both = a.keySet().stream().filter(b::containsKey)
            .filter(key -> answers(a.get(key)) && answers(b.get(key))).toList();
        long same = both.stream().filter(key -> a.get(key).verdict() == b.get(key).verdict()).count();
        screen.say("", "  ", "Both have an answer for " + Words.count(both.size()) + " cells; " + Words.count(same)
            + " are both torn or both without a tear.");
        printDifferences(screen, "only A tore", both, a, b);
        printDifferences(screen, "only B tore", both, b, a);
        screen.out().flush();
    }

    private static boolean answers(ArchivedCell cell) {
        return cell.verdict() == Verdict.TORN || cell.verdict() == Verdict.NONE;
    }

    private static void printDifferences(Screen screen, String title, List<ArchivedCell.Key> both,
                                         Map<ArchivedCell.Key, ArchivedCell> torn,
                                         Map<ArchivedCell.Key, ArchivedCell> silent) {
        both.stream().filter(key -> torn.get(key).verdict() == Verdict.TORN
                && silent.get(key).verdict() == Verdict.NONE)
            .collect(Collectors.groupingBy(CompareText::group, LinkedHashMap::new, Collectors.toList()))
            .forEach((group, keys) -> screen.say("", "  ", title + ": " + group + ", at " + OffsetList.ranges(
                keys.stream().map(ArchivedCell.Key::offset).distinct().sorted().toList()) + " ("
                + Words.count(keys.stream().mapToLong(key -> torn.get(key).torn()).sum()) + " tears against none in "
                + Words.many(keys.stream().mapToLong(key -> silent.get(key).changes()).sum()) + " changes)"));
    }

    private static String group(ArchivedCell.Key key) {
        return key.write() + "/" + key.read() + ", " + key.width().described() + ", " + key.memory()
            + (key.tier() == SeriesTier.C2 ? "" : ", " + key.tier());
    }

    private static Map<ArchivedCell.Key, ArchivedCell> cells(Archive archive) {
        return archive.designs().stream().flatMap(design -> design.cells().stream())
            .collect(Collectors.toMap(ArchivedCell::key, cell -> cell, (one, other) -> one, LinkedHashMap::new));
    }
}
