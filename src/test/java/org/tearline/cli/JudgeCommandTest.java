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
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The reports are the agent's own, of the programs that its tests run; the results are those of a sweep on x86. */
class JudgeCommandTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shouldNameWhatTearsAndWhatToDo() throws IOException {
        assertThat(judge(captured("shared-counter"), "--results", results())).isEqualTo(1);

        assertThat(text().replaceAll("\\s+", " ")).as("however its lines are wrapped").contains(
            "1. TEARS: getLongVolatile, volatile read of 8 bytes", "which other processes can see", "seen torn on",
            "guaranteed by no vendor", "SIGBUS on Arm with LSE2", "written by an ordinary store on",
            "-> put it at a multiple of 8", "pad before it: 4 bytes at 60");
    }

    @Test
    void shouldJudgeByPromisesWhereNobodyMeasured() throws IOException {
        assertThat(judge(captured("shared-counter"), "--results", Files.createDirectory(folder.resolve("none"))
            .toString())).isEqualTo(1);

        assertThat(text()).contains("by promises alone", "MAY TEAR", "guaranteed by no vendor")
            .doesNotContain("seen torn");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shared-counter", "agrona-buffers", "chronicle-wire"})
    void shouldPrintWhatTheSchemaSays(String program) throws IOException {
        judge(captured(program), "--results", results(), "--json");

        assertThat(schema().validate(text(), InputFormat.JSON)).isEmpty();
        assertThat(schema().validate(text().replace("\"danger\" :", "\"fear\" :"), InputFormat.JSON)).isNotEmpty();
        JsonNode report = JsonMapper.shared().readTree(Files.readString(captured(program)));
        JsonNode judged = JsonMapper.shared().readTree(text());
        assertThat(judged.get("sites")).hasSameSizeAs(report.get("sites"));
        assertThat(judged.get("sites").valueStream().flatMap(site -> site.get("places").valueStream())
            .mapToLong(place -> place.get("hits").asLong()).sum())
            .isEqualTo(report.get("hits").get("atSites").asLong());
    }

    @Test
    void shouldMeasureNothingOfNarrowValues() throws IOException {
        assertThat(judge(captured("chronicle-wire"), "--results", results())).isZero();

        assertThat(text()).contains("judged by promises only, since no result is about 4 bytes there")
            .doesNotContain("seen torn", "read by an");
    }

    @Test
    void shouldTellAnUpdateFromAStore() throws IOException {
        judge(captured("agrona-buffers"), "--results", results(), "--json");

        JsonMapper.shared().readTree(text()).get("sites").forEach(site -> site.get("places").forEach(place -> {
            boolean crosses = place.get("place").asString().matches("across-(line|page)");
            assertThat(place.get("splitLock").asBoolean())
                .isEqualTo(crosses && site.get("access").get("operation").asString().equals("update"));
            place.get("measured").forEach(one -> assertThat(one.get("pair").asString()).isIn(
                switch (site.get("access").get("operation").asString()) {
                    case "read" -> List.of("ordinary", "locked-write");
                    case "write" -> List.of("ordinary", "locked-read");
                    default -> List.of("locked-write", "locked-read", "both-locked");
                }));
            place.get("promises").forEach(one -> assertThat(one.get("itself").get("promise").asString())
                .as(place.get("place").asString()).isEqualTo(expected(site, place, one)));
        }));
    }

    /** What the books of Intel, AMD and Arm come to for eight bytes that are not aligned. */
    private static String expected(JsonNode site, JsonNode place, JsonNode promise) {
        String cpu = promise.get("cpu").asString();
        boolean update = site.get("access").get("operation").asString().equals("update");
        boolean ordered = site.get("access").get("mode").asString().equals("volatile");
        boolean crosses = place.get("place").asString().matches("across-(line|page)");
        if (cpu.startsWith("Intel")) {
            return update || !crosses ? "atomic" : "not-guaranteed";
        }
        if (cpu.startsWith("AMD")) {
            return update ? "atomic" : "not-guaranteed";
        }
        if (cpu.startsWith("Arm")) {
            return update || ordered ? "faults" : "not-guaranteed";
        }
        return promise.get("itself").get("promise").asString();
    }

    @ParameterizedTest
    @CsvSource({"4, 8, across-line, false", "1, 4, inside-8, true", "6, 4, across-line, false"})
    void shouldExpectTheWorstOfTheCollector(int offset, int bytes, String place, boolean certain) throws IOException {
        ObjectNode report = counter();
        ObjectNode site = (ObjectNode) report.get("sites").get(0);
        site.put("memory", "heap").put("object", "byte[]").putNull("mapping");
        ((ObjectNode) site.get("access")).put("bytes", bytes);
        ((ObjectNode) site.get("places").get(0)).put("crossesLine", false).put("offset", offset);
        ((ObjectNode) site.get("values")).put("shared", 1).put("mostThreads", 2);

        assertThat(judge(written(report), "--results", results(), "--json")).isEqualTo(1);
        JsonNode judged = JsonMapper.shared().readTree(text()).get("sites").get(0).get("places").get(0);
        assertThat(judged.get("place").asString()).isEqualTo(place);
        assertThat(judged.get("certain").asBoolean()).isEqualTo(certain);
    }

    @Test
    void shouldPutWhatIsSharedAndTornFirst() throws IOException {
        ObjectNode report = counter();
        ObjectNode torn = (ObjectNode) report.get("sites").get(0);
        ObjectNode alone = torn.deepCopy().putNull("mapping").put("hits", 1_000_000_000L);
        ObjectNode narrow = torn.deepCopy();
        ((ObjectNode) narrow.get("access")).put("bytes", 4);
        ObjectNode lost = torn.deepCopy().putNull("mapping");
        ((ObjectNode) lost.get("values")).put("known", 0).put("mostThreads", 0);
        report.putArray("sites").add(alone).add(narrow).add(lost).add(torn);

        judge(written(report), "--results", results(), "--json");
        List<String> order = new ArrayList<>();
        JsonMapper.shared().readTree(text()).get("sites").forEach(site -> order.add(site.get("danger").asString() + " "
            + site.get("access").get("bytes") + " " + site.get("shared").get("byProcesses")));
        assertThat(order).containsExactly("tears 8 true", "tears 8 false", "may-tear 4 true", "one-thread 8 false");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"schemaVersion\": 1 | column 20: the file ends in the middle",
        "hello                 | not a report of the agent: line 1, column 1: not JSON from here on",
        "[]                    | object expected",
        "{}                    | required property",
        "{\"a\":1,\"a\":2}     | a name for the second time in its object"})
    void shouldSayInOneLineWhatIsNoReport(String text, String why) throws IOException {
        assertThat(judge(Files.writeString(folder.resolve("bad.json"), text))).isEqualTo(2);
        assertOneLine(why);
    }

    @Test
    void shouldSayInOneLineWhatNoAgentWrites() throws IOException {
        ObjectNode report = counter();
        ((ObjectNode) report.get("sites").get(0).get("access")).put("mode", "ordered");
        assertThat(judge(written(report))).isEqualTo(2);
        assertOneLine("/sites/0/access: a read cannot be ordered");

        ((ObjectNode) report.get("sites").get(0).get("access")).put("mode", "volatile");
        ((ObjectNode) report.get("sites").get(0)).put("site", 7);
        assertThat(judge(written(report))).isEqualTo(2);
        assertOneLine("/sites/0/site: there are 1 frames");
        assertThat(judge(folder.resolve("none.json"))).isEqualTo(2);
        assertOneLine("no such file");
        assertThat(judge(captured("shared-counter"), "--results", folder + "/none")).isEqualTo(2);
        assertOneLine("there is no such folder");
        ((ObjectNode) report.get("sites").get(0)).put("site", 0)
            .set("hits", JsonMapper.shared().readTree("123456789012345678901234567890"));
        assertThat(judge(written(report))).isEqualTo(2);
        assertOneLine("out of range");
    }

    private void assertOneLine(String why) {
        String words = err.toString(StandardCharsets.UTF_8);
        err.reset();
        assertThat(words.lines()).hasSize(1);
        assertThat(words).startsWith("tester: ").contains(why).doesNotContain("jackson", "Unexpected", "token");
        assertThat(out.size()).isZero();
    }

    private int judge(Path report, String... options) {
        List<String> arguments = new ArrayList<>(List.of("judge", report.toString()));
        arguments.addAll(List.of(options));
        return Program.execute(arguments.toArray(String[]::new), new Properties(),
            new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private ObjectNode counter() throws IOException {
        return (ObjectNode) JsonMapper.shared().readTree(Files.readString(captured("shared-counter")));
    }

    private Path written(ObjectNode report) throws IOException {
        return Files.writeString(folder.resolve("report.json"), report.toString());
    }

    private Path captured(String program) throws IOException {
        return copied("/agent/" + program + ".json", program + ".json");
    }

    private String results() throws IOException {
        Path results = Files.createDirectories(folder.resolve("results"));
        copied("/results/sweep-x86.json", "results/sweep-x86.json");
        return results.toString();
    }

    private Path copied(String resource, String name) throws IOException {
        try (InputStream in = JudgeCommandTest.class.getResourceAsStream(resource)) {
            return Files.write(folder.resolve(name), in.readAllBytes());
        }
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Schema schema() throws IOException {
        try (InputStream in = JudgeCommandTest.class.getResourceAsStream("/schema/judge.schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(in);
        }
    }
}
