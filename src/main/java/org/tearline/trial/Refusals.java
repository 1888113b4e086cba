// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/**
 * The trials that a JVM cannot run because it, the API or the tester lacks the access. The size of the CPU's registers
 * is not checked. Thread-safe.
 *
 * @param java the JVM's feature version
 */
record Refusals(Architecture architecture, int java) {
    boolean include(TrialSpec trial) {
        if (trial.width().isVector()) {
            return ofVector(trial);
        }
        if (trial.memory().problem(java) != null) {
            return true;
        }
        if (trial.guarded()) {
            // A guarded side makes several accesses, which are implemented only with Unsafe.
            return trial.memory() == Memory.DIRECT || Api.checks(trial.memory()) || untilCompiled(trial)
                || trial.memory() == Memory.HEAP && trial.read() == ReadMode.MASKED;
        }
        return byApi(trial);
    }

    /**
     * The tester accesses vectors only in a ByteBuffer, and only with C2, because the Vector API is Java code in the
     * other tiers. A locked long inside a vector is misaligned, so it needs a CPU that locks misaligned accesses.
     */
    private boolean ofVector(TrialSpec trial) {
        boolean lockedRead = trial.write() == WriteMode.PLAIN && trial.read() == ReadMode.EXCHANGE;
        boolean lockedWrite = trial.write() == WriteMode.CAS && trial.read() == ReadMode.PLAIN;
        boolean lockedInside = architecture.locksMisaligned() && (lockedRead || lockedWrite);
        return trial.width().problem(java) != null || trial.memory() != Memory.BYTEBUFFER
            || trial.oneSided() && !lockedInside || trial.tier() != Tier.C2;
    }

    /** Whether the API refuses the write or the read in the trial's tier; see {@link Api}. */
    private boolean byApi(TrialSpec trial) {
        Api writing = Api.of(trial.memory(), trial.write() == WriteMode.PLAIN);
        Api reading = Api.of(trial.memory(), trial.read() == ReadMode.PLAIN);
        return writing.refusal(trial.write(), trial.width(), trial.aligned(), java) != null
            || reading.refusal(trial.read(), trial.width(), trial.aligned(), java) != null
            || untilCompiled(trial);
    }

    private static boolean untilCompiled(TrialSpec trial) {
        boolean readsAndWrites = trial.write().readsAndWrites() || trial.read().readsAndWrites();
        boolean plain = false;
        return trial.tier() != Tier.C2 && Api.of(trial.memory(), plain)
            .refusalUntilCompiled(readsAndWrites, trial.width(), trial.offset()) != null;
    }
}
