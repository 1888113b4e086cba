package org.tearline.result;

import java.util.List;

/**
 * What makes a silence believable, measured in the same worker and on the same CPUs. Immutable.
 *
 * @param positive    a long stored in two halves: must tear
 * @param negative    an aligned long: must not
 * @param roundTripsPerSecond how often an aligned line travelled to the other CPU and back; 0 if it was not measured
 * @param calibration the same write and read across a line, per stressor; empty if that pair does not tear here
 */
public record Controls(Control positive, Control negative, long roundTripsPerSecond,
                       List<StressorUse> calibration) {

    /** Whether the reader has shown that it sees tears, and none where there are none. */
    public boolean hold() {
        return positive.torn() > 0 && negative.torn() == 0 && negative.changes() > 0;
    }
}
