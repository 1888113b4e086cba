// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.archive.KnownCpu;
import org.tearline.judge.AgentReport.Access;
import org.tearline.judge.AgentReport.Operation;
import org.tearline.promise.AccessClass;
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

/** Whether the accesses at one place tear, by measured CPU and by vendor promise. Thread-safe. */
public record Answer(Kind kind, List<Measured> measured, List<Promised> promised) {
    /** The fate of the accesses according to the granules measured on a CPU. */
    public record Measured(KnownCpu cpu, Fate fate) {
    }

    /** The vendor's promise for a CPU family, with the rules that apply. */
    public record Promised(CpuFamily family, Promise promise, List<Rule> rules) {
    }

    /**
     * The properties of a place that determine the answer.
     *
     * @param boundary  the largest boundary that an access crosses
     * @param placement of the widest access
     */
    record Query(Set<Access> accesses, int boundary, Alignment placement) {
        int bytes() {
            return accesses.stream().mapToInt(Access::bytes).max().orElseThrow();
        }

        boolean has(Operation... operations) {
            return accesses.stream().anyMatch(access -> List.of(operations).contains(access.operation()));
        }
    }

    static Answer of(Query query, List<KnownCpu> cpus, Guarantees guarantees) {
        return new Answer(kind(query, Architecture.X86_64),
            cpus.stream().map(cpu -> new Measured(cpu, cpu.granules().fate(kind(query, Architecture.of(cpu.arch())),
                Width.of(query.bytes()), query.boundary))).toList(),
            guarantees.families().stream().map(family -> promised(query, family, guarantees)).toList());
    }

    /** Assumes an ordinary access on a side that has no access. */
    private static Kind kind(Query query, Architecture architecture) {
        boolean store = ordinary(query, Operation.WRITE, architecture);
        boolean load = ordinary(query, Operation.READ, architecture);
        return store ? load ? Kind.PAIR : Kind.STORE : load ? Kind.LOAD : Kind.LOCKED;
    }

    private static boolean ordinary(Query query, Operation side, Architecture architecture) {
        return !query.has(side, Operation.UPDATE) || query.accesses.stream()
            .anyMatch(access -> access.operation() == side && !access.on(architecture).readsAndWrites());
    }

    private static Promised promised(Query query, CpuFamily family, Guarantees guarantees) {
        Architecture architecture = family.traits().architecture();
        boolean alone = query.accesses.stream().map(Access::operation).distinct().count() == 1
            && !query.has(Operation.UPDATE);
        List<PairPromise> sides = Stream.concat(
            query.accesses.stream().map(access -> guarantees.side(family.traits(), access.bytes(), query.placement,
                access.on(architecture))),
            alone ? Stream.of(guarantees.side(family.traits(), query.bytes(), query.placement, AccessClass.PLAIN))
                : Stream.of()).toList();
        Promise weakest = sides.stream().map(PairPromise::promise).reduce(Promise.ATOMIC, Promise::weaker);
        Set<Rule> rules = new LinkedHashSet<>();
        sides.stream().filter(side -> side.promise() == weakest).forEach(side -> rules.addAll(side.rules()));
        return new Promised(family, weakest, List.copyOf(rules));
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
