// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/**
 * Names how far apart the CPUs of writer and reader are, from the nearest; their numbers are not published. Immutable.
 */
public enum CpuDistance {
    /** Two threads of one physical core: they share its store path and first-level cache. */
    SMT_SIBLINGS,
    /** Two cores with a common second-level cache. */
    SAME_L2,
    /** Two cores with a common third-level cache. */
    SAME_L3,
    /** Two cores of one socket with third-level caches of their own. */
    OTHER_L3,
    /** Two cores of one socket, of whose shared caches nothing more is known. */
    SAME_SOCKET,
    OTHER_SOCKET,
    /** Pinned, but the machine does not say how they are related. */
    UNKNOWN,
    /** Wherever the scheduler put them. */
    UNPINNED;

    /** Returns the class as a result file has it: it has no word for two cores of which only the socket is known. */
    public CpuDistance published() {
        return this == SAME_SOCKET ? UNKNOWN : this;
    }

    /** Returns the word as reports and files have it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
