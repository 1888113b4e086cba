// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

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
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules.Fate;
import org.tearline.verdict.Granules.Kind;

/**
 * Whether the accesses at one place tear, by measured CPU and by vendor promise. Thread-safe.
 *
 * @param inPieces whether they tear on any CPU until the JIT compiles them
 */
public record Answer(Kind kind, boolean inPieces, List<Measured> measured, List<Promised> promised) {
    /** The fate of the accesses according to the granules measured on a CPU. */
    public record Measured(KnownCpu cpu, Fate fate) {
    }

    /** The vendor's promise for a CPU family, with the rules that apply. */
    public record Promised(CpuFamily family, Promise promise, List<Rule> rules) {
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
        return new Answer(kind(accesses, Architecture.X86_64), accesses.stream().anyMatch(Access::inPieces),
            cpus.stream().map(cpu -> new Measured(cpu, cpu.granules().fate(kind(accesses, Architecture.of(cpu.arch())),
                width, boundary))).toList(),
            guarantees.families().stream().map(family -> promised(accesses, placement, family, guarantees)).toList());
    }

    private static Kind kind(Set<Access> accesses, Architecture architecture) {
        boolean store = ordinary(accesses, Operation.WRITE, architecture);
        boolean load = ordinary(accesses, Operation.READ, architecture);
        return store ? load ? Kind.PAIR : Kind.STORE : load ? Kind.LOAD : Kind.LOCKED;
    }

    private static boolean ordinary(Set<Access> accesses, Operation side, Architecture architecture) {
        return accesses.stream().anyMatch(access -> access.operation() == side
            && !access.on(architecture).readsAndWrites());
    }

    private static Promised promised(Set<Access> accesses, Alignment placement, CpuFamily family,
                                     Guarantees guarantees) {
        List<PairPromise> sides = accesses.stream().map(access -> guarantees.side(family.traits(), access.bytes(),
            placement, access.on(family.traits().architecture()))).toList();
        Promise weakest = sides.stream().map(PairPromise::promise).reduce(Promise.ATOMIC, Promise::weaker);
        return new Promised(family, weakest, sides.stream().filter(side -> side.promise() == weakest)
            .flatMap(side -> side.rules().stream()).distinct().toList());
    }

    /** Returns the measured CPUs with this fate. */
    public List<KnownCpu> cpus(Fate fate) {
        return measured.stream().filter(result -> result.fate == fate).map(Measured::cpu).toList();
    }

    /** Returns the CPU families with this promise. */
    public List<CpuFamily> families(Promise promise) {
        return promised.stream().filter(result -> result.promise == promise).map(Promised::family).toList();
    }
}
