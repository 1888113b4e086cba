// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table in Markdown. Not thread-safe. */
final class MarkdownTable {
    private static final Pattern HTML = Pattern.compile("[<>&|#]");

    private final StringBuilder text = new StringBuilder();

    MarkdownTable(String... heads) {
        row(heads);
        text.append('|').append("---|".repeat(heads.length)).append('\n');
    }

    void row(String... cells) {
        row(Stream.of(cells));
    }

    void row(Stream<String> cells) {
        text.append(cells.collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    /** Adds a row whose cells may contain text from a file. */
    void escapedRow(String first, List<String> others) {
        row(Stream.concat(Stream.of(first), others.stream()).map(MarkdownTable::escaped));
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /** Escapes free text from a file for Markdown and HTML. */
    static String escaped(String text) {
        String html = HTML.matcher(text).replaceAll(found -> "&#" + found.group().codePointAt(0) + ";");
        // Parentheses have no meaning in Markdown without brackets.
        return html.replaceAll("[\\p{Cc}\\u2028\\u2029]", " ").replaceAll("[\\\\`*_\\[\\]~]", "\\\\$0");
    }
}
