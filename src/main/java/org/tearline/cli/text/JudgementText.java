// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.archive.KnownCpu;
import org.tearline.cli.json.ValueSentence;
import org.tearline.file.Quoted;
import org.tearline.judge.AgentReport;
import org.tearline.judge.Answer;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedValue;
import org.tearline.judge.JudgedValue.Danger;
import org.tearline.judge.JudgedValue.JudgedPlace;
import org.tearline.judge.JudgedValue.Remedy;
import org.tearline.page.Words;
import org.tearline.promise.Rule;

/** A program's misaligned values with what each means, the most dangerous first. */
public final class JudgementText {
    private static final int LINE_WIDTH = 118;
    private static final String INDENT = "   ";
    private static final String DEEP = "     ";
    /** The JSON has all; more than this nobody reads. */
    private static final int VALUES_SHOWN = 100;
    private static final int LINES_SHOWN = 8;

    private final Screen screen;
    private final boolean verbose;

    /** Verbose adds every CPU and the rules. */
    public JudgementText(Screen screen, boolean verbose) {
        this.screen = screen.atMost(LINE_WIDTH);
        this.verbose = verbose;
    }

    public void print(JudgedReport judgement) {
        AgentReport report = judgement.report();
        List<JudgedValue> values = judgement.values();
        screen.line((values.isEmpty() ? "no value is cut" : plural(values.size(), "value") + ": "
            + Arrays.stream(Danger.values()).filter(danger -> judgement.count(danger) > 0)
                .map(danger -> Words.count(judgement.count(danger)) + " " + danger.words())
                .collect(Collectors.joining("; "))));
        screen.line(Quoted.name(report.process().jvm() + " " + report.process().javaVersion() + " on "
            + report.process().os() + " " + report.process().architecture()) + ", lines of "
            + report.geometry().lineBytes() + " bytes; measured: " + judgement.cpus().stream().map(KnownCpu::name)
                .collect(Collectors.joining(", ")));
        for (int i = 0; i < Math.min(values.size(), VALUES_SHOWN); i++) {
            print(i + 1, values.get(i));
        }
        if (values.size() > VALUES_SHOWN) {
            screen.line("");
            screen.line("and " + Words.count(values.size() - VALUES_SHOWN) + " more; --json prints all");
        }
        screen.out().flush();
    }

    private void print(int rank, JudgedValue value) {
        screen.line("");
        List<String> sentences = ValueSentence.places(value);
        screen.say(rank + ". " + value.danger().toString().toUpperCase(Locale.ROOT).replace('-', ' ') + ": ", DEEP,
            sentences.get(0));
        sentences.stream().skip(1).forEach(sentence -> screen.say(INDENT, DEEP, sentence));
        screen.say(INDENT, DEEP, who(value));
        value.sites().stream().limit(LINES_SHOWN).forEach(site -> screen.line(INDENT + "at "
            + Quoted.name(site.frame().toString()) + ": " + ValueSentence.access(site)));
        if (value.sites().size() > LINES_SHOWN) {
            screen.line(INDENT + "and " + plural(value.sites().size() - LINES_SHOWN, "more line") + " of code");
        }
        for (Remedy remedy : value.remedies().subList(0, verbose ? value.remedies().size() : 1)) {
            screen.say(INDENT + "-> ", INDENT + INDENT, remedy.words());
        }
        if (verbose) {
            value.places().forEach(this::printCpus);
        }
    }

    private void printCpus(JudgedPlace place) {
        screen.say(INDENT + "at " + place.offset() + ": ", DEEP, place.answer().measured().stream()
            .map(one -> one.cpu().name() + ": " + one.fate().name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining("; ")) + ". Promised: " + place.answer().promised().stream()
            .map(JudgementText::promise).collect(Collectors.joining("; ")));
    }

    private static String promise(Answer.Promised promised) {
        return promised.family().name().replaceFirst(":.*", "") + ": " + promised.promise().toString().replace('-', ' ')
            + (promised.rules().isEmpty() ? "" : " (" + promised.rules().stream().map(Rule::id)
                .collect(Collectors.joining(", ")) + ")");
    }

    private static String who(JudgedValue value) {
        String threads = value.values() == 0 ? "threads not known"
            : value.mostThreads() > 1 ? plural(value.mostThreads(), "thread") + (value.values() == 1 ? ""
                : " on one value, " + Words.count(value.shared()) + " of " + Words.count(value.values()) + " shared")
            : "one watched thread, " + plural(value.values(), "value");
        AgentReport.Site site = value.sites().get(0);
        String memory = site.object() != null ? ", in a " + Quoted.name(site.object())
            : site.mapping() == null || site.mapping().file() == null ? ""
            : ", in " + Quoted.name(site.mapping().file());
        return plural(value.hits(), "access", "accesses") + ", " + threads + ways(value) + memory
            + (value.seenByProcesses() ? ", which other processes can see" : "");
    }

    private static String ways(JudgedValue value) {
        Map<String, Long> ways = new LinkedHashMap<>();
        ways.put("always locked", value.most(AgentReport.Values::locked));
        ways.put("handed over (as far as seen)", value.most(AgentReport.Values::handedOver));
        ways.put("published once (as far as seen)", value.most(AgentReport.Values::publishedOnce));
        return ways.entrySet().stream().filter(way -> way.getValue() > 0)
            .map(way -> ", " + (value.values() == 1 ? "" : Words.count(way.getValue()) + " ") + way.getKey())
            .collect(Collectors.joining());
    }

    private static String plural(long count, String noun) {
        return plural(count, noun, noun + "s");
    }

    private static String plural(long count, String noun, String nouns) {
        return Words.count(count) + " " + (count == 1 ? noun : nouns);
    }
}
