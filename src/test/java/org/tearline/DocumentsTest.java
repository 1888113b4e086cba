// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the links, types and numbers in documents, and the documents named in messages. */
class DocumentsTest {
    private static final Path MAIN = Path.of("src/main/java");
    private static final Path AGENT = Path.of("agent/src/main/java/org/tearline/agent");
    /** A path in the project. Paths in the jar begin with a slash. */
    private static final Pattern DOCUMENT = Pattern.compile("(?<![/\\w-])((?:[\\w-]+/)*[\\w-]+\\.md)\\b");
    /** A measured number: digits, or a range or list of numbers, and a unit; or a count of what is published. */
    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.,])\\d[\\d.,]*(?:(?: to | and |, )\\d[\\d.,]*)*"
        + " ?(?:ns|us|ms|s|seconds?|minutes?|hours?|%|MB|KB|GB)(?!\\w)"
        + "|(?<![\\w.,])\\d(?:[\\d,]*\\d)? (?:thousand |million )*(?:cells|files|results)(?!\\w)");
    /** Confidence, limits that follow from the method, and a load test that is described where it stands. */
    private static final Set<String> EXCEPTIONS = Set.of("95 %", "89 %", "100 %", "150 %");
    private static final Set<Path> DATED = Set.of(Path.of("docs/analysis.md"));
    /** These are generated as a whole; PromisesPageTest and CostsPageTest compare them. */
    private static final Set<Path> GENERATED = Set.of(Path.of("docs/costs.md"), Path.of("docs/promises.md"));
    /** Generated parts, and code, which is what somebody typed or a command printed. */
    private static final Pattern NO_PROSE = Pattern.compile(
        "(?ms)<!-- tester report --readme: (?!end of)([\\w-]+) -->.*?"
        + "<!-- tester report --readme: end of \\1 -->|<!-- fact: [^>]+-->.*?<!-- end -->|^```.*?^```|^    [^\\n]*$"
        + "|`[^`\\n]*`");
    private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern EXAMPLES = Pattern.compile("such as (?:\\w+(?:, | or )?)+");
    private static final Pattern WORDS = Pattern.compile("(?:two|three|four|five|six|seven|eight|nine|ten)"
        + " (?:seconds|minutes|hours)");
    private static final Pattern LINK = Pattern.compile("]\\(((?!https?:)[^)#]+)[^)]*\\)");
    /** A type with its package, such as {@code loop/ReadKernel.ReadTally}. */
    private static final Pattern TYPE = Pattern.compile("`((?:[a-z]+/)+[A-Z]\\w*)(?:\\.([A-Z]\\w*))?`");

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
    void shouldNameExistingTypes() throws IOException {
        TYPE.matcher(Files.readString(Path.of("docs/architecture.md"))).results().forEach(type -> {
            Path file = Path.of("org/tearline", type.group(1) + ".java");
            Path agents = AGENT.resolve(type.group(1) + ".java");
            assertThat(Stream.of(MAIN.resolve(file), agents)).as("files of %s", type.group()).anyMatch(Files::exists);
            if (type.group(2) != null) {
                assertThat(MAIN.resolve(file)).content().containsPattern("(?:class|enum|record) " + type.group(2));
            }
        });
    }

    @Test
    void shouldNameExistingDocumentsInMessages() throws IOException {
        for (Path file : files(MAIN, ".java")) {
            for (String name : found(DOCUMENT, Files.readString(file))) {
                assertThat(Path.of(name)).as("document named in %s", file).exists();
            }
        }
    }

    /** A number that a reader may take for a fact stands in a resource, from which the document gets it. */
    @Test
    void shouldHaveNumbersWithUnitsBetweenMarkersOnly() throws IOException {
        for (Path document : documents()) {
            String prose = NO_PROSE.matcher(Files.readString(document)).replaceAll(" ");
            assertThat(NUMBER.matcher(prose).results().map(MatchResult::group)
                .filter(text -> !EXCEPTIONS.contains(text)))
                .as("numbers with units outside of markers in %s", document).isEmpty();
        }
    }

    /** Help takes its numbers from the constants that the program uses. Examples of input follow "such as". */
    @Test
    void shouldHaveNoNumbersWithUnitsInTextOfCommands() throws IOException {
        for (Path file : files(MAIN.resolve("org/tearline/cli"), ".java")) {
            String source = Files.readString(file);
            if (!source.contains("import picocli.CommandLine.Command") && !source.contains("@Option(")) {
                continue;
            }
            String text = EXAMPLES.matcher(String.join("", found(TEXT, source.replaceAll("\"\\s*\\+ \"", ""))))
                .replaceAll("");
            assertThat(Stream.of(NUMBER, WORDS).flatMap(pattern -> pattern.matcher(text).results())
                .map(MatchResult::group)).as("numbers with units in the text of %s", file).isEmpty();
        }
    }

    /** At the start of a line, a comment would begin a block of HTML, in which Markdown has no effect. */
    @Test
    void shouldNotStartALineWithTheMarkerOfAFact() throws IOException {
        for (Path document : documents()) {
            assertThat(Files.readString(document).lines().filter(line -> line.startsWith("<!-- fact: ")))
                .as("%s", document).isEmpty();
        }
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(files(Path.of("docs"), ".md"));
        documents.removeAll(GENERATED);
        documents.removeAll(DATED);
        documents.add(Path.of("README.md"));
        return documents;
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
