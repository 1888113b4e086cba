// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.VarHandle;

/**
 * Fences that steer the compiler and emit no instruction on x86-64.
 *
 * <p>Claim: without a fence C2 merges the plain stores of a loop or sinks them behind it, and hoists plain loads before
 * it; the loop then "runs" at rates that no core can store at. Mechanism: {@code releaseFence} and {@code acquireFence}
 * are MemBarRelease and MemBarAcquire nodes, which end the memory state that such folding needs; x86-64 keeps the order
 * anyway, so their encoding is empty there. AArch64 executes a DMB, which orders the accesses but does not join the
 * pieces of one. Checked by counting the stores in the machine code of JDK 17 and 25: four per four-fold unrolled
 * iteration, as many as the source says. C1 and the interpreter fold nothing.
 */
final class CompilerBarrier {
    private CompilerBarrier() {
    }

    static void afterPlainStore() {
        VarHandle.releaseFence();
    }

    static void afterPlainLoad() {
        VarHandle.acquireFence();
    }
}
