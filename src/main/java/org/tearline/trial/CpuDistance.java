// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** The distance between the writer's and the reader's CPU, nearest first. */
public enum CpuDistance {
    /** The CPUs share a store path and a first-level cache. */
    SMT_SIBLINGS,
    SAME_L2, SAME_L3,
    /** On one socket, with separate third-level caches. */
    OTHER_L3,
    /** On one socket, with unknown caches. */
    SAME_SOCKET,
    OTHER_SOCKET,
    /** Pinned, at an unknown distance. */
    UNKNOWN,
    UNPINNED;

    /** The value for a result file, which cannot contain {@link #SAME_SOCKET}. */
    public CpuDistance published() {
        if (this == SAME_SOCKET) {
            return UNKNOWN;
        }
        return this;
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
