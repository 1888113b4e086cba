// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/** The two loops of a trial: one stores, the other loads. */
public enum Side {
    WRITE, READ;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
