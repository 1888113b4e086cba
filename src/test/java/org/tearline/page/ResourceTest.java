// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what is left out of the page's scripts, and how much source the page has. */
class ResourceTest {
    private static final Path SCRIPTS = Path.of("src/main/resources/page");
    private static final long MOST_SOURCE_BYTES = 170_000;

    /** More source was needed only while the page said in several places what it says in one now. */
    @Test
    void shouldMakeThePageOfLittleSource() throws IOException {
        try (Stream<Path> java = Files.walk(Path.of("src/main/java/org/tearline/page"));
             Stream<Path> templates = Files.list(Path.of("src/main/jte"));
             Stream<Path> scripts = Files.list(SCRIPTS)) {
            long bytes = Stream.of(java, templates, scripts).flatMap(files -> files)
                .filter(file -> file.toString().matches(".*\\.(java|jte|js|css)"))
                .mapToLong(file -> file.toFile().length()).sum();
            assertThat(bytes).isLessThanOrEqualTo(MOST_SOURCE_BYTES);
        }
    }

    /** A string, template or regular expression keeps its spaces; elsewhere only spaces and comments may go. */
    @ParameterizedTest
    @MethodSource("scripts")
    void shouldLeaveOutOnlySpaceAndComments(String name) {
        Scanner before = new Scanner(Resource.text("/page/" + name));
        Scanner after = new Scanner(Resource.script(name));
        assertThat(after.literals).isNotEmpty().isEqualTo(before.literals);
        assertThat(after.code).hasToString(before.code.toString());
    }

    private static Stream<String> scripts() throws IOException {
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".js")).sorted()
                .toList().stream();
        }
    }

    /** Splits a script into its literals, and its code without space and comments. */
    private static final class Scanner {
        private final List<String> literals = new ArrayList<>();
        private final StringBuilder code = new StringBuilder();
        private final String text;
        private int at;

        Scanner(String text) {
            this.text = text;
            // The opening braces, true for those inside a template.
            Deque<Boolean> braces = new ArrayDeque<>();
            while (at < text.length()) {
                char next = text.charAt(at);
                if (text.startsWith("//", at)) {
                    at = text.indexOf('\n', at);
                } else if (text.startsWith("/*", at)) {
                    at = text.indexOf("*/", at) + 2;
                } else if (next == '"' || next == '\'') {
                    literal(String.valueOf(next));
                } else if (next == '/' && code.toString().matches("(?s).*[(,=:\\[!&|?;>]")) {
                    literal("/");
                } else if (next == '`' || next == '}' && braces.pop()) {
                    if (literal("`", "${").equals("${")) {
                        braces.push(true);
                    }
                } else {
                    if (next == '{') {
                        braces.push(false);
                    }
                    if (!Character.isWhitespace(next)) {
                        code.append(next);
                    }
                    at++;
                }
            }
        }

        /** Reads a literal up to one of these ends, and returns the end. */
        private String literal(String... ends) {
            int start = at++;
            boolean inClass = false;
            while (true) {
                for (String end : ends) {
                    if (!inClass && text.startsWith(end, at)) {
                        at += end.length();
                        literals.add(text.substring(start, at));
                        code.append('0');
                        return end;
                    }
                }
                if (text.charAt(at) == '\\') {
                    at++;
                } else if (ends[0].equals("/")) {
                    inClass = text.charAt(at) == '[' || inClass && text.charAt(at) != ']';
                }
                at++;
            }
        }
    }
}
