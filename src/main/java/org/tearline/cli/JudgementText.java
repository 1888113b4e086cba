// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.archive.KnownCpu;
import org.tearline.cli.text.Screen;
import org.tearline.file.Quoted;
import org.tearline.judge.AgentReport;
import org.tearline.judge.AgentReport.Site;
import org.tearline.judge.AgentReport.Values;
import org.tearline.judge.Answer;
import org.tearline.judge.Answer.Promised;
import org.tearline.judge.Coverage.Blindness;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedReport.Conclusion;
import org.tearline.judge.JudgedValue;
import org.tearline.judge.JudgedValue.JudgedPlace;
import org.tearline.page.Words;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.Rule;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.Alignment;
import org.tearline.trial.Architecture;
import org.tearline.trial.LowerCase;
import org.tearline.trial.OffsetList;
import org.tearline.trial.PairKind;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Verdict;

/** Prints the misaligned values of a program and their fixes, most dangerous first. */
final class JudgementText {
    private static final int COLUMNS = 118;
    private static final String INDENT = "   ";
    private static final String DEEP = "     ";
    private static final int VALUES_SHOWN = 100;
    private static final int LINES_SHOWN = 8;
    private static final int PLACES_SHOWN = 3;

    private final Screen screen;
    private final boolean verbose;

    /** The properties of a place that are printed. Places with equal properties share a sentence. */
    private record Alike(int bytes, Alignment placement, boolean certain, Answer answer) {
        private static Alike of(JudgedPlace place) {
            return new Alike(place.bytes(), place.placement(), place.certain(), place.answer());
        }
    }

    /** @param verbose whether to print all values and lines, the answer for every CPU and the vendors' rules */
    JudgementText(Screen screen, boolean verbose) {
        this.screen = screen.atMost(COLUMNS);
        this.verbose = verbose;
    }

    /** @param baseline the name of the baseline; null if there is none */
    void print(JudgedReport judgement, String baseline) {
        AgentReport report = judgement.report();
        List<JudgedValue> values = judgement.values();
        screen.line(summary(judgement));
        int shown = Math.min(values.size(), limit(VALUES_SHOWN));
        boolean missing = !judgement.coverage().blind().isEmpty();
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
        new CoverageText(screen).print(judgement.coverage());
        if (baseline != null) {
            printBaseline(judgement, baseline);
        }
        screen.out().flush();
    }

    private static String summary(JudgedReport judgement) {
        List<JudgedValue> values = judgement.values();
        Set<Blindness> blind = judgement.coverage().blind();
        String missing = "";
        if (judgement.conclusion() == Conclusion.BLIND) {
            missing = missing(blind) + " (exit code 3)";
        }
        if (values.isEmpty()) {
            return none(blind) + missing;
        }
        Map<Verdict, Long> dangers = values.stream()
            .collect(Collectors.groupingBy(JudgedValue::danger, TreeMap::new, Collectors.counting()));
        return Words.count(values.size(), "value") + ": " + dangers.entrySet().stream()
            .map(danger -> Words.count(danger.getValue()) + " " + danger.getKey().ofValue())
            .collect(Collectors.joining("; ")) + missing;
    }

    /** Says that nothing was found only if something was looked for. */
    private static String none(Set<Blindness> blind) {
        if (blind.contains(Blindness.NOTHING_WATCHED)) {
            return "nothing was watched";
        }
        if (blind.contains(Blindness.ONLY_ORDERED)) {
            return "no answer: plain accesses were not watched";
        }
        return "no misaligned value was found among the accesses that were watched";
    }

    private static String missing(Set<Blindness> blind) {
        if (blind.isEmpty()) {
            return "";
        }
        return ", but accesses are missing from the report";
    }

    private void printBaseline(JudgedReport judgement, String baseline) {
        String name = Quoted.full(baseline);
        long accepted = judgement.values().stream().filter(value -> value.accepted() != null).count();
        screen.say(name + ": ", INDENT, Words.count(accepted, "value") + " accepted");
        BaselineText.lines(judgement).forEach(line -> screen.say(name + ": ", INDENT, line));
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
        screen.say(INDENT, DEEP, who(value));
        int shown = limit(LINES_SHOWN);
        List<String> lines = CodeLines.of(value);
        lines.stream().limit(shown).forEach(line -> screen.line(INDENT + line));
        if (lines.size() > shown) {
            screen.line(INDENT + "and " + Words.count(lines.size() - shown, "more line") + " of code");
        }
        value.remedies().stream().limit(limit(1))
            .forEach(remedy -> screen.say(INDENT + "-> ", INDENT + INDENT, remedy));
        if (verbose) {
            value.places().forEach(this::printCpus);
        }
    }

    private void printCpus(JudgedPlace place) {
        screen.say(INDENT + "at " + place.offset() + ": ", DEEP, place.answer().measured().stream()
            .map(measured -> measured.cpu().name() + ": " + LowerCase.of(measured.fate()))
            .collect(Collectors.joining("; ")) + ". Promised: " + place.answer().promised().stream()
            .map(JudgementText::promise).collect(Collectors.joining("; ")));
    }

    private static String promise(Promised promised) {
        String promise = name(promised.family()) + ": " + promised.promise().toString().replace('-', ' ');
        if (promised.rules().isEmpty()) {
            return promise;
        }
        return promise + promised.rules().stream()
            .map(Rule::id)
            .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String who(JudgedValue value) {
        return Words.count(value.hits(), "access", "accesses") + ", " + threads(value)
            + way(value, Values::locked, "always locked")
            + way(value, Values::ordered, "ordered" + OrderText.orderedBy(value))
            + way(value, Values::unordered, "unordered")
            + way(value, Values::unknown, "unknown" + OrderText.unknownWhy(value)) + memory(value)
            + value.doubts().stream().map(doubt -> ", " + doubt.words()).collect(Collectors.joining());
    }

    private static String threads(JudgedValue value) {
        long values = value.most(Values::known);
        if (values == 0) {
            return "threads unknown";
        }
        long threads = value.most(Values::mostThreads);
        if (threads <= 1) {
            return "one watched thread, " + Words.count(values, "value");
        }
        if (values == 1) {
            return Words.count(threads, "thread");
        }
        return Words.count(threads, "thread") + " on one value, " + Words.count(value.most(Values::shared)) + " of "
            + Words.count(values) + " tracked values shared";
    }

    private static String memory(JudgedValue value) {
        Site site = value.sites().get(0);
        String memory = "";
        if (site.object() != null) {
            memory = ", in a " + Quoted.full(site.object());
        } else if (site.mappedFile() != null) {
            memory = ", in " + Quoted.full(site.mappedFile());
        }
        if (value.seenByProcesses()) {
            memory += ", which other processes may map";
        }
        return memory;
    }

    /**
     * Returns a clause such as ", 3 always locked"; empty if the number is 0. Omits the number if only one value was
     * tracked.
     */
    private static String way(JudgedValue value, ToLongFunction<Values> number, String words) {
        long count = value.most(number);
        if (count == 0) {
            return "";
        }
        if (value.most(Values::known) == 1) {
            return ", " + words;
        }
        return ", " + Words.count(count) + " " + words;
    }

    /** Returns a sentence for each group of equal places, worst first; unless verbose, only for the first few. */
    private List<String> places(JudgedValue value) {
        Map<Alike, SortedSet<Integer>> offsets = new LinkedHashMap<>();
        value.places().forEach(place -> offsets.computeIfAbsent(Alike.of(place), key -> new TreeSet<>())
            .add(place.offset()));
        List<String> sentences = new ArrayList<>();
        offsets.forEach((alike, at) -> sentences.add(alike.bytes + " bytes at " + OffsetList.ranges(List.copyOf(at))
            + where(alike) + ": " + fate(alike.answer)));
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

    /** Returns a sentence such as "torn on Zen 4; promised by Intel only". */
    private static String fate(Answer answer) {
        if (answer.kind() == PairKind.LOCKED && answer.cpus(Fate.TORN).isEmpty()) {
            return "whole on x86-64 if every access locks (" + rulesOfX86(answer) + ")" + faults(answer);
        }
        List<String> torn = answer.cpus(Fate.TORN).stream().map(KnownCpu::name).toList();
        List<String> whole = answer.cpus(Fate.WHOLE).stream().map(KnownCpu::name).toList();
        List<String> promised = names(answer, answer.families(Promise.ATOMIC).stream());
        int measured = answer.measured().size();
        List<String> parts = new ArrayList<>();
        addFate(parts, "torn on ", torn, measured);
        addFate(parts, "whole on ", whole, measured);
        if (promised.isEmpty()) {
            parts.add("promised by no vendor");
        } else {
            parts.add("promised by " + Words.and(promised) + " only");
        }
        return pieces(answer) + String.join("; ", parts) + faults(answer);
    }

    private static String rulesOfX86(Answer answer) {
        return answer.promised().stream()
            .filter(promised -> promised.promise() == Promise.ATOMIC)
            .filter(promised -> promised.family().traits().architecture() == Architecture.X86_64)
            .flatMap(promised -> promised.rules().stream().map(Rule::id))
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    }

    private static void addFate(List<String> parts, String fate, List<String> cpus, int measured) {
        if (cpus.isEmpty()) {
            return;
        }
        if (cpus.size() == measured) {
            parts.add(fate + "every measured CPU");
        } else {
            parts.add(fate + Words.and(cpus));
        }
    }

    private static String pieces(Answer answer) {
        if (answer.bulk()) {
            return "torn on any CPU by a copy, fill, comparison or vector, which works in pieces; otherwise ";
        }
        if (answer.inPieces()) {
            return "torn on any CPU until the JIT compiles the call, because Java code makes"
                + " the access in pieces; then ";
        }
        return "";
    }

    /** Returns where accesses fault. Names only Arm, the architecture that programs are ported to most often. */
    private static String faults(Answer answer) {
        Stream<CpuFamily> atFirst = answer.promised().stream()
            .filter(Promised::faultsAtFirst)
            .map(Promised::family);
        return fault(answer, answer.families(Promise.FAULTS).stream(), "; SIGBUS on ", "")
            + fault(answer, answer.families(Promise.ATOMIC_OR_FAULTS).stream(), "; SIGBUS or whole on ", "")
            + fault(answer, atFirst, "; SIGBUS on ", " until the JIT compiles the call");
    }

    private static String fault(Answer answer, Stream<CpuFamily> families, String start, String end) {
        List<String> names = names(answer, families.filter(JudgementText::isArm));
        if (names.isEmpty()) {
            return "";
        }
        return start + Words.and(names) + end;
    }

    /** Returns the names of families; just "Arm" for its families if all of them are included. */
    private static List<String> names(Answer answer, Stream<CpuFamily> families) {
        List<CpuFamily> all = families.toList();
        boolean allOfArm = answer.promised().stream()
            .map(Promised::family)
            .filter(JudgementText::isArm)
            .allMatch(all::contains);
        return all.stream()
            .map(family -> name(family, allOfArm))
            .distinct()
            .toList();
    }

    private static String name(CpuFamily family, boolean allOfArm) {
        if (allOfArm && isArm(family)) {
            return "Arm";
        }
        return name(family);
    }

    private static boolean isArm(CpuFamily family) {
        return family.traits().architecture() == Architecture.AARCH64;
    }

    /** Returns the family's name without the CPU features, which follow a colon. */
    private static String name(CpuFamily family) {
        return family.name().replaceFirst(":.*", "");
    }
}
