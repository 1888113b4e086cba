// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/** Names which of HotSpot's ways to execute bytecode runs the tested access. Immutable. */
public enum Tier {
    /** The optimising compiler, level 4. */
    C2,
    /** The client compiler without profiling, level 1. */
    C1,
    /** No compiled code at all. */
    INTERPRETER;

    /** Returns the name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
