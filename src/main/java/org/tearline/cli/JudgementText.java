// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.tearline.archive.KnownCpu;
import org.tearline.cli.text.Screen;
import org.tearline.file.Quoted;
import org.tearline.judge.AgentReport;
import org.tearline.judge.EveryCpu;
import org.tearline.judge.JudgedPlace;
import org.tearline.judge.JudgedReport.Conclusion;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedValue;
import org.tearline.trial.Alignment;
import org.tearline.trial.OffsetList;
import org.tearline.verdict.Verdict;
import org.tearline.words.Words;

/**
 * Prints the misaligned values of a program and their fixes, most dangerous first.
 *
 * @param verbose whether to print all values and lines, the answer for every CPU and the vendors' rules
 */
record JudgementText(Screen screen, boolean verbose) {
    private static final String INDENT = "   ";
    private static final String DEEP = "     ";
    private static final int VALUES_SHOWN = 100;
    private static final int LINES_SHOWN = 8;
    private static final int PLACES_SHOWN = 3;

    /** The properties of a place that are printed. Places with equal properties share a sentence. */
    private record Alike(int bytes, Alignment placement, boolean certain, EveryCpu cpus) {
    }

    /** @param baseline the name of the baseline; null if there is none */
    void print(JudgedReport judgement, String baseline) {
        AgentReport report = judgement.report();
        List<JudgedValue> values = judgement.values();
        screen.line(summary(judgement));
        int shown = Math.min(values.size(), limit(VALUES_SHOWN));
        boolean missing = !judgement.coverage().missing().isEmpty();
        for (int i = 0; i < shown; i++) {
            print(i + 1, values.get(i), missing);
        }
        if (values.size() > shown) {
            screen.line("");
            screen.line("and " + Words.count(values.size() - shown) + " more; --verbose prints all");
        }
        screen.line("");
        screen.say("", INDENT, Quoted.full(report.process().jvm() + " " + report.process().javaVersion() + " on "
            + report.process().os() + " " + report.process().architecture()) + ", lines of "
            + report.geometry().lineBytes() + " bytes; measured: " + judgement.cpus().stream().map(KnownCpu::name)
                .collect(Collectors.joining(", ")) + "; judged for " + judgement.target().words());
        new CoverageText(judgement.coverage()).print(screen);
        if (baseline != null) {
            String name = Quoted.full(baseline) + ": ";
            long accepted = values.stream().filter(value -> value.accepted() != null).count();
            screen.say(name, INDENT, Words.count(accepted, "value") + " accepted");
            uselessEntries(judgement).forEach(line -> screen.say(name, INDENT, line));
        }
    }

    private static String summary(JudgedReport judgement) {
        List<JudgedValue> values = judgement.values();
        String missing = "";
        if (judgement.conclusion() == Conclusion.BLIND) {
            if (!judgement.coverage().missing().isEmpty()) {
                missing = ", but accesses are missing from the report";
            }
            missing += " (exit code 3)";
        }
        if (values.isEmpty()) {
            return new CoverageText(judgement.coverage()).none() + missing;
        }
        Map<Verdict, Long> dangers = values.stream()
            .collect(Collectors.groupingBy(JudgedValue::danger, TreeMap::new, Collectors.counting()));
        return Words.count(values.size(), "value") + ": " + dangers.entrySet().stream()
            .map(danger -> Words.count(danger.getValue()) + " " + danger.getKey().ofValue())
            .collect(Collectors.joining("; ")) + missing;
    }

    /** Says which entries of the baseline accept nothing. */
    static List<String> uselessEntries(JudgedReport judgement) {
        List<String> lines = new ArrayList<>();
        judgement.unused().forEach(entry -> lines.add("matches nothing any more: " + Quoted.full(entry.access())));
        judgement.ambiguous().forEach(entry -> lines.add("accepts nothing, as there are more such lambdas or anonymous"
            + " classes than it lists, and compilers renumber them: " + Quoted.full(entry.access())));
        return lines;
    }

    private int limit(int shown) {
        if (verbose) {
            return Integer.MAX_VALUE;
        }
        return shown;
    }

    /** @param missing whether accesses are missing from the report */
    private void print(int rank, JudgedValue value, boolean missing) {
        screen.line("");
        List<String> sentences = places(value);
        String remark = "";
        if (value.accepted() != null) {
            remark = " (accepted: " + Quoted.full(value.accepted()) + ")";
        } else if (missing && value.danger().needsAllAccesses()) {
            remark = " (but accesses are missing)";
        }
        screen.say(rank + ". ", DEEP, value.danger().valueHeadline() + remark + ": " + sentences.get(0));
        sentences.stream().skip(1).forEach(sentence -> screen.say(INDENT, DEEP, sentence));
        AccessText access = new AccessText(value);
        screen.say(INDENT, DEEP, access.sentence());
        int shown = limit(LINES_SHOWN);
        List<String> lines = access.lines();
        lines.stream().limit(shown).forEach(line -> screen.line(INDENT + line));
        if (lines.size() > shown) {
            screen.line(INDENT + "and " + Words.count(lines.size() - shown, "more line") + " of code");
        }
        value.remedies().stream().limit(limit(1))
            .forEach(remedy -> screen.say(INDENT + "-> ", INDENT + INDENT, remedy));
        if (verbose) {
            value.places().forEach(place ->
                screen.say(INDENT + "at " + place.offset() + ": ", DEEP, new EveryCpuText(place.cpus()).list()));
        }
    }

    /** Returns a sentence for each group of equal places, worst first; unless verbose, only for the first few. */
    private List<String> places(JudgedValue value) {
        Map<Alike, SortedSet<Integer>> offsets = new LinkedHashMap<>();
        for (JudgedPlace place : value.places()) {
            Alike alike = new Alike(place.bytes(), place.placement(), place.certain(), place.cpus());
            offsets.computeIfAbsent(alike, key -> new TreeSet<>()).add(place.offset());
        }
        List<String> sentences = new ArrayList<>();
        offsets.forEach((alike, at) -> sentences.add(alike.bytes + " bytes at " + OffsetList.ranges(List.copyOf(at))
            + where(alike) + ": " + new EveryCpuText(alike.cpus).sentence()));
        int shown = limit(PLACES_SHOWN);
        if (sentences.size() > shown) {
            sentences.subList(shown, sentences.size()).clear();
            sentences.add("and other places");
        }
        return sentences;
    }

    private static String where(Alike place) {
        if (place.certain) {
            return ", " + Words.place(place.placement);
        }
        return " from a multiple of 8 in its object, which the garbage collector may move across a line";
    }
}
