// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.Locale;
import java.util.regex.Pattern;

/** Says whether software executes the instructions, so that tears are its own. Not known is not no. Immutable. */
public enum Emulated {
    YES,
    NO,
    UNKNOWN;

    private static final Pattern TRANSLATOR = Pattern.compile("(?i)\\bqemu\\b|\\bTCG\\b|VirtualApple");

    /** Returns whether a CPU calls itself a translator's; one of QEMU's names is used under KVM too. */
    public static boolean isClaimedBy(String brand) {
        return brand != null && TRANSLATOR.matcher(brand).find();
    }

    /** Returns the word in probe, run and result files. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
