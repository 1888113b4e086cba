// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import org.tearline.trial.Alignment;
import org.tearline.verdict.Granules.Fate;
import org.tearline.verdict.Granules.Kind;

/**
 * One offset of a value, judged.
 *
 * @param offset   from the start of the line; in an object of the heap from a multiple of 8
 * @param bytes    of the widest access there
 * @param boundary the largest power of two of which a multiple lies inside the value
 * @param certain  false where the collector decides where the object lies, so that this is the worst that may come
 */
public record JudgedPlace(int offset, int bytes, int boundary, Alignment placement, boolean certain, long hits,
                          Answer answer) {
    /** How dangerous it is once others can see it. */
    Danger danger() {
        return !answer.cpus(Fate.TORN).isEmpty() ? Danger.TEARS
            : answer.kind() == Kind.LOCKED ? Danger.LOCKED : Danger.MAY_TEAR;
    }
}
