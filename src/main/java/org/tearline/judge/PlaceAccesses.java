// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.judge.AgentReport.Access;
import org.tearline.judge.AgentReport.Operation;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Guarantees;
import org.tearline.trial.AccessClass.Misaligned;
import org.tearline.trial.Alignment;
import org.tearline.trial.Architecture;
import org.tearline.trial.PairKind;
import org.tearline.trial.Tier;

/** The different accesses to a value at one place. Thread-safe. */
record PlaceAccesses(Set<Access> all) {
    /** Returns the width of the widest access. */
    int bytes() {
        return all.stream().mapToInt(Access::bytes).max().orElseThrow();
    }

    PairKind kind(Architecture architecture) {
        return PairKind.of(canTear(Operation.WRITE, architecture), canTear(Operation.READ, architecture));
    }

    private boolean canTear(Operation side, Architecture architecture) {
        return all.stream().anyMatch(access -> access.operation() == side
            && access.instruction(architecture, Tier.C2).misaligned(architecture) == Misaligned.ORDINARY);
    }

    /** Returns what is promised for every access. */
    PairPromise promise(Tier tier, Alignment placement, CpuFamily family) {
        return PairPromise.weakest(all.stream()
            .map(access -> Guarantees.load().side(family.traits(), access.bytes(), placement,
                access.instruction(family.traits().architecture(), tier)))
            .toList());
    }

    /**
     * Returns the accesses that matter. Omits those that do not lock if the value is always locked while shared: they
     * may have initialized it earlier. If no access both reads and writes, or if others can only have made plain
     * accesses, adds a plain access for each side that was not seen.
     */
    PlaceAccesses relevant(boolean locked, boolean othersArePlain) {
        Set<Access> updates = all.stream()
            .filter(access -> access.operation() == Operation.UPDATE)
            .collect(Collectors.toSet());
        if (!updates.isEmpty() && !othersArePlain) {
            if (locked) {
                return new PlaceAccesses(updates);
            }
            return this;
        }
        Set<Access> both = new LinkedHashSet<>(all);
        for (Operation side : List.of(Operation.READ, Operation.WRITE)) {
            if (all.stream().noneMatch(access -> access.operation() == side)) {
                both.add(Access.unseen(side, bytes()));
            }
        }
        return new PlaceAccesses(both);
    }
}
