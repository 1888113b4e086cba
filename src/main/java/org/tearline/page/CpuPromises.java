// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.AccessPair;
import org.tearline.trial.Alignment;
import org.tearline.trial.Width;

/** What is promised for the CPUs on the page. A cache: a page asks for each promise many times. Not thread-safe. */
final class CpuPromises {
    private final Map<Asked, PairPromise> promises = new HashMap<>();

    /** What a promise depends on, with the id of the CPU. */
    private record Asked(String cpu, Width width, Alignment place, AccessPair pair) {
    }

    /** Returns the weakest promise of all families that the CPU may belong to. */
    PairPromise of(Subject cpu, Width width, Alignment place, AccessPair pair) {
        return promises.computeIfAbsent(new Asked(cpu.id(), width, place, pair), asked -> weakest(cpu, asked));
    }

    private static PairPromise weakest(Subject cpu, Asked asked) {
        AccessPair pair = asked.pair;
        List<PairPromise> each = cpu.promises().stream()
            .map(traits -> Guarantees.load().pair(traits, asked.width.bytes(), asked.place, pair.write(), pair.read()))
            .toList();
        PairPromise weakest = PairPromise.weakest(each);
        Set<Promise> promises = each.stream().map(PairPromise::promise).collect(Collectors.toSet());
        if (weakest.promise() != Promise.FAULTS || promises.size() == 1) {
            return weakest;
        }
        // Accesses fault only on some of the families.
        boolean whole = Set.of(Promise.ATOMIC, Promise.ATOMIC_OR_FAULTS, Promise.FAULTS).containsAll(promises);
        return new PairPromise(whole ? Promise.ATOMIC_OR_FAULTS : Promise.NOT_GUARANTEED_OR_TRAPS, weakest.rules(),
            weakest.asked());
    }
}
