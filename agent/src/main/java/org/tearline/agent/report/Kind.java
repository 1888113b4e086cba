// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import java.util.Locale;

/** Kinds of accesses: first those that are always watched, then those that are by default, and those that never are. */
enum Kind {
    UNSAFE_ORDERED,
    BULK,
    UNSAFE_PLAIN,
    JDK_MEMORY,
    COPIES,
    JDK_ITSELF,
    PARTS,
    MASKED_VECTORS,
    NATIVE_CODE,
    OTHER_PROCESSES;

    /** @param ordered whether only accesses with a memory order are watched */
    boolean isWatched(boolean ordered) {
        return compareTo(ordered ? BULK : COPIES) <= 0;
    }

    /** Returns the name in the report. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
