// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.ArrayList;
import java.util.List;
import org.tearline.trial.Memory;
import org.tearline.trial.Processes;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.WriteMode;

/** Tells why options of one trial do not go together, each of which is allowed by itself. Pure. Thread-safe. */
final class TrialDiscord {
    private TrialDiscord() {
    }

    /** Returns what does not go together, in the words of the command line; null if all does. */
    static String of(TrialSpec trial) {
        String lacking = trial.memory().problem(Runtime.version().feature());
        if (lacking != null) {
            return "--memory " + trial.memory() + " " + lacking;
        }
        String vector = trial.width().isVector() ? ofVector(trial) : null;
        if (vector != null) {
            return vector;
        }
        if (trial.write() == WriteMode.GETANDADD && trial.writers() > 1) {
            return "--write getandadd takes one writer, not --writers " + trial.writers()
                + ": only one can know the difference to the next value";
        }
        if (trial.write() == WriteMode.SEQLOCK != (trial.read() == ReadMode.SEQLOCK)) {
            return "--write seqlock and --read seqlock go together, not --write " + trial.write() + " with --read "
                + trial.read();
        }
        if (trial.write() == WriteMode.SEQLOCK && trial.writers() > 1) {
            return "--write seqlock takes one writer, not --writers " + trial.writers()
                + ": two would share a version";
        }
        if (trial.processes() == Processes.TWO && !trial.memory().canBeShared()) {
            return "--processes 2 takes memory that both can have: --memory mapped, not --memory " + trial.memory();
        }
        return null;
    }

    private static String ofVector(TrialSpec trial) {
        List<String> wrong = new ArrayList<>();
        if (trial.memory() != Memory.BYTEBUFFER) {
            wrong.add("--memory " + trial.memory());
        }
        if (trial.write() != WriteMode.PLAIN) {
            wrong.add("--write " + trial.write());
        }
        if (trial.read() != ReadMode.PLAIN) {
            wrong.add("--read " + trial.read());
        }
        if (trial.tier() != Tier.C2) {
            wrong.add("--tier " + trial.tier());
        }
        if (trial.processes() != Processes.ONE) {
            wrong.add("--processes " + trial.processes());
        }
        return Vectors.problem(trial.width(), wrong);
    }
}
