// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tearline.archive.ArchivedCell;
import org.tearline.archive.Comparison.Pair;
import org.tearline.archive.Comparison;
import org.tearline.file.ResultFile;
import org.tearline.trial.Alignment;
import org.tearline.trial.OffsetList;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.Spread;
import org.tearline.words.Words;

/** Prints what a sweep has in common with others, and what differs. */
public record ComparisonText(ResultFile first, List<ResultFile> others, Comparison comparison, Screen screen) {
    private static final String RATES = "  %-36s %-15s %12s %12s";

    public ComparisonText {
        screen = screen.atMost(FindingText.USUAL_COLUMNS);
    }

    public void print() {
        say("A: " + new FindingText(first, screen).sentence(comparison.a()));
        String b = "B: ";
        if (others.size() > 1) {
            b = "B, " + others.size() + " files: ";
        }
        say(b + new FindingText(others.get(0), screen).sentence(comparison.b()));
        if (comparison.changed().isEmpty()) {
            say("changed: nothing that the files name");
        }
        comparison.changed().forEach(change -> say("changed: " + change.field() + ": " + values(change.a()) + " -> "
            + values(change.b())));
        printDifferences();
        printRates();
    }

    private static String values(Collection<String> values) {
        if (values.isEmpty()) {
            return "none";
        }
        return String.join(" or ", values);
    }

    private void printDifferences() {
        List<Pair> all = comparison.cells();
        List<Pair> differing = all.stream().filter(Pair::onlyOneTore).toList();
        say("Both have a verdict for " + Words.count(all.size(), "cell") + "; torn in both or in neither: "
            + Words.count(all.size() - differing.size()) + ".");
        grouped(differing, pair -> side(pair) + ": " + group(pair)).forEach((group, pairs) -> {
            long tears = pairs.stream().mapToLong(pair -> pair.a().torn() + pair.b().torn()).sum();
            long changes = pairs.stream().mapToLong(pair -> pair.whole().changes()).sum();
            say(group + ", at " + offsets(pairs) + " (" + Words.count(tears, "tear") + ", none in "
                + Words.many(changes) + " changes of the other)");
        });
    }

    private static String side(Pair pair) {
        if (pair.whole() == pair.a()) {
            return "only B tore";
        }
        return "only A tore";
    }

    private void printRates() {
        List<Pair> torn = comparison.cells().stream().filter(Pair::bothTore).toList();
        if (torn.isEmpty()) {
            return;
        }
        screen.line("");
        screen.row(RATES, "torn per change, median of offsets", "place", "A", "B");
        grouped(torn, ComparisonText::group).forEach((group, ofGroup) ->
            grouped(ofGroup, this::place).forEach((place, pairs) ->
                screen.row(RATES, group, place, rate(pairs, Pair::a), rate(pairs, Pair::b))));
    }

    private String place(Pair pair) {
        TrialSpec trial = pair.a().key().trial();
        return Words.place(Alignment.of(trial.offset(), trial.width(), first.environment().geometry()));
    }

    private static String rate(List<Pair> pairs, Function<Pair, ArchivedCell> side) {
        return Words.chance(Spread.of(pairs.stream().map(side).map(ArchivedCell::rate).toList()).median());
    }

    private static Map<String, List<Pair>> grouped(List<Pair> pairs, Function<Pair, String> group) {
        return pairs.stream().collect(Collectors.groupingBy(group, LinkedHashMap::new, Collectors.toList()));
    }

    private static String offsets(List<Pair> pairs) {
        return OffsetList.ranges(pairs.stream().map(pair -> pair.a().key().trial().offset()).distinct().sorted()
            .toList());
    }

    private static String group(Pair pair) {
        TrialSpec trial = pair.a().key().trial();
        String group = trial.write() + "/" + trial.read() + ", " + trial.width().described() + ", " + trial.memory();
        if (trial.tier() == Tier.C2) {
            return group;
        }
        return group + ", " + trial.tier();
    }

    private void say(String sentence) {
        screen.say("", "  ", sentence);
    }
}
