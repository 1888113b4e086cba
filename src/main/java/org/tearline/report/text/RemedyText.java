// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.text;

/** Names the measured ways of handing a long over as people call them. Pure functions. */
public final class RemedyText {
    private RemedyText() {
    }

    /** Returns the name people know; of a way that is not known here its id. */
    public static String name(String remedy) {
        return switch (remedy) {
            case "straddling" -> "as it is, across a line";
            case "aligned-field" -> "align to 8 bytes";
            case "padded-field" -> "align, on a line of its own";
            case "locked-read" -> "locked read only";
            case "cas-write" -> "compare-and-set only";
            case "cas-write-locked-read" -> "compare-and-set and locked read";
            case "two-agree" -> "read until two agree";
            case "copied-to-slot" -> "copy to an aligned slot";
            default -> remedy;
        };
    }
}
