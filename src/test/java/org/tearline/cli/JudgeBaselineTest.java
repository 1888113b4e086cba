// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.cli.text.Output;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Judges captured reports against a baseline. */
class JudgeBaselineTest {
    private static final String COUNTER = "src/test/resources/agent/counter.json";

    @TempDir
    private Path folder;

    private Jar.Result run;

    @Test
    void shouldAcceptExactlyWhatTheBaselineLists() throws IOException {
        Path baseline = folder.resolve("baseline.json");
        assertThat(judge(COUNTER, "--baseline", baseline, "--write-baseline")).isZero();
        assertThat(run.out()).contains("baseline.json: 1 value accepted\n",
            "\n1. TEARS (accepted: shared, and torn on a measured CPU or by the JVM): ");
        String written = Files.readString(baseline);
        Output.assertFollows("baseline", written);
        assertThat(judge(COUNTER, "--baseline", baseline)).isZero();

        ObjectNode one = (ObjectNode) JsonMapper.shared().readTree(written);
        ((ObjectNode) one.at("/accepted/0")).put("reason", "a test");
        ((ObjectNode) one.at("/accepted/1")).put("kind", "plain write");
        Files.writeString(baseline, one.toString());
        assertThat(judge(COUNTER, "--baseline", baseline)).as("a new line of code accesses the value").isEqualTo(1);
        assertThat(run.out().replaceAll("\\s+", " ")).contains("baseline.json: 0 values accepted ", "baseline.json:"
            + " matches nothing any more: org.tearline.agent.programs.Counter.main, plain write of 8 bytes ");

        assertThat(judge(COUNTER, "--baseline", baseline, "--write-baseline")).as("reasons are kept").isZero();
        assertThat(Files.readString(baseline)).contains("\"a test\"").doesNotContain("plain write");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"schemaVersion\": 1}                               | baseline.json: required property 'accepted' not found",
        "{\"schemaVersion\": 2, \"accepted\": []}                | /schemaVersion: ",
        "{\"schemaVersion\": 1, \"accepted\": [null]}            | /accepted/0: null found, object expected",
        "{\"schemaVersion\": 1, \"accepted\": [{\"class\": \"A\"}]} | /accepted/0: required property",
        "accepted                                                 | not valid JSON",
        "{\"schemaVersion\": 2, \"process\": {}, \"sites\": []} | baseline.json: a report of the agent, not a file that"
            + " --write-baseline has written"})
    void shouldReportABadBaselineInOneLine(String text, String why) throws IOException {
        Path baseline = Files.writeString(folder.resolve("baseline.json"), text);
        assertThat(judge(COUNTER, "--baseline", baseline)).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("tester: --baseline ").contains(why);
    }

    @Test
    void shouldSayWhyTheBaselineCannotBeWritten() throws IOException {
        assertThat(judge(COUNTER, "--baseline", folder.resolve("none/baseline.json"), "--write-baseline")).isEqualTo(2);
        assertOneLine("--baseline ", "baseline.json: no such folder");
        assertThat(judge(COUNTER, "--baseline", folder, "--write-baseline")).isEqualTo(2);
        assertOneLine("--baseline ", ": is a folder, not a file");
    }

    @Test
    void shouldNotTakeABaselineForAReport() throws IOException {
        Path baseline = folder.resolve("baseline.json");
        judge(COUNTER, "--baseline", baseline, "--write-baseline");
        assertThat(judge(baseline)).isEqualTo(2);
        assertOneLine("baseline.json: ", "a baseline; give it with --baseline");
    }

    @Test
    void shouldAnnotateEntriesThatMatchNothing() throws IOException {
        Path baseline = folder.resolve("baseline.json");
        judge(COUNTER, "--baseline", baseline, "--write-baseline");
        assertThat(judge("src/test/resources/agent/harmless.json", "--baseline", baseline, "--github")).isZero();
        assertThat(run.out().lines()).hasSize(2).allSatisfy(line -> assertThat(line)
            .startsWith("::warning title=Misaligned values::").contains("baseline.json: matches nothing any more: "
                + "org.tearline.agent.programs.Counter.").endsWith(" of 8 bytes"));
    }

    private void assertOneLine(String... words) {
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("tester: ").contains(words);
        assertThat(run.out()).isEmpty();
    }

    private int judge(Object... arguments) {
        run = Jar.here(new Properties(), Stream.concat(Stream.of("judge"), Stream.of(arguments)).toArray());
        return run.exitCode();
    }
}
