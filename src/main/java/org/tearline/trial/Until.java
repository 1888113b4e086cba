// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/** Names when a trial that has torn ends. Immutable. */
public enum Until {
    /** At the first tear. */
    FIRST,
    /** At the end of the slice in which the first tear came: the seam and the order of the rate are then known. */
    SETTLED,
    /** Not before the changes or the time are used up. */
    BUDGET;

    /** Returns the name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
