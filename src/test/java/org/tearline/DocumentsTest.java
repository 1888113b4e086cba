// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documents name is there: classes, tests, scripts, files and the targets of links. */
class DocumentsTest {
    private static final Path MAIN = Path.of("src/main/java/org/tearline");
    private static final Pattern CLASS = Pattern.compile("`((?:[a-z]+/)*[A-Z][A-Za-z]*[a-z][A-Za-z]*)`");
    private static final Pattern TEST = Pattern.compile("[A-Z]\\w*(?:Test|IT)");
    private static final Pattern FILE = Pattern.compile("`((?:scripts|docs|src|reports|jcstress|fleet)/[\\w./-]+)`");
    private static final Pattern DOCUMENT = Pattern.compile("\\b((?:\\w+/)*\\w+\\.md)\\b");
    private static final Pattern LINK = Pattern.compile("]\\(((?!https?:)[^)#]+)[^)]*\\)");
    /** Classes of other projects, and names that are no class. */
    private static final Set<String> OTHERS = Set.of("UnsafeAddress", "UnsafeAddressInt", "UnsafeAddressShort",
        "AgronaBuffer", "JdkBuffer", "ByteBuffer", "UseUnalignedAccesses", "SingleChronicleQueueStore",
        "MMapPingPongMain");

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md", "docs/method.md",
        "docs/commands.md", "docs/README.md", "docs/glossary.md", "docs/results.md", "docs/trust.md",
        "docs/troubleshooting.md", "docs/library.md", "docs/split-locks.md", "docs/instructions.md",
        "docs/analysis.md", "fleet/README.md", "scripts/README.md", "SECURITY.md"})
    @MethodSource("reasonsAndMeasurements")
    void shouldNameOnlyWhatThereIs(String document) throws IOException {
        Path path = Path.of(document);
        String text = Files.readString(path);
        Set<String> tests = tests();
        for (String name : found(CLASS, text)) {
            assertThat(OTHERS.contains(name) || Files.exists(MAIN.resolve(name + ".java"))
                || TEST.matcher(name).matches() && tests.contains(name)).as("%s names the class %s", document, name)
                .isTrue();
        }
        for (String name : found(FILE, text)) {
            assertThat(Path.of(name)).as("%s names it", document).exists();
        }
        for (String link : found(LINK, text)) {
            assertThat(path.resolveSibling(link)).as("%s links to it", document).exists();
        }
    }

    static List<String> reasonsAndMeasurements() throws IOException {
        try (Stream<Path> files = Stream.concat(Files.list(Path.of("docs/decisions")),
            Files.list(Path.of("docs/measurements")))) {
            return files.map(Path::toString).sorted().toList();
        }
    }

    /** What the program sends its users to. */
    @Test
    void shouldNameInMessagesOnlyDocumentsThatThereAre() throws IOException {
        try (Stream<Path> files = Files.walk(MAIN)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                for (String name : found(DOCUMENT, Files.readString(file))) {
                    assertThat(Path.of(name)).as("%s names it", file).exists();
                }
            }
        }
        assertThat(Files.readString(Path.of("docs/instructions.md"))).as("asm --tier interpreter sends here")
            .contains("In the interpreter opaque");
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).distinct().toList();
    }

    private static Set<String> tests() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            return files.map(file -> file.getFileName().toString().replaceFirst("\\.java$", ""))
                .collect(Collectors.toSet());
        }
    }
}
