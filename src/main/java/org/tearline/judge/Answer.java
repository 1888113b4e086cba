// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.archive.KnownCpu;
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

/** What becomes of the accesses of one place, on every CPU that is known. */
public record Answer(Kind kind, List<Measured> measured, List<Promised> promised) {
    /** What the granules of a CPU come to. */
    public record Measured(KnownCpu cpu, Fate fate) {
    }

    /** What the vendor of a family of CPUs promises, with the rules that decide. */
    public record Promised(CpuFamily family, Promise promise, List<Rule> rules) {
    }

    /**
     * The accesses of a place, as far as an answer depends on them.
     *
     * @param boundary  the largest that any of them lies across
     * @param placement of the widest one
     */
    record Asked(Set<Access> accesses, int boundary, Alignment placement) {
        int bytes() {
            return accesses.stream().mapToInt(Access::bytes).max().orElseThrow();
        }

        boolean has(Collection<AgentReport.Operation> operations) {
            return accesses.stream().anyMatch(access -> operations.contains(access.operation));
        }
    }

    /** An access without the method that makes it. */
    record Access(AgentReport.Operation operation, String mode, int bytes) {
    }

    static Answer of(Asked asked, List<KnownCpu> cpus, Guarantees guarantees) {
        return new Answer(kind(asked, Architecture.X86_64),
            cpus.stream().map(cpu -> new Measured(cpu, cpu.granules().fate(kind(asked, Architecture.of(cpu.arch())),
                Width.of(asked.bytes()), asked.boundary))).toList(),
            guarantees.families().stream().map(family -> promised(asked, family, guarantees)).toList());
    }

    /** A side that was not seen is taken for an ordinary access. */
    private static Kind kind(Asked asked, Architecture architecture) {
        boolean store = ordinary(asked, AgentReport.Operation.WRITE, architecture);
        boolean load = ordinary(asked, AgentReport.Operation.READ, architecture);
        return store ? load ? Kind.PAIR : Kind.STORE : load ? Kind.LOAD : Kind.LOCKED;
    }

    private static boolean ordinary(Asked asked, AgentReport.Operation side, Architecture architecture) {
        return !asked.has(EnumSet.of(side, AgentReport.Operation.UPDATE)) || asked.accesses.stream()
            .anyMatch(access -> access.operation == side
                && !AgentReport.Access.on(side, access.mode, architecture).readsAndWrites());
    }

    private static Promised promised(Asked asked, CpuFamily family, Guarantees guarantees) {
        Architecture architecture = family.traits().architecture();
        boolean alone = asked.accesses.stream().map(Access::operation).distinct().count() == 1
            && !asked.has(Set.of(AgentReport.Operation.UPDATE));
        List<PairPromise> sides = Stream.concat(
            asked.accesses.stream().map(access -> guarantees.side(family.traits(), access.bytes, asked.placement,
                AgentReport.Access.on(access.operation, access.mode, architecture))),
            alone ? Stream.of(guarantees.side(family.traits(), asked.bytes(), asked.placement, AccessClass.PLAIN))
                : Stream.of()).toList();
        Promise weakest = sides.stream().map(PairPromise::promise).reduce(Promise.ATOMIC, Promise::weaker);
        Set<Rule> rules = new LinkedHashSet<>();
        sides.stream().filter(side -> side.promise() == weakest).forEach(side -> rules.addAll(side.rules()));
        return new Promised(family, weakest, List.copyOf(rules));
    }

    /** The measured CPUs on which this becomes of it. */
    public List<KnownCpu> cpus(Fate fate) {
        return measured.stream().filter(one -> one.fate == fate).map(Measured::cpu).toList();
    }

    /** The families of which this is promised. */
    public List<CpuFamily> families(Promise promise) {
        return promised.stream().filter(one -> one.promise == promise).map(Promised::family).toList();
    }
}
