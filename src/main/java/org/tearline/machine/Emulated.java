// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Locale;

/** Whether software executes the instructions, so that a tear may be the emulator's. */
public enum Emulated {
    YES, NO, UNKNOWN;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
