// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.trial.AccessRules;
import org.tearline.trial.Crossing;

/**
 * What decides whether a negative result is strong, both in a run and in a result file.
 *
 * @param emulationKnown false if it is unknown whether an emulator executed the accesses
 * @param jvmKnown       false if it is unknown which instructions performed the accesses
 * @param changes        changes seen, planted values excluded
 * @param neededChanges  minimum changes for a strong negative result; see {@link AccessRules#defaultChanges}
 * @param promised       whether the vendor promises that neither side tears at this place
 * @param tornAcrossLine whether the same write and read tore across a line, so that a tear can be seen: in a run's
 *                       calibration, or in a file in the same series, where a tear across a page counts as well
 * @param pinned         whether the threads stayed on their CPUs
 * @param tierHeld       false if a slice was discarded, because its accesses may have run in another tier
 * @param planted        planted tears found and expected; too many show that the stores were sampled unevenly
 */
public record Silence(boolean emulationKnown, boolean jvmKnown, long changes, long neededChanges,
                      Crossing crossing, boolean promised, boolean tornAcrossLine, boolean pinned,
                      boolean tierHeld, Planted planted) {
    /** The rule of three: with no event in n trials, the rate is below 3/n with 95 % confidence. */
    public static final double RULE_OF_THREE = 3;

    /** Returns the most serious reason why the negative result is weak, or null if it is strong. */
    public CellReason weakness() {
        if (!emulationKnown) {
            return CellReason.EMULATION_UNKNOWN;
        }
        if (!jvmKnown) {
            return CellReason.JVM_UNKNOWN;
        }
        if (!promised && crossing != Crossing.NONE) {
            return CellReason.NOT_PROMISED;
        }
        if (!promised && !tornAcrossLine) {
            return CellReason.NOTHING_TORE;
        }
        if (!pinned) {
            return CellReason.UNPINNED;
        }
        if (!tierHeld) {
            return CellReason.TIER_INTERRUPTED;
        }
        boolean tooFew = changes < neededChanges;
        boolean byChance = tooFew && planted.few();
        if (planted.tooOften() && !byChance) {
            return CellReason.PLANTED_TOO_OFTEN;
        }
        if (tooFew) {
            return CellReason.FEW_CHANGES;
        }
        return null;
    }
}
