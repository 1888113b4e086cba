// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.tearline.merge.Merge;
import org.tearline.published.ResultPath;
import org.tearline.report.ResultsReport;
import org.tearline.submission.RecallList;
import org.tearline.submission.Validator;

/** Tables in documents are those of the committed results. */
class ReadmeTablesTest {
    private static final List<String> DOCUMENTS = List.of("README.md", "docs/results.md");
    private static final Path RESULTS = Path.of(ResultPath.ROOT);

    @TempDir
    private Path folder;

    /** From those that it names: a result that somebody sends in must not need a new README. */
    @ParameterizedTest
    @FieldSource("DOCUMENTS")
    void shouldBeMadeFromTheCommittedResults(String document) throws IOException {
        String text = Files.readString(Path.of(document));
        Files.createDirectories(folder.resolve("docs"));
        Path copy = Files.copy(Path.of(document), folder.resolve(document));
        for (Map.Entry<String, Path> file : files().entrySet()) {
            if (text.contains(file.getKey())) {
                Path target = folder.resolve(file.getValue());
                Files.createDirectories(target.getParent());
                Files.copy(file.getValue(), target);
            }
        }
        Files.copy(RESULTS.resolveSibling(RecallList.NAME), folder.resolve(RESULTS).resolveSibling(RecallList.NAME));
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        ResultsReport report = new ResultsReport(folder.resolve(RESULTS),
            new PrintStream(log, true, StandardCharsets.UTF_8));
        report.read(new Validator(Clock.systemUTC()));
        report.writeReadme(copy);
        assertThat(report.complete()).as("every result that it names counts; %s", log.toString(StandardCharsets.UTF_8))
            .isTrue();
        assertThat(copy).as("tester report --readme %s; %s", document, log.toString(StandardCharsets.UTF_8))
            .hasSameTextualContentAs(Path.of(document));
    }

    @Test
    void shouldSayWhatIsWrongWithMarkers() {
        assertThatThrownBy(() -> ReadmeTables.into("# A text\n", new Merge(), "results"))
            .hasMessageContaining("has no part to be generated, such as one between '<!-- tester report --readme: ");
        assertThatThrownBy(() -> ReadmeTables.into("<!-- tester report --readme: guards -->\n", new Merge(), "results"))
            .hasMessageContaining("do not go together");
        String empty = "a\n<!-- tester report --readme: guards -->\n<!-- tester report --readme: end of guards -->"
            + "\nb\n";
        String made = ReadmeTables.into(empty, new Merge(), "results");
        assertThat(made).startsWith("a\n").endsWith("\nb\n").contains("No result that counts has a guarded read");
        assertThat(ReadmeTables.into(made, new Merge(), "results")).isEqualTo(made);
    }

    /** All results by the digits of their digest that are in their name. */
    private static Map<String, Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(RESULTS)) {
            return all.filter(Files::isRegularFile).collect(Collectors.toMap(file -> file.getFileName().toString()
                .replaceFirst(".*-([0-9a-f]{16})\\.json", "$1"), Function.identity()));
        }
    }
}
