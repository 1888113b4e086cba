// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/** The name of a constant as in options and result files, such as {@code not-asked}. Thread-safe. */
public final class LowerCase {
    private LowerCase() {
    }

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
