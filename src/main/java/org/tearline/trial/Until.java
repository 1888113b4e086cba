// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/** When a trial that has torn ends. */
public enum Until {
    /** At the first tear. */
    FIRST,
    /** At the end of the slice in which the first tear came: the seam and the order of the rate are then known. */
    SETTLED,
    /** Not before the changes or the time are used up. */
    BUDGET;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
