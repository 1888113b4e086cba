// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import java.util.Locale;

/** Names what the kernel does to a process that locks across a line. Immutable. */
public enum PublishedSplitLockPolicy {
    /** Nothing: the CPU does not report them, or the kernel was told not to care. */
    OFF,
    /** Sleeps and serialises. */
    WARN,
    /** Lets a number of them through per second. */
    RATELIMIT,
    /** Sends SIGBUS. */
    FATAL,
    /** Not to be seen from here, as in most guests. */
    UNKNOWN;

    /** Returns the word as the file has it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
