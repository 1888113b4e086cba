// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.List;
import java.util.Set;
import org.tearline.machine.CpuFeature;

/**
 * What is promised of one access, or of a write and a read together.
 *
 * @param rules that decide: of both sides, or of those that deny it; empty where no document says anything
 * @param asked features that would decide, and of which it is unknown whether the CPU has them
 */
public record PairPromise(Promise promise, List<Rule> rules, Set<CpuFeature> asked) {
    /** Whether both sides are promised never to be seen half done. */
    public boolean atomic() {
        return promise == Promise.ATOMIC;
    }

    public List<String> ruleIds() {
        return rules.stream().map(Rule::id).toList();
    }
}
