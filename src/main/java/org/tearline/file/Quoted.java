// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Locale;

/** Makes untrusted text safe to print: one line of ASCII, without control or bidi characters. */
public final class Quoted {
    private static final int MAX_LENGTH = 120;
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int LAST_ASCII = 0x7e;

    private Quoted() {
    }

    /** Escapes everything but printable ASCII, and truncates long text. */
    public static String of(String text) {
        return text.length() > MAX_LENGTH ? ascii(text.substring(0, MAX_LENGTH)) + "..." : ascii(text);
    }

    /**
     * Escapes a file name without truncating it. CI logs execute lines that start with two colons, and two number
     * signs before a bracket anywhere.
     */
    public static String name(String text) {
        return ascii(text).replace("::", ":\\u003a").replace("##[", "#\\u0023[");
    }

    private static String ascii(String text) {
        StringBuilder quoted = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted.append(c >= FIRST_PRINTABLE && c <= LAST_ASCII ? c : String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
        return quoted.toString();
    }
}
