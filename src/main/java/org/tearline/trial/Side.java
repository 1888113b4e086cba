// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/** The two loops of a trial. Immutable. */
public enum Side {
    /** The loop that stores. */
    WRITE,
    /** The loop that looks. */
    READ;

    /** Returns the name as the reports print it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
