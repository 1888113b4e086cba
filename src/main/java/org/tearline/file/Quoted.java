// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Locale;

/** Makes text from an untrusted file safe to print: one line, no control or bidi characters. */
public final class Quoted {
    private static final int MAX_LENGTH = 120;
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int LAST_ASCII = 0x7e;

    private Quoted() {
    }

    /** The text in ASCII, everything else escaped, cut after some length. */
    public static String of(String text) {
        return text.length() > MAX_LENGTH ? ascii(text.substring(0, MAX_LENGTH)) + "..." : ascii(text);
    }

    /**
     * A file's name, whole and in ASCII. The log of a CI obeys lines that begin with two colons and, anywhere, two
     * number signs before a bracket.
     */
    public static String name(String text) {
        return ascii(text).replace("::", ":\\u003a").replace("##[", "#\\u0023[");
    }

    private static String ascii(String text) {
        StringBuilder quoted = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= FIRST_PRINTABLE && c <= LAST_ASCII) {
                quoted.append(c);
            } else {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return quoted.toString();
    }
}
