// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.List;

/**
 * Holds what shows a text: a terminal, a pipe or a file. Immutable. Thread-safe.
 *
 * @param columns of a line; {@link #ENDLESS} where none ends
 * @param colour  whether the escape sequences of a terminal are understood and wanted
 * @param unicode whether it shows more than ASCII
 */
public record Screen(int columns, boolean colour, boolean unicode) {
    /** No line ever ends here. */
    public static final int ENDLESS = Integer.MAX_VALUE;

    /** A file that nothing is known of. */
    public static final Screen FILE = new Screen(ENDLESS, false, false);

    private static final String PLAIN = "\u001b[0m";

    /** Returns a text in one of the 256 colours of a terminal, or as it is. */
    public String coloured(int number, String text) {
        return colour && !text.isEmpty() ? "\u001b[38;5;" + number + "m" + text + PLAIN : text;
    }

    /** Returns a text of one line in as many as it needs; those after the first are indented. */
    public List<String> wrapped(String indent, String text) {
        return columns == ENDLESS ? List.of(text) : Wrapped.words("", indent, text, columns);
    }
}
