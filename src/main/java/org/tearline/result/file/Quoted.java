package org.tearline.result.file;

import java.util.Locale;

/** Makes text out of a file that nobody trusts safe to print: one line, no control or bidi characters. Stateless. */
public final class Quoted {
    private static final int MAX_LENGTH = 120;
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int LAST_ASCII = 0x7e;

    private Quoted() {
    }

    /** The text in ASCII, everything else as an escape, cut where it gets long. */
    public static String of(String text) {
        StringBuilder quoted = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), MAX_LENGTH); i++) {
            char c = text.charAt(i);
            if (c >= FIRST_PRINTABLE && c <= LAST_ASCII) {
                quoted.append(c);
            } else {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return text.length() > MAX_LENGTH ? quoted + "..." : quoted.toString();
    }
}
