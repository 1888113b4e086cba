// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/** The largest boundary that an access lies across. Immutable. */
public enum Crossing {
    /** All bytes lie in one cache line. */
    NONE,
    /** The bytes lie in two cache lines of one page. */
    LINE,
    /** The bytes lie in two pages. */
    PAGE;

    /** Returns the name as the reports print it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
