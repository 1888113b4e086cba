// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** A kind of access that the agent watches always, unless only ordered ones are asked for, or never. */
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

    private static final Set<Kind> ALWAYS = EnumSet.of(UNSAFE_ORDERED, BULK);
    private static final Set<Kind> BY_DEFAULT = EnumSet.of(UNSAFE_PLAIN, JDK_MEMORY, COPIES);

    /** @param ordered whether only accesses with a memory order are watched */
    boolean isWatched(boolean ordered) {
        return ALWAYS.contains(this) || !ordered && BY_DEFAULT.contains(this);
    }

    /** Returns the name in the report. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
