// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.tearline.archive.KnownCpu;
import org.tearline.judge.AgentReport.Access;
import org.tearline.judge.AgentReport.Operation;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.AccessClass;
import org.tearline.trial.AccessClass.Misaligned;
import org.tearline.trial.Alignment;
import org.tearline.trial.Architecture;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Verdict;

/**
 * Whether the accesses at one place tear, by measured CPU and by vendor promise. Thread-safe.
 *
 * @param kind     on x86-64
 * @param inPieces whether an access tears on every CPU until the JIT compiles it
 * @param bulk     whether a copy or fill accesses the value, which tears on every CPU
 */
public record Answer(PairKind kind, boolean inPieces, boolean bulk, List<Measured> measured, List<Promised> promised) {
    /** The fate of the accesses according to the granules measured on a CPU. */
    public record Measured(KnownCpu cpu, Fate fate) {
    }

    /**
     * The vendor's promise for a CPU family, with the rules that apply.
     *
     * @param faultsAtFirst whether an access always faults until the JIT compiles it, but not always afterwards
     */
    public record Promised(CpuFamily family, Promise promise, List<Rule> rules, boolean faultsAtFirst) {
        /** Whether an access faults or may fault. */
        boolean faults() {
            return promise == Promise.FAULTS || promise == Promise.ATOMIC_OR_FAULTS || faultsAtFirst;
        }
    }

    /**
     * Returns the answer for all accesses to a value.
     *
     * @param boundary  the largest boundary that an access crosses
     * @param placement of the widest access
     */
    static Answer of(Set<Access> accesses, int boundary, Alignment placement, List<KnownCpu> cpus,
                     Guarantees guarantees) {
        Width width = Width.of(accesses.stream().mapToInt(Access::bytes).max().orElseThrow());
        List<Measured> measured = cpus.stream()
            .map(cpu -> new Measured(cpu, cpu.granules().fate(kind(accesses, Architecture.of(cpu.arch())), width,
                boundary)))
            .toList();
        List<Promised> promised = guarantees.families().stream()
            .map(family -> promised(accesses, placement, family, guarantees))
            .toList();
        return new Answer(kind(accesses, Architecture.X86_64), accesses.stream().anyMatch(Access::inPieces),
            accesses.stream().anyMatch(Access::bulk), measured, promised);
    }

    private static PairKind kind(Set<Access> accesses, Architecture architecture) {
        return PairKind.of(canTear(accesses, Operation.WRITE, architecture),
            canTear(accesses, Operation.READ, architecture));
    }

    private static boolean canTear(Set<Access> accesses, Operation side, Architecture architecture) {
        return accesses.stream().anyMatch(access -> access.operation() == side
            && access.compiledFor(architecture).misaligned(architecture) == Misaligned.ORDINARY);
    }

    private static Promised promised(Set<Access> accesses, Alignment placement, CpuFamily family,
                                     Guarantees guarantees) {
        Architecture architecture = family.traits().architecture();
        List<PairPromise> sides = accesses.stream()
            .map(access -> side(access, access.compiledFor(architecture), placement, family, guarantees))
            .toList();
        Promise weakest = sides.stream()
            .map(PairPromise::promise)
            .reduce(Promise.ATOMIC, Promise::weaker);
        boolean everFaults = accesses.stream().anyMatch(access -> access.instructions(architecture).stream()
            .anyMatch(type -> side(access, type, placement, family, guarantees).promise() == Promise.FAULTS));
        // The weakest of several promises may be one that none of them states.
        boolean combined = sides.stream().noneMatch(side -> side.promise() == weakest);
        List<Rule> rules = sides.stream()
            .filter(side -> combined || side.promise() == weakest)
            .flatMap(side -> side.rules().stream())
            .distinct()
            .toList();
        return new Promised(family, weakest, rules, everFaults && weakest != Promise.FAULTS);
    }

    private static PairPromise side(Access access, AccessClass type, Alignment placement, CpuFamily family,
                                    Guarantees guarantees) {
        return guarantees.side(family.traits(), access.bytes(), placement, type);
    }

    /** Returns the danger of a shared value with these accesses. */
    Verdict danger(Target target) {
        List<Promised> promises = promised.stream()
            .filter(one -> target.includes(one.family().traits()))
            .toList();
        boolean torn = measured.stream()
            .anyMatch(one -> one.fate == Fate.TORN && target.includes(Architecture.of(one.cpu.arch())));
        if (inPieces || bulk || torn) {
            return Verdict.TORN;
        }
        if (promises.stream().anyMatch(Promised::faults)) {
            return Verdict.FAULTS;
        }
        if (kind == PairKind.LOCKED && target == Target.X86) {
            return Verdict.LOCKED;
        }
        // Fates decide only if they are known, and then as above.
        return promises.stream()
            .map(one -> Verdict.of(one.promise, Fate.UNKNOWN))
            .min(Comparator.naturalOrder())
            .orElse(Verdict.PROMISED);
    }

    /** Whether an access faults or may fault on one of these CPUs, however many threads share the value. */
    boolean faults(Target target) {
        return promised.stream().anyMatch(one -> one.faults()
            && target.includes(one.family().traits()));
    }

    /** Returns the measured CPUs with this fate. */
    public List<KnownCpu> cpus(Fate fate) {
        return measured.stream().filter(result -> result.fate == fate).map(Measured::cpu).toList();
    }

    public List<CpuFamily> families(Promise promise) {
        return promised.stream()
            .filter(result -> result.promise == promise)
            .map(Promised::family)
            .toList();
    }
}
