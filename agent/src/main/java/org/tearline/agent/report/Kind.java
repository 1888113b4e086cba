// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import static java.util.Locale.ROOT;


/**
 * A kind of access. Up to {@link #BULK}, the agent watches them always; up to {@link #COPIES}, unless only ordered ones
 * are asked for; and the others never.
 */
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
        return compareTo(BULK) <= 0 || !ordered && compareTo(COPIES) <= 0;
    }

    /** Returns the name in the report. */
    @Override
    public String toString() {
        return name().toLowerCase(ROOT).replace('_', '-');
    }
}
