// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.trial.Geometry.Crossing;

/**
 * Holds what decides how much a negative result proves: strong or weak, by the same rule for a run, a sweep, a file and
 * the page. Immutable.
 *
 * @param emulationKnown whether it is known that a CPU, or that an emulator ran the accesses
 * @param changes        whole ordinary changes
 * @param neededChanges  the changes that a strong negative result needs at such a place
 * @param crossing       which boundary the value lies across
 * @param promised       whether the vendor promises that neither side of the pair tears at such a place
 * @param comparableTear whether this worker provoked a tear of the same write and read across a line
 * @param pinned         whether the threads were found on their CPUs
 * @param tierHeld       whether no slice was lost to code that was invalidated
 */
public record Silence(boolean emulationKnown, long changes, long neededChanges, Crossing crossing, boolean promised,
                      boolean comparableTear, boolean pinned, boolean tierHeld) {
    /** The rule of three: with no event in n tries, the rate is below 3/n with 95 % confidence. */
    public static final double RULE_OF_THREE = 3;

    /** Why the negative result is weak, the gravest reason first; null if it is strong. */
    public CellReason weakness() {
        if (!emulationKnown) {
            return CellReason.EMULATION_UNKNOWN;
        }
        if (!promised && crossing != Crossing.NONE) {
            return CellReason.NOT_PROMISED;
        }
        if (!promised && !comparableTear) {
            return CellReason.NOTHING_TORE;
        }
        if (!pinned) {
            return CellReason.UNPINNED;
        }
        if (!tierHeld) {
            return CellReason.TIER_INTERRUPTED;
        }
        return changes < neededChanges ? CellReason.FEW_CHANGES : null;
    }
}
