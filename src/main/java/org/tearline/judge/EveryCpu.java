// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.tearline.archive.KnownCpu;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.Guarantees;
import org.tearline.trial.Alignment;
import org.tearline.trial.Architecture;
import org.tearline.trial.PairKind;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.verdict.Answer;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Verdict;

/**
 * Whether the accesses to a value at one place tear, on each measured CPU and each family of CPUs. Thread-safe.
 *
 * @param kind     on x86-64
 * @param inPieces whether an access tears on every CPU until the JIT compiles it
 * @param bulk     whether a copy, fill, comparison or vector accesses the value, which tears on every CPU
 */
public record EveryCpu(PairKind kind, boolean inPieces, boolean bulk, Map<KnownCpu, Fate> measured,
                       Map<CpuFamily, Answer> families) {
    /**
     * Returns the answers for all accesses to a value.
     *
     * @param boundary  the largest boundary that an access crosses
     * @param placement of the widest access
     */
    static EveryCpu of(PlaceAccesses accesses, int boundary, Alignment placement, Judge judge) {
        Map<KnownCpu, Fate> measured = new LinkedHashMap<>();
        judge.cpus().forEach(cpu -> measured.put(cpu,
            cpu.granules().fate(accesses.kind(Architecture.of(cpu.arch())), Width.of(accesses.bytes()), boundary)));
        Map<CpuFamily, Answer> families = new LinkedHashMap<>();
        Guarantees.load().families().forEach(family -> families.put(family, new Answer(Fate.UNKNOWN,
            accesses.promise(Tier.C2, placement, family), accesses.promise(Tier.INTERPRETER, placement, family))));
        return new EveryCpu(accesses.kind(Architecture.X86_64),
            placement != Alignment.ALIGNED && accesses.all().stream().anyMatch(access -> access.inPieces()),
            accesses.all().stream().anyMatch(access -> access.bulk()), measured, families);
    }

    /** Returns the danger of a shared value with these accesses. */
    Verdict danger(Target target) {
        boolean torn = cpus(Fate.TORN).stream().anyMatch(cpu -> target.includes(Architecture.of(cpu.arch())));
        if (inPieces || bulk || torn) {
            return Verdict.TORN;
        }
        if (faults(target)) {
            return Verdict.FAULTS;
        }
        if (kind == PairKind.LOCKED && target == Target.X86) {
            return Verdict.LOCKED;
        }
        return answers(target).stream()
            .map(Answer::verdict)
            .min(Verdict::compareTo)
            .orElse(Verdict.PROMISED);
    }

    /** Whether an access faults or may fault on one of these CPUs, however many threads share the value. */
    boolean faults(Target target) {
        return answers(target).stream().anyMatch(Answer::faults);
    }

    private List<Answer> answers(Target target) {
        return families.keySet().stream()
            .filter(family -> target.includes(family.traits()))
            .map(families::get)
            .toList();
    }

    /** Returns the measured CPUs with this fate. */
    public List<KnownCpu> cpus(Fate fate) {
        return measured.keySet().stream().filter(cpu -> measured.get(cpu) == fate).toList();
    }

    public List<CpuFamily> families(Predicate<Answer> wanted) {
        return families.keySet().stream().filter(family -> wanted.test(families.get(family))).toList();
    }
}
