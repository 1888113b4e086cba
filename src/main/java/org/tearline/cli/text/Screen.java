// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Wraps and colours text for a terminal, a pipe or a file.
 *
 * @param columns the width of a line; {@link #ENDLESS} for a pipe or a file
 * @param wrapAt  the width at which sentences are wrapped, at most that of a line
 * @param colour  whether to print escape sequences
 * @param unicode whether to print characters beyond ASCII
 */
public record Screen(PrintStream out, int columns, int wrapAt, boolean colour, boolean unicode) {
    public static final int ENDLESS = Integer.MAX_VALUE;

    Screen(PrintStream out, int columns, boolean colour, boolean unicode) {
        this(out, columns, columns, colour, unicode);
    }

    public static Screen of(PrintStream out, int columns) {
        return new Screen(out, columns, false, false);
    }

    public Screen atMost(int most) {
        return new Screen(out, columns, Math.min(most, wrapAt), colour, unicode);
    }

    /** Returns the text in one of a terminal's 256 colours if it supports them. */
    String coloured(int number, String text) {
        if (colour && !text.isEmpty()) {
            return "\u001b[38;5;" + number + "m" + text + "\u001b[0m";
        }
        return text;
    }

    /** Prints a line of a table. */
    void row(String format, Object... cells) {
        line(String.format(Locale.ROOT, format, cells));
    }

    public void line(String text) {
        String line = text.stripTrailing();
        String indent = line.substring(0, line.length() - line.stripLeading().length());
        if (line.length() <= columns) {
            out.println(line);
        } else {
            say(indent, indent + "  ", line.stripLeading());
        }
    }

    public void say(String first, String indent, String sentence) {
        wrapped(first, indent, sentence).forEach(out::println);
    }

    /** Wraps a sentence. Splits a word that is longer than a line, unless it is a URL. */
    List<String> wrapped(String first, String indent, String sentence) {
        int room = Math.max(1, wrapAt - indent.length());
        List<String> pieces = new ArrayList<>();
        for (String word : sentence.split("(?<= )")) {
            if (word.length() <= room || word.contains("://")) {
                pieces.add(word);
            } else {
                // \G is the end of the previous piece.
                pieces.addAll(List.of(word.split("(?<=\\G.{" + room + "})")));
            }
        }
        return lines(first, indent, pieces, wrapAt);
    }

    /** Distributes pieces, each with its trailing space, over lines of this width. */
    public static List<String> lines(String first, String indent, List<String> pieces, int width) {
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
