// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.published.ResultText;
import org.tearline.published.SyntheticResults;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CompareCommandTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path first;
    private Path second;

    @BeforeEach
    void makeResults() throws IOException {
        SyntheticResults results = new SyntheticResults(3);
        first = folder.resolve("a.json");
        second = folder.resolve("b.json");
        ResultText.write(results.next(), first);
        ResultText.write(results.next(), second);
    }

    @Test
    void shouldFindNoDifferenceBetweenAFileAndItself() {
        assertThat(compare(first, first)).isZero();
        assertThat(text())
            .containsPattern("\nthe same kind of answer: [0-9,]+ offsets of [0-9]+ writes and reads; --all")
            .doesNotContain(" across a line ");
        out.reset();
        assertThat(compare(first, first, "--all")).isZero();
        assertThat(text()).contains("differ: 0;", "\nthe same kind of answer\n", " across a line ", ", strong")
            .doesNotContain("\ndiffer\n", "\nonly one has", "across-line", "within-", "none, strong");
    }

    @Test
    void shouldSayTheSameInTextAndInJson() throws IOException {
        int code = compare(first, second, "--all");
        String words = text();
        out.reset();
        assertThat(compare(first, second, "--json")).isEqualTo(code);

        assertThat(schema().validate(text(), InputFormat.JSON)).isEmpty();
        JsonNode json = JsonMapper.shared().readTree(text());
        assertThat(words).contains(String.format(Locale.ROOT, "differ: %,d;",
            json.get("counts").get("different").asLong()));
        assertThat(code).isEqualTo(json.get("counts").get("different").asLong() == 0 ? 0 : 1);
        assertThat(words.lines().filter(line -> line.startsWith("  ") && !line.contains("write/read")))
            .hasSize(json.get("rows").size());
        assertThat(schema().validate(text().replace("\"torn\" :", "\"tore\" :"), InputFormat.JSON)).isNotEmpty();
    }

    @Test
    void shouldRefuseWhatIsNoValidResult() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.json"), "{\"schemaVersion\": 1}");

        assertThat(compare(first, bad)).isEqualTo(3);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("bad.json: version: this is a version 1 file");
        assertThat(compare(first, folder.resolve("none.json"))).isEqualTo(2);
        assertThat(out.size()).isZero();
    }

    private int compare(Path a, Path b, String... options) {
        String[] arguments = new String[options.length + 3];
        arguments[0] = "compare";
        arguments[1] = a.toString();
        arguments[2] = b.toString();
        System.arraycopy(options, 0, arguments, 3, options.length);
        return Program.execute(arguments, new Properties(), new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Schema schema() throws IOException {
        try (InputStream in = CompareCommandTest.class.getResourceAsStream("/schema/compare.schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(in);
        }
    }
}
