// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.util.Locale;

/** Names what an access does to its value. Immutable. */
public enum Operation {
    READ,
    WRITE,
    /** Reads and writes in one step. */
    UPDATE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
