// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream and what shows it: a terminal, a pipe or a file.
 *
 * @param columns of a line; {@link #ENDLESS} for a pipe or a file
 * @param colour  whether escape sequences are understood and wanted
 * @param unicode whether it shows more than ASCII
 */
public record Screen(PrintStream out, int columns, boolean colour, boolean unicode) {
    public static final int ENDLESS = Integer.MAX_VALUE;

    private static final String PLAIN = "\u001b[0m";

    public static Screen of(PrintStream out, int columns) {
        return new Screen(out, columns, false, false);
    }

    Screen atMost(int most) {
        return new Screen(out, Math.min(most, columns), colour, unicode);
    }

    /** Uses one of a terminal's 256 colours. */
    String coloured(int number, String text) {
        return colour && !text.isEmpty() ? "\u001b[38;5;" + number + "m" + text + PLAIN : text;
    }

    void line(String text) {
        out.println(text.stripTrailing());
    }

    /** Prints words in lines; a word longer than a line gets one of its own. */
    public void say(String first, String indent, String text) {
        words(first, indent, text).forEach(out::println);
    }

    List<String> words(String first, String indent, String text) {
        return lines(first, indent, List.of(text.split("(?<= )")), columns);
    }

    /** Puts pieces, each with the space that follows it, into lines of this width. */
    static List<String> lines(String first, String indent, List<String> pieces, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        for (String piece : pieces) {
            if (line.length() + piece.stripTrailing().length() > width && !line.toString().isBlank()) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(indent);
            }
            line.append(piece);
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }
}
