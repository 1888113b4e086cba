// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.archive.KnownCpu;
import org.tearline.file.Quoted;
import org.tearline.judge.AgentReport;
import org.tearline.judge.Answer;
import org.tearline.judge.JudgedValue;
import org.tearline.judge.JudgedValue.JudgedPlace;
import org.tearline.page.Words;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.Rule;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.OffsetList;
import org.tearline.verdict.Granules.Fate;
import org.tearline.verdict.Granules.Kind;

/** Where a value lies and on which CPUs it tears, in sentences. */
public final class ValueSentence {
    private static final int SENTENCES = 3;

    private ValueSentence() {
    }

    private record Alike(int bytes, Alignment placement, boolean certain, Answer answer) {
    }

    /** A sentence without its full stop for each kind of place, the worst first. */
    public static List<String> places(JudgedValue value) {
        Map<Alike, TreeSet<Integer>> offsets = new LinkedHashMap<>();
        for (JudgedPlace place : value.places()) {
            offsets.computeIfAbsent(new Alike(place.bytes(), place.placement(), place.certain(), place.answer()),
                alike -> new TreeSet<>()).add(place.offset());
        }
        List<String> sentences = new ArrayList<>();
        offsets.entrySet().stream().limit(SENTENCES).forEach(one -> sentences.add(one.getKey().bytes + " bytes at "
            + OffsetList.ranges(List.copyOf(one.getValue())) + where(one.getKey()) + ": "
            + fate(one.getKey().answer)));
        if (offsets.size() > SENTENCES) {
            sentences.add("and other places: --json prints them");
        }
        return sentences;
    }

    private static String where(Alike place) {
        return place.certain ? ", " + Words.place(place.placement)
            : " from a multiple of 8 in its object, which the collector may put across a line";
    }

    /** "torn on Zen 4; promised by Intel alone". */
    private static String fate(Answer answer) {
        if (answer.kind() == Kind.LOCKED && answer.cpus(Fate.TORN).isEmpty()) {
            List<String> rules = answer.promised().stream()
                .filter(one -> one.promise() == Promise.ATOMIC
                    && one.family().traits().architecture() == Architecture.X86_64)
                .flatMap(one -> one.rules().stream().map(Rule::id)).distinct().sorted().toList();
            return "whole on x86-64 while every access locks (" + String.join(", ", rules) + ")" + faults(answer);
        }
        List<String> torn = answer.cpus(Fate.TORN).stream().map(KnownCpu::name).toList();
        List<String> whole = answer.cpus(Fate.WHOLE).stream().map(KnownCpu::name).toList();
        List<String> promised = names(answer, answer.families(Promise.ATOMIC).stream());
        boolean alike = answer.cpus(Fate.UNKNOWN).isEmpty() && torn.isEmpty() != whole.isEmpty();
        String every = "every CPU measured";
        return Stream.of(torn.isEmpty() ? "" : "torn on " + (alike ? every : and(torn)),
            whole.isEmpty() ? "" : "whole on " + (alike ? every : and(whole)),
            promised.isEmpty() ? "promised by no vendor" : "promised by " + and(promised) + " alone")
            .filter(part -> !part.isEmpty()).collect(Collectors.joining("; ")) + faults(answer);
    }

    /** Only Arm is named, where most of those run who port a program. */
    private static String faults(Answer answer) {
        List<String> faults = names(answer, answer.families(Promise.FAULTS).stream().filter(ValueSentence::isArm));
        return faults.isEmpty() ? "" : "; SIGBUS on " + and(faults);
    }

    /** Families without what follows a colon; Arm alone where LSE2 makes no difference. */
    private static List<String> names(Answer answer, Stream<CpuFamily> families) {
        List<CpuFamily> all = families.toList();
        boolean arm = answer.promised().stream().map(Answer.Promised::family).filter(ValueSentence::isArm)
            .allMatch(all::contains);
        return all.stream().map(family -> arm && isArm(family) ? "Arm" : plain(family)).distinct().toList();
    }

    private static boolean isArm(CpuFamily family) {
        return family.traits().architecture() == Architecture.AARCH64;
    }

    private static String plain(CpuFamily family) {
        return family.name().replaceFirst(":.*", "");
    }

    /** "getLongVolatile, volatile read of 8 bytes". */
    public static String access(AgentReport.Site site) {
        AgentReport.Access access = site.access();
        return Quoted.name(access.method()) + ", " + access.mode() + " " + access.operation() + " of " + access.bytes()
            + " bytes";
    }

    private static String and(List<String> names) {
        return names.size() == 1 ? names.get(0) : String.join(", ", names.subList(0, names.size() - 1)) + " and "
            + names.get(names.size() - 1);
    }
}
