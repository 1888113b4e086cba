// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.Locale;
import java.util.regex.Pattern;

/** Whether software executes the instructions, so that tears are its own. Not known is not no. Immutable. */
public enum Emulated {
    YES,
    NO,
    UNKNOWN;

    private static final Pattern TRANSLATOR = Pattern.compile("(?i)\\bqemu\\b|\\bTCG\\b|VirtualApple");

    /** Whether a CPU calls itself a translator's; one of QEMU's names is used under KVM too. */
    public static boolean isClaimedBy(String brand) {
        return brand != null && TRANSLATOR.matcher(brand).find();
    }

    /** The word in probe, run and result files. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
