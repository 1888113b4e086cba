// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

/** Makes what a machine says of itself harmless for a terminal: no control, bidi or foreign character. Stateless. */
public final class Plain {
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int LAST_ASCII = 0x7e;
    /** Holds what vendors' names have beyond ASCII. */
    private static final String MARKS = "®™µ";

    private Plain() {
    }

    /** Returns the text with a question mark for everything else, and single spaces. */
    public static String text(String text) {
        StringBuilder plain = new StringBuilder();
        text.codePoints().forEach(c -> plain.append(c >= FIRST_PRINTABLE && c <= LAST_ASCII || MARKS.indexOf(c) >= 0
            ? (char) c : '?'));
        return plain.toString().replaceAll(" +", " ").strip();
    }
}
