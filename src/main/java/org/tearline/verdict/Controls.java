// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.List;

/**
 * The controls of a trial, measured in the same worker and on the same CPUs, but in separate memory. Immutable.
 *
 * @param aligned             the same write and read of an aligned value: must not tear
 * @param roundTripsPerSecond how often an aligned line travelled to the other CPU and back; 0 if it was not measured
 * @param calibration         the same write and read across a line, per stressor; empty if it was not tried
 */
public record Controls(Control aligned, long roundTripsPerSecond, List<StressorUse> calibration) {

    /** Whether the harness has shown that it invents no tears. */
    public boolean hold() {
        return aligned.torn() == 0 && aligned.changes() > 0;
    }

    /** Whether a comparable tear was provoked: of the same write and read, across a line. */
    public boolean comparableTear() {
        return calibration.stream().anyMatch(use -> use.torn() > 0);
    }
}
