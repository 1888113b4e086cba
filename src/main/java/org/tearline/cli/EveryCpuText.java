// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tearline.archive.KnownCpu;
import org.tearline.judge.EveryCpu;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.Architecture;
import org.tearline.trial.LowerCase;
import org.tearline.trial.PairKind;
import org.tearline.verdict.Answer;
import org.tearline.verdict.Fate;
import org.tearline.words.Words;

/** Says what happens at one place on every CPU. */
record EveryCpuText(EveryCpu every) {
    /** Returns the fate on each measured CPU, and the promise for each family. */
    String list() {
        return every.measured().entrySet().stream()
            .map(measured -> measured.getKey().name() + ": " + LowerCase.of(measured.getValue()))
            .collect(Collectors.joining("; ")) + ". Promised: " + every.families().entrySet().stream()
            .map(one -> name(one.getKey()) + ": " + promise(one.getValue().promise()))
            .collect(Collectors.joining("; "));
    }

    private static String promise(PairPromise promised) {
        return promised.promise().toString().replace('-', ' ')
            + Words.enclosed(" (", String.join(", ", promised.ruleIds()), ")");
    }

    /** Returns a sentence such as "torn on Zen 4; promised by Intel only". */
    String sentence() {
        if (every.kind() == PairKind.LOCKED && every.cpus(Fate.TORN).isEmpty()) {
            return "whole on x86-64 if every access locks (" + rulesOfX86() + ")" + faults();
        }
        String promise = "promised by no vendor";
        List<String> promised = names(every.families(one -> one.promise().atomic()));
        if (!promised.isEmpty()) {
            promise = "promised by " + Words.and(promised) + " only";
        }
        return pieces() + fate("torn on ", Fate.TORN) + fate("whole on ", Fate.WHOLE) + promise + faults();
    }

    private String rulesOfX86() {
        return every.families().entrySet().stream()
            .filter(one -> one.getKey().traits().architecture() == Architecture.X86_64)
            .map(one -> one.getValue().promise())
            .filter(PairPromise::atomic)
            .flatMap(promise -> promise.ruleIds().stream())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    }

    private String fate(String start, Fate fate) {
        List<String> cpus = every.cpus(fate).stream().map(KnownCpu::name).toList();
        if (!cpus.isEmpty() && cpus.size() == every.measured().size()) {
            return start + "every measured CPU; ";
        }
        return Words.enclosed(start, Words.and(cpus), "; ");
    }

    private String pieces() {
        if (every.bulk()) {
            return "torn on any CPU by a copy, fill, comparison or vector, which works in pieces; otherwise ";
        }
        if (every.inPieces()) {
            return "torn on any CPU until the JIT compiles the call, because Java code makes"
                + " the access in pieces; then ";
        }
        return "";
    }

    /** Returns where accesses fault. Names only Arm, the architecture that programs are ported to most often. */
    private String faults() {
        return fault(one -> one.promise().promise() == Promise.FAULTS, "; SIGBUS on ", "")
            + fault(one -> one.promise().promise() == Promise.ATOMIC_OR_FAULTS, "; SIGBUS or whole on ", "")
            + fault(Answer::faultsAtFirst, "; SIGBUS on ", " until the JIT compiles the call");
    }

    private String fault(Predicate<Answer> wanted, String start, String end) {
        List<String> names = names(every.families(wanted).stream().filter(EveryCpuText::isArm).toList());
        return Words.enclosed(start, Words.and(names), end);
    }

    /** Returns the names of families; just "Arm" for its families if all of them are included. */
    private List<String> names(List<CpuFamily> all) {
        boolean allOfArm = every.families().keySet().stream()
            .filter(EveryCpuText::isArm)
            .allMatch(all::contains);
        return all.stream()
            .map(family -> allOfArm && isArm(family) ? "Arm" : name(family))
            .distinct()
            .toList();
    }

    private static boolean isArm(CpuFamily family) {
        return family.traits().architecture() == Architecture.AARCH64;
    }

    /** Returns the family's name without the CPU features, which follow a colon. */
    private static String name(CpuFamily family) {
        return family.name().replaceFirst(":.*", "");
    }
}
