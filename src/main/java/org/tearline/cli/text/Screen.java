// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/**
 * A stream and what shows it: a terminal, a pipe or a file.
 *
 * @param columns of a line; {@link #ENDLESS} for a pipe or a file
 * @param text    the columns of a sentence
 * @param colour  whether escape sequences are understood and wanted
 * @param unicode whether it shows more than ASCII
 */
public record Screen(PrintStream out, int columns, int text, boolean colour, boolean unicode) {
    public static final int ENDLESS = Integer.MAX_VALUE;

    private static final String PLAIN = "\u001b[0m";

    public Screen(PrintStream out, int columns, boolean colour, boolean unicode) {
        this(out, columns, columns, colour, unicode);
    }

    public static Screen of(PrintStream out, int columns) {
        return new Screen(out, columns, false, false);
    }

    Screen atMost(int most) {
        return new Screen(out, columns, Math.min(most, text), colour, unicode);
    }

    /** Uses one of a terminal's 256 colours. */
    String coloured(int number, String text) {
        return colour && !text.isEmpty() ? "\u001b[38;5;" + number + "m" + text + PLAIN : text;
    }

    void line(String text) {
        String line = text.stripTrailing();
        String indent = line.substring(0, line.length() - line.stripLeading().length());
        if (line.length() <= columns) {
            out.println(line);
        } else {
            say(indent, indent + "  ", line.stripLeading());
        }
    }

    /** Prints words in lines; a word longer than a line is cut, but for an address. */
    public void say(String first, String indent, String words) {
        words(first, indent, words).forEach(out::println);
    }

    List<String> words(String first, String indent, String words) {
        int room = Math.max(1, text - indent.length());
        return lines(first, indent, Stream.of(words.split("(?<= )")).flatMap(word -> word.length() <= room
            || word.contains("://") ? Stream.of(word) : Stream.of(word.split("(?<=\\G.{" + room + "})"))).toList(),
            text);
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

    /** A line on a terminal that changes while something runs; nothing elsewhere. Not thread-safe. */
    public static final class LiveLine {
        private final PrintStream err;
        private final IntSupplier columns;
        private int shown;

        /** Asks for the columns each time; 0 means that nobody looks. */
        public LiveLine(PrintStream err, IntSupplier columns) {
            this.err = err;
            this.columns = columns;
        }

        /** One less than the terminal has, or the cursor would leave the line. */
        public int room() {
            return Math.max(0, columns.getAsInt() - 1);
        }

        public void show(String text) {
            int room = room();
            if (room > 0) {
                String cut = text.substring(0, Math.min(room, text.length()));
                int blanks = Math.max(0, Math.min(shown, room) - cut.length());
                err.print("\r" + cut + " ".repeat(blanks));
                err.flush();
                shown = cut.length();
            }
        }

        public void clear() {
            if (shown > 0) {
                show("");
                err.print("\r");
                err.flush();
                shown = 0;
            }
        }
    }
}
