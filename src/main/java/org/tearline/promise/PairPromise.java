// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.List;
import java.util.Set;
import org.tearline.machine.CpuFeature;

/**
 * Holds what is promised of one access or of a write and a read together. Immutable.
 *
 * @param promise the weaker of the two sides
 * @param rules   the rules that decide: of both sides, or of those that deny it; empty where no document says anything
 * @param asked   features of which it is not known whether the CPU has them, and which would decide; usually empty
 */
public record PairPromise(Promise promise, List<Rule> rules, Set<CpuFeature> asked) {
    /** Returns whether it is promised that no reader ever sees half of it: both sides are promised so. */
    public boolean atomic() {
        return promise == Promise.ATOMIC;
    }

    /** Returns the names of the rules. */
    public List<String> ruleIds() {
        return rules.stream().map(Rule::id).toList();
    }
}
