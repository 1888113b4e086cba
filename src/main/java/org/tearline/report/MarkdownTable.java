// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.List;
import java.util.stream.Stream;

/** A table in Markdown. Not thread-safe. */
final class MarkdownTable {
    /** Characters with a meaning inside a line of Markdown. Parentheses have none without brackets. */
    private static final String INLINE = "\\`*_[]~";

    private final StringBuilder text = new StringBuilder();

    MarkdownTable(String... heads) {
        row(heads);
        text.append('|').append("---|".repeat(heads.length)).append('\n');
    }

    void row(String... cells) {
        Stream.of(cells).forEach(cell -> text.append("| ").append(cell).append(' '));
        text.append("|\n");
    }

    /** Adds a row whose cells may contain text from a file. */
    void escapedRow(String first, List<String> others) {
        row(Stream.concat(Stream.of(first), others.stream()).map(MarkdownTable::escaped).toArray(String[]::new));
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /** Escapes free text from a file for Markdown and HTML. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(c -> {
            if (c == '<' || c == '>' || c == '&' || c == '|' || c == '#') {
                escaped.append("&#").append(c).append(';');
            } else if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                escaped.append(' ');
            } else {
                if (INLINE.indexOf(c) >= 0) {
                    escaped.append('\\');
                }
                escaped.append((char) c);
            }
        });
        return escaped.toString();
    }
}
