// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the links in documents, and the documents named in messages. */
class DocumentsTest {
    private static final Path MAIN = Path.of("src/main/java");
    /** A path in the project. Paths in the jar begin with a slash. */
    private static final Pattern DOCUMENT = Pattern.compile("(?<![/\\w-])((?:[\\w-]+/)*[\\w-]+\\.md)\\b");
    private static final Pattern LINK = Pattern.compile("]\\(((?!https?:)[^)#]+)[^)]*\\)");

    @Test
    void shouldLinkToExistingFiles() throws IOException {
        for (Path document : files(Path.of("docs"), ".md")) {
            assertLinks(document);
        }
        for (String document : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md",
            "fleet/README.md", "scripts/README.md")) {
            assertLinks(Path.of(document));
        }
    }

    @Test
    void shouldNameExistingDocumentsInMessages() throws IOException {
        for (Path file : files(MAIN, ".java")) {
            for (String name : found(DOCUMENT, Files.readString(file))) {
                assertThat(Path.of(name)).as("document named in %s", file).exists();
            }
        }
    }

    private static void assertLinks(Path document) throws IOException {
        for (String link : found(LINK, Files.readString(document))) {
            assertThat(document.resolveSibling(link)).as("link in %s", document).exists();
        }
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).distinct().toList();
    }
}
