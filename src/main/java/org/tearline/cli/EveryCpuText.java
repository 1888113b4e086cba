// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
final class EveryCpuText {
    private EveryCpuText() {
    }

    /** Returns the fate on each measured CPU, and the promise for each family. */
    static String list(EveryCpu every) {
        return every.measured().entrySet().stream()
            .map(measured -> measured.getKey().name() + ": " + LowerCase.of(measured.getValue()))
            .collect(Collectors.joining("; ")) + ". Promised: " + every.families().entrySet().stream()
            .map(one -> name(one.getKey()) + ": " + promise(one.getValue().promise()))
            .collect(Collectors.joining("; "));
    }

    private static String promise(PairPromise promised) {
        String promise = promised.promise().toString().replace('-', ' ');
        if (promised.rules().isEmpty()) {
            return promise;
        }
        return promise + " (" + String.join(", ", promised.ruleIds()) + ")";
    }

    /** Returns a sentence such as "torn on Zen 4; promised by Intel only". */
    static String sentence(EveryCpu every) {
        if (every.kind() == PairKind.LOCKED && every.cpus(Fate.TORN).isEmpty()) {
            return "whole on x86-64 if every access locks (" + rulesOfX86(every) + ")" + faults(every);
        }
        List<String> torn = every.cpus(Fate.TORN).stream().map(KnownCpu::name).toList();
        List<String> whole = every.cpus(Fate.WHOLE).stream().map(KnownCpu::name).toList();
        List<String> promised = names(every, every.families(one -> one.promise().atomic()).stream());
        int measured = every.measured().size();
        List<String> parts = new ArrayList<>();
        addFate(parts, "torn on ", torn, measured);
        addFate(parts, "whole on ", whole, measured);
        if (promised.isEmpty()) {
            parts.add("promised by no vendor");
        } else {
            parts.add("promised by " + Words.and(promised) + " only");
        }
        return pieces(every) + String.join("; ", parts) + faults(every);
    }

    private static String rulesOfX86(EveryCpu every) {
        return every.families().entrySet().stream()
            .filter(one -> one.getKey().traits().architecture() == Architecture.X86_64)
            .map(one -> one.getValue().promise())
            .filter(PairPromise::atomic)
            .flatMap(promise -> promise.ruleIds().stream())
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

    private static String pieces(EveryCpu every) {
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
    private static String faults(EveryCpu every) {
        return fault(every, one -> one.promise().promise() == Promise.FAULTS, "; SIGBUS on ", "")
            + fault(every, one -> one.promise().promise() == Promise.ATOMIC_OR_FAULTS, "; SIGBUS or whole on ", "")
            + fault(every, Answer::faultsAtFirst, "; SIGBUS on ", " until the JIT compiles the call");
    }

    private static String fault(EveryCpu every, Predicate<Answer> wanted, String start, String end) {
        List<String> names = names(every, every.families(wanted).stream().filter(EveryCpuText::isArm));
        if (names.isEmpty()) {
            return "";
        }
        return start + Words.and(names) + end;
    }

    /** Returns the names of families; just "Arm" for its families if all of them are included. */
    private static List<String> names(EveryCpu every, Stream<CpuFamily> families) {
        List<CpuFamily> all = families.toList();
        boolean allOfArm = every.families().keySet().stream()
            .filter(EveryCpuText::isArm)
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
