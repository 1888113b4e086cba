// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/** How HotSpot runs the tested access. */
public enum Tier {
    /** The optimising compiler, level 4. */
    C2,
    /** The client compiler without profiling, level 1. */
    C1,
    /** No compiled code at all. */
    INTERPRETER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
