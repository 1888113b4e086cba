// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.util.Locale;

/** What an access does to its value. Immutable. */
public enum Operation {
    READ,
    WRITE,
    /** Reads and writes in one step. */
    UPDATE;

    /** The name as the reports print it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
