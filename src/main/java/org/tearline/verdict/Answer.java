// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule.Promise;

/**
 * What is known of the accesses to a value at one place on a CPU, or on the CPUs of a family: the verdict with its
 * rules and evidence. Thread-safe.
 *
 * @param fate    what was measured, or what the measured granules predict
 * @param promise for the instructions that the JIT compiles
 * @param atFirst for the instructions until then
 */
public record Answer(Fate fate, PairPromise promise, PairPromise atFirst) {
    public Verdict verdict() {
        return Verdict.of(promise.promise(), fate);
    }

    /** Whether a tear contradicts the promise. */
    public boolean contradicts() {
        return fate == Fate.TORN && promise.atomic();
    }

    /** Whether an access always faults until the JIT compiles it, but not always afterwards. */
    public boolean faultsAtFirst() {
        return atFirst.promise() == Promise.FAULTS && promise.promise() != Promise.FAULTS;
    }

    /** Whether an access faults or may fault. */
    public boolean faults() {
        return promise.promise() == Promise.FAULTS || promise.promise() == Promise.ATOMIC_OR_FAULTS || faultsAtFirst();
    }
}
