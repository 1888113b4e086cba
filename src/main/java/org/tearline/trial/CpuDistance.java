// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/** How far apart the CPUs of writer and reader are, the nearest first; their numbers are not published. */
public enum CpuDistance {
    /** They share the core's store path and first-level cache. */
    SMT_SIBLINGS,
    SAME_L2, SAME_L3,
    /** On one socket, with third-level caches of their own. */
    OTHER_L3,
    /** On one socket; nothing is known of their caches. */
    SAME_SOCKET,
    OTHER_SOCKET,
    /** Pinned, but the machine does not say how they are related. */
    UNKNOWN,
    /** Wherever the scheduler put them. */
    UNPINNED;

    /** The class in a result file, which has no word for two cores of which only the socket is known. */
    public CpuDistance published() {
        return this == SAME_SOCKET ? UNKNOWN : this;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
