// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Locale;

/** Whether software executes the instructions, so that tears are its own. Immutable. */
public enum Emulated {
    YES,
    NO,
    /** Not known, which is not no. */
    UNKNOWN;

    /** Returns the word in probe, run and result files. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
