package org.tearline.plan;

import java.util.Locale;

/** How far apart the CPUs of writer and reader are; their numbers are nobody's business. Immutable. */
public enum PlacementClass {
    SMT_SIBLINGS,
    SAME_L2,
    SAME_L3,
    OTHER_L3,
    OTHER_SOCKET,
    /** Pinned, but the machine does not say how they are related. */
    UNKNOWN,
    /** Wherever the scheduler put them. */
    UNPINNED;

    /** The word as the file has it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
