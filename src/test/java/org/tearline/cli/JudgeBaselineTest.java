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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
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

    @Test
    void shouldAcceptAnUnknownValueUntilItIsAnError() throws IOException {
        ObjectNode report = CapturedReport.of("counter");
        CapturedReport.watchPlain(report, true);
        report.get("sites").forEach(site -> CapturedReport.setValues(site, "unknown", 1, 1));
        Path unknown = Files.writeString(folder.resolve("unknown.json"), CapturedReport.text(report));
        Path baseline = folder.resolve("baseline.json");
        assertThat(judge(unknown)).isEqualTo(3);
        assertThat(judge(unknown, "--baseline", baseline, "--write-baseline")).isZero();
        Output.assertFollows("baseline", Files.readString(baseline));
        assertThat(judge(unknown, "--baseline", baseline)).isZero();
        assertThat(run.out()).contains("\n1. UNKNOWN (accepted: ");
        assertThat(judge(COUNTER, "--baseline", baseline)).isEqualTo(1);
        assertThat(run.out()).contains("\n1. TEARS: ", "0 values accepted");
        assertThat(judge(COUNTER, "--baseline", baseline, "--write-baseline")).isZero();
        assertThat(judge(unknown, "--baseline", baseline)).isZero();
    }

    /** Written before the kinds of evidence were five. */
    @Test
    void shouldReadABaselineThatWasWrittenBefore() throws IOException {
        String entry = """
            {"class": "org.tearline.agent.programs.Counter", "method": "%s", "kind": "%s", "bytes": 8, %s
             "reason": "x"}""";
        Path baseline = folder.resolve("baseline.json");
        for (String danger : new String[] {"", "\"danger\": \"unknown\", "}) {
            Files.writeString(baseline, "{\"schemaVersion\": 1, \"accepted\": ["
                + entry.formatted("read", "volatile read", danger) + ","
                + entry.formatted("main", "ordered write", danger) + "]}");
            assertThat(judge(COUNTER, "--baseline", baseline)).isEqualTo(danger.isEmpty() ? 0 : 1);
        }
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

    /** Compilers number lambdas and anonymous classes, and a new one gets the number of an old one. */
    @ParameterizedTest
    @CsvSource({"A,lambda$main$,''", "A,main$lambda$,$lambda$1", "A$,run,''", "A,$anonfun$main$,$adapted"})
    void shouldNotTakeALambdaForAnother(String type, String start, String end) throws IOException {
        ObjectNode report = CapturedReport.of("counter");
        ArrayNode sites = (ArrayNode) report.get("sites");
        name(sites.get(0), type, start, end, 0);
        Path baseline = folder.resolve("baseline.json");
        assertThat(judge(written(report), "--baseline", baseline, "--write-baseline")).isZero();
        ObjectNode accepted = (ObjectNode) JsonMapper.shared().readTree(Files.readString(baseline));
        accepted.get("accepted").forEach(entry -> ((ObjectNode) entry).put("reason", "known ".repeat(20).strip()));
        Files.writeString(baseline, accepted.toString());

        name(sites.get(0), type, start, end, 1);
        assertThat(judge(written(report), "--baseline", baseline)).as("renumbered").isZero();
        assertThat(run.out().replaceAll("\\s+", " ")).contains("known known; the baseline has another number of"
            + " this lambda or anonymous class): 8 bytes at ").doesNotContain("matches nothing");
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(118));
        judge(written(report), "--baseline", baseline, "--write-baseline");
        assertThat(Files.readString(baseline)).contains("known known\"").doesNotContain("another number");
        Files.writeString(baseline, accepted.toString());

        ObjectNode other = (ObjectNode) sites.get(0).deepCopy();
        ((ObjectNode) other.get("values")).put("group", 77);
        name(other, type, start, end, 0);
        sites.add(other);
        assertThat(judge(written(report), "--baseline", baseline)).as("a new lambda").isEqualTo(1);
        assertThat(run.out().replaceAll("\\s+", " ")).contains("baseline.json: 0 values accepted ", "baseline.json:"
            + " accepts nothing, as there are more such lambdas or anonymous classes than it lists, and compilers"
            + " renumber them: A").doesNotContain("matches nothing");
        judge(written(report), "--baseline", baseline, "--json");
        Output.assertFollows("judgement", run.out());
        assertThat(judge(written(report), "--baseline", baseline, "--github")).isEqualTo(1);
        assertThat(run.out()).contains("baseline.json: accepts nothing, as there are more ");

        assertThat(judge(written(report), "--baseline", baseline, "--write-baseline")).isZero();
        sites.remove(0);
        assertThat(judge(written(report), "--baseline", baseline)).as("a lambda less").isZero();
        assertThat(run.out()).contains("matches nothing any more: A");
    }

    private static void name(JsonNode site, String type, String start, String end, int number) {
        boolean inClass = type.endsWith("$");
        ((ObjectNode) site.at("/frames/0")).put("class", inClass ? type + number : type)
            .put("method", inClass ? start : start + number + end);
    }

    @Test
    void shouldNotWriteMethodsOfTheJdk() throws IOException {
        ObjectNode report = CapturedReport.of("counter");
        ((ObjectNode) report.at("/sites/0/frames/0")).put("class", "java.lang.Thread").put("method", "run");
        ObjectNode other = (ObjectNode) report.at("/sites/1").deepCopy();
        ((ObjectNode) other.get("values")).put("group", 77);
        ((ObjectNode) other.at("/frames/0")).put("class", "javax.swing.Own");
        ((ArrayNode) report.get("sites")).add(other);
        Path baseline = folder.resolve("baseline.json");
        assertThat(judge(written(report), "--baseline", baseline, "--write-baseline")).isEqualTo(1);
        assertThat(run.out()).contains("baseline.json: 1 value accepted\n");
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("tester: --write-baseline: not written: java.lang.Thread.run, volatile read of"
            + " 8 bytes: ").contains("would accept such an access by any code");
        assertThat(Files.readString(baseline)).contains("javax.swing.Own").doesNotContain("java.lang", "Counter");
    }

    private Path written(ObjectNode report) throws IOException {
        return Files.writeString(folder.resolve("report.json"), CapturedReport.text(report));
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
