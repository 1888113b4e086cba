// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.List;

/** Long lines in several. Pure functions. Thread-safe. */
public final class Wrapped {
    private Wrapped() {
    }

    /** Returns the words of a text in lines; a word that is longer than a line gets one of its own. */
    public static List<String> words(String first, String indent, String text, int width) {
        return lines(first, indent, List.of(text.split("(?<= )")), width);
    }

    /**
     * Pieces of text in lines.
     *
     * @param first  what the first line begins with
     * @param indent what the others begin with
     * @param pieces what may not be broken, each with the space that follows it
     * @param width  of a line, at the most; white space at its end does not count and is left out
     */
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
