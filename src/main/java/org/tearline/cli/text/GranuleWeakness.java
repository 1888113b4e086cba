// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import org.tearline.machine.Emulated;
import org.tearline.machine.Machine;
import org.tearline.trial.LowerCase;
import org.tearline.verdict.CellReason;

/** Why the bounds may not be the CPU's. */
enum GranuleWeakness {
    EMULATED("emulated, so the bounds are the emulator's"),
    EMULATION_UNKNOWN(CellReason.EMULATION_UNKNOWN.sentence()),
    JVM_UNKNOWN(CellReason.JVM_UNKNOWN.sentence());

    private final String sentence;

    GranuleWeakness(String sentence) {
        this.sentence = sentence;
    }

    /** Returns null if nothing is known to weaken the bounds. */
    static GranuleWeakness of(Machine machine) {
        if (machine.emulated() == Emulated.YES) {
            return EMULATED;
        }
        if (machine.emulated() == Emulated.UNKNOWN) {
            return EMULATION_UNKNOWN;
        }
        if (machine.rules().jvmKnown()) {
            return null;
        }
        return JVM_UNKNOWN;
    }

    /** Returns the first word of the drawing. */
    String label() {
        if (this == EMULATED) {
            return "emulated";
        }
        return "weak";
    }

    String sentence() {
        return sentence;
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
