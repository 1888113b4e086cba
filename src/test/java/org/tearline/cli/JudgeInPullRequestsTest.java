// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Tests SARIF output, and reports from several JVMs of one run. */
class JudgeInPullRequestsTest {
    private static final Path CAPTURED = Path.of("src", "test", "resources", "agent");
    private static final Path SCHEMA = Path.of("src", "test", "resources", "sarif", "sarif-schema-2.1.0.json");

    @TempDir
    private Path folder;

    private Jar.Result run;
    private Path sarif;

    @BeforeEach
    void nameTheFile() {
        sarif = folder.resolve("a.sarif");
    }

    @Test
    void shouldFollowTheSarifSchema() throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_4)
            .getSchema(Files.readString(SCHEMA), InputFormat.JSON);
        for (String program : List.of("shared-counter", "counter")) {
            judge(captured(program), "--sarif", sarif);
            assertThat(schema.validate(Files.readString(sarif), InputFormat.JSON)).as(program).isEmpty();
        }
        assertThat(schema.validate(Files.readString(sarif).replace("\"message\"", "\"massage\""), InputFormat.JSON))
            .isNotEmpty();
    }

    @Test
    void shouldPointAtTheLineOfTheSource() throws IOException {
        assertThat(judge(captured("shared-counter"), "--sarif", sarif)).isEqualTo(1);

        JsonNode result = results().get(0);
        assertThat(result.get("level").asString()).isEqualTo("error");
        assertThat(result.get("ruleId").asString()).isEqualTo("misaligned/tears");
        JsonNode place = result.at("/locations/0/physicalLocation");
        assertThat(place.at("/artifactLocation/uri").asString())
            .isEqualTo("agent/src/test/java/org/tearline/agent/programs/SharedCounter.java");
        assertThat(place.at("/region/startLine").asInt()).isEqualTo(32);
        assertThat(result.at("/message/text").asString()).contains("getLongVolatile, volatile read of 8 bytes",
            "at 60, across a line: torn on ", "promised by no vendor", "Put it at a multiple of 8");
    }

    @Test
    void shouldNameOnlyTheMethodWithoutASource() throws IOException {
        judge(captured("shared-counter"), "--sarif", sarif, "--source", Files.createDirectory(folder.resolve("a b")));
        JsonNode location = results().get(0).at("/locations/0");
        assertThat(location.has("physicalLocation")).isFalse();
        assertThat(location.at("/logicalLocations/0/fullyQualifiedName").asString())
            .isEqualTo("org.tearline.agent.programs.SharedCounter.main");

        Path odd = folder.resolve("a b").resolve("\u00fc/org/tearline/agent/programs");
        Files.writeString(Files.createDirectories(odd).resolve("SharedCounter.java"), "");
        Files.writeString(Files.createDirectories(folder.resolve("a b/x/target/org/tearline/agent/programs"))
            .resolve("SharedCounter.java"), "");
        judge(captured("shared-counter"), "--sarif", sarif, "--source", folder.resolve("a b"));
        assertThat(results().get(0).at("/locations/0/physicalLocation/artifactLocation/uri").asString())
            .isEqualTo("%C3%BC/org/tearline/agent/programs/SharedCounter.java");
    }

    @Test
    void shouldListTheOtherLinesOfAValue() throws IOException {
        judge(captured("counter"), "--sarif", sarif);
        assertThat(results()).singleElement().satisfies(result -> {
            assertThat(result.get("relatedLocations")).hasSize(1);
            assertThat(result.get("stacks")).hasSize(2);
            assertThat(result.at("/message/text").asString()).contains("getLongVolatile", "putOrderedLong");
        });
    }

    @Test
    void shouldMergeReportsOfOneRun() throws IOException {
        assertThat(judge(captured("shared-counter"), captured("counter"), captured("shared-counter"), "--sarif", sarif))
            .isEqualTo(1);
        long hits = counter().at("/sites/0/hits").asLong();
        assertThat(results()).hasSize(2).first().satisfies(result -> {
            JsonNode value = result.get("properties");
            assertThat(value.get("hits").asLong()).isEqualTo(2 * hits);
            assertThat(value.at("/places/0/hits").asLong()).isEqualTo(2 * hits);
            assertThat(value.get("values").asLong()).isEqualTo(2);
        });

        ObjectNode other = counter();
        ((ObjectNode) other.get("geometry")).put("lineBytes", 128);
        assertThat(judge(captured("shared-counter"), written(other))).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(1).first().asString()
            .contains("report.json", "a different kind of machine", "lines of 128 bytes");
    }

    @Test
    void shouldReportMissingFoldersInOneLine() throws IOException {
        assertThat(judge(captured("shared-counter"), "--source", folder.resolve("none"))).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(judge(captured("shared-counter"), "--sarif", folder.resolve("none/a.sarif"))).isNotZero();
        assertThat(run.err().lines()).hasSize(1);
    }

    private int judge(Object... arguments) {
        run = Jar.here(new Properties(), Stream.concat(Stream.of("judge"), Stream.of(arguments)).toArray());
        return run.exitCode();
    }

    private JsonNode results() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(sarif)).at("/runs/0/results");
    }

    private static Path captured(String program) {
        return CAPTURED.resolve(program + ".json");
    }

    private static ObjectNode counter() throws IOException {
        return (ObjectNode) JsonMapper.shared().readTree(Files.readString(captured("shared-counter")));
    }

    private Path written(ObjectNode report) throws IOException {
        return Files.writeString(folder.resolve("report.json"), report.toString());
    }
}
