// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tearline.judge.AgentReport;
import org.tearline.judge.Danger;
import org.tearline.judge.JudgedPlace;
import org.tearline.judge.JudgedPlace.Measured;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedSite;
import org.tearline.judge.Remedy;
import org.tearline.plan.OffsetList;
import org.tearline.platform.CpuFeature;
import org.tearline.promise.PairClass;
import org.tearline.promise.PairPromise;
import org.tearline.promise.Promise;
import org.tearline.published.Quoted;
import org.tearline.report.text.Words;
import org.tearline.report.text.Wrapped;

/** Prints a program's misaligned accesses with what each means, the most dangerous first. Not thread-safe. */
public final class JudgementText {
    private static final int LINE_WIDTH = 110;
    private static final String INDENT = "   ";
    private static final String DEEP = "     ";
    private static final String DEEPER = "       ";

    private final PrintStream out;
    private final boolean verbose;

    /** Prints to a stream; if verbose, with the rules and the sources. */
    public JudgementText(PrintStream out, boolean verbose) {
        this.out = out;
        this.verbose = verbose;
    }

    /** Prints the whole judgement. */
    public void print(JudgedReport judgement) {
        AgentReport report = judgement.report();
        String beside = judgement.results() == 0 ? "no results here, so by promises alone"
            : "beside " + plural(judgement.results(), "result file");
        out.println(Quoted.name(report.process().jvm() + " " + report.process().javaVersion() + " on "
            + report.process().os() + " " + report.process().architecture()) + ", lines of "
            + report.geometry().lineBytes() + " bytes; " + beside);
        if (judgement.sites().isEmpty()) {
            out.println("no misaligned access; agent/README.md says what was watched");
            return;
        }
        out.println(plural(judgement.sites().size(), "site") + ": " + Arrays.stream(Danger.values())
            .filter(danger -> judgement.count(danger) > 0)
            .map(danger -> Words.count(judgement.count(danger)) + " " + danger.words())
            .collect(Collectors.joining("; ")));
        for (int i = 0; i < judgement.sites().size(); i++) {
            print(i + 1, judgement.sites().get(i), judgement.results() > 0);
        }
        out.flush();
    }

    private void print(int rank, JudgedSite judged, boolean results) {
        AgentReport.Site site = judged.site();
        AgentReport.Access access = site.access();
        out.println();
        out.println(rank + ". " + judged.danger().toString().toUpperCase(Locale.ROOT).replace('-', ' ')
            + ": " + Quoted.name(access.method()) + ", " + access.mode() + " " + access.operation() + " of "
            + access.bytes() + " bytes");
        out.println(INDENT + "at " + Quoted.name(site.frame().toString()));
        out.println(INDENT + who(site));
        for (JudgedPlace place : judged.places()) {
            out.println(INDENT + where(place, site));
            wrapped(DEEP, DEEPER, sentence(place, access, results));
            boolean counts = verbose || judged.danger() != Danger.ONE_THREAD;
            for (PairClass pair : counts ? access.pairs() : List.<PairClass>of()) {
                List<Measured> measured = place.measured().stream().filter(one -> one.pair() == pair).toList();
                if (!measured.isEmpty()) {
                    wrapped(DEEP, DEEPER, partner(access, pair) + " on " + measured.stream()
                        .map(one -> one.cpu() + ": " + one.summary().shortWords())
                        .collect(Collectors.joining("; ")));
                }
            }
            if (verbose) {
                wrapped(DEEP, DEEPER, "promised: " + promises(place));
            }
        }
        for (Remedy remedy : judged.remedies()) {
            wrapped(INDENT + "-> ", INDENT + INDENT, remedy.words());
        }
    }

    private static String who(AgentReport.Site site) {
        AgentReport.Values values = site.values();
        String threads = values.known() == 0 ? "threads not known"
            : values.mostThreads() > 1 ? Words.count(values.shared()) + " of " + plural(values.known(), "value")
                + " touched by several threads, at the most by " + values.mostThreads()
                + (values.mostThreads() >= values.threadLimit() ? " or more" : "")
            : "one watched thread, " + plural(values.known(), "value");
        AgentReport.Mapping mapping = site.mapping();
        String memory = site.object() != null ? ", in a " + Quoted.name(site.object())
            : mapping == null || mapping.file() == null ? "" : ", in " + Quoted.name(mapping.file());
        return plural(site.hits(), "access", "accesses") + ": " + threads + memory
            + (site.seenByProcesses() ? ", which other processes can see" : "");
    }

    private static String where(JudgedPlace place, AgentReport.Site site) {
        String offsets = (place.offsets().size() > 1 ? "at offsets " : "at offset ")
            + OffsetList.ranges(place.offsets());
        String hits = ": " + plural(place.hits(), "access", "accesses");
        return site.object() == null ? Words.place(place.placement()) + ", " + offsets + hits
            : (place.certain() ? Words.place(place.placement()) : "misaligned; the collector may put it across a line")
                + ", " + offsets + " from a multiple of 8 in its object" + hits;
    }

    /** Returns what it comes to in one sentence: seen where, promised by whom, and what else happens. */
    private static String sentence(JudgedPlace place, AgentReport.Access access, boolean results) {
        List<String> parts = new ArrayList<>();
        List<String> torn = place.measured().stream().filter(Measured::tore).map(Measured::cpu).distinct().toList();
        if (!torn.isEmpty()) {
            parts.add("seen torn on " + and(torn));
        } else if (!place.measured().isEmpty()) {
            parts.add("not seen torn on " + and(place.measured().stream().map(Measured::cpu).distinct().toList()));
        } else if (results) {
            parts.add("judged by promises only, since no result is about " + access.bytes() + " bytes there");
        }
        parts.add(promise(place, access));
        return String.join("; ", parts);
    }

    /** Says who promises that such an access is whole, and what else happens there. */
    static String promise(JudgedPlace place, AgentReport.Access access) {
        List<String> parts = new ArrayList<>();
        List<String> whole = cpus(place, one -> one.partner().promise() == Promise.ATOMIC);
        parts.add(whole.isEmpty() ? "guaranteed by no vendor" : "guaranteed whole only by " + and(whole));
        if (place.splitLock(access)) {
            parts.add("on x86 each lock takes a microsecond or more and delays what misses the first-level caches of"
                + " other cores, and is a SIGBUS where the kernel says split_lock_detect=fatal");
        }
        List<String> faults = cpus(place, one -> one.itself().promise() == Promise.FAULTS);
        if (!faults.isEmpty()) {
            parts.add("SIGBUS on " + and(faults));
        }
        return String.join("; ", parts);
    }

    private static List<String> cpus(JudgedPlace place, Predicate<JudgedPlace.Promised> which) {
        return place.promises().stream().filter(which).map(one -> one.cpu().replaceFirst(":.*", "")).distinct()
            .toList();
    }

    /** Returns the other half of the access in words. */
    private static String partner(AgentReport.Access access, PairClass pair) {
        return switch (access.operation()) {
            case READ -> pair == PairClass.ORDINARY ? "written by an ordinary store" : "written by a locked write";
            case WRITE -> pair == PairClass.ORDINARY ? "read by an ordinary load" : "read by a locked read";
            case UPDATE -> switch (pair) {
                case LOCKED_WRITE -> "its write, read by an ordinary load";
                case LOCKED_READ -> "its read of an ordinary store";
                case ORDINARY, BOTH_LOCKED -> "with locked accesses only";
            };
        };
    }

    /** With an ordinary access on the other side; CPUs that are promised the same stand together. */
    private static String promises(JudgedPlace place) {
        Function<JudgedPlace.Promised, PairPromise> both = JudgedPlace.Promised::partner;
        Map<String, List<String>> byPromise = new LinkedHashMap<>();
        place.promises().forEach(one -> byPromise.computeIfAbsent(words(both.apply(one)), key -> new ArrayList<>())
            .add(one.cpu() + (both.apply(one).ruleIds().isEmpty() ? ""
                : " (" + String.join(", ", both.apply(one).ruleIds()) + ")")));
        return byPromise.entrySet().stream().map(one -> one.getKey() + " - " + String.join("; ", one.getValue()))
            .collect(Collectors.joining(". ")) + ".";
    }

    private static String words(PairPromise promise) {
        return switch (promise.promise()) {
            case ATOMIC -> "whole";
            case NO_RULE -> promise.asked().isEmpty() ? "no rule found"
                : "depends on " + promise.asked().stream().map(CpuFeature::toString).sorted()
                    .collect(Collectors.joining(", "));
            case NOT_GUARANTEED -> "not guaranteed";
            case NOT_GUARANTEED_OR_TRAPS -> "not guaranteed, or a trap";
            case FAULTS -> "faults";
        };
    }

    private void wrapped(String first, String indent, String words) {
        Wrapped.words(first, indent, words, LINE_WIDTH).forEach(out::println);
    }

    private static String and(List<String> names) {
        return names.size() == 1 ? names.get(0) : String.join(", ", names.subList(0, names.size() - 1)) + " and "
            + names.get(names.size() - 1);
    }

    private static String plural(long count, String noun) {
        return plural(count, noun, noun + "s");
    }

    private static String plural(long count, String noun, String nouns) {
        return Words.count(count) + " " + (count == 1 ? noun : nouns);
    }
}
