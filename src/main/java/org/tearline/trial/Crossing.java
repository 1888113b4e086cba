// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/** The largest boundary that an access lies across. */
public enum Crossing {
    NONE, LINE, PAGE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
