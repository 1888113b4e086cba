// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.cli.text.Output;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Judges captured reports for other CPUs, and for other programs to read. */
class JudgeOutputTest {
    private static final String COUNTER = "src/test/resources/agent/counter.json";

    @TempDir
    private Path folder;

    private Jar.Result run;

    @ParameterizedTest
    @CsvSource({"x86, 1, 1. TEARS: ", "all, 1, 1. TEARS: ", "arm, 1, 1. FAULTS: ", "ARM, 1, 1. FAULTS: "})
    void shouldJudgeForOtherCpus(String target, int exit, String first) {
        assertThat(judge(COUNTER, "--for", target)).isEqualTo(exit);
        assertThat(run.out()).contains("\n" + first);
    }

    /** A right-to-left override in a name of the program would reverse the rest of the line on a terminal. */
    @Test
    void shouldEscapeWhatATerminalInterprets() throws IOException {
        Path report = Files.writeString(folder.resolve("report.json"),
            Files.readString(Path.of(COUNTER)).replace("\"method\": \"", "\"method\": \"\u202e"));

        assertThat(judge(report.toString(), "--json")).isEqualTo(1);

        assertThat(run.out()).contains("\\u202E").doesNotContain("\u202e");
    }

    @Test
    void shouldSayThatNoValueOfASiteWasTracked() throws IOException {
        ObjectNode report = CapturedReport.of("counter");
        report.get("sites").forEach(site -> CapturedReport.setValues(site, "unordered", 0, 0));
        Path file = Files.writeString(folder.resolve("report.json"), CapturedReport.text(report));

        assertThat(judge(file.toString())).isEqualTo(3);

        assertThat(run.out()).contains("\n1. UNKNOWN: ")
            .containsPattern("\\d accesses to values that were not tracked\\n");
    }

    @Test
    void shouldFindWhatFaultsOnArmAlthoughNoThreadSharesIt() {
        assertThat(judge("src/test/resources/agent/harmless.json", "--for", "arm")).isEqualTo(1);
        assertThat(run.out()).contains(" faults or may fault at an access, whoever shares it",
            "; judged for Arm\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"--write-baseline | --write-baseline requires --baseline FILE",
        "--json --github | give --json or --github, not both", "--for mips | is not one of x86, arm, all",
        "--baseline none.json | none.json: no such file"})
    void shouldReportAWrongOptionInOneLine(String options, String why) {
        assertThat(judge(Stream.concat(Stream.of(COUNTER), Stream.of(options.split(" "))).toArray())).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains(why);
    }

    @ParameterizedTest
    @CsvSource({"counter, 1, errors", "shared-counter, 1, errors", "communicated, 1, errors", "harmless, 0, no-errors",
        "untracked, 1, errors", "blind, 3, blind"})
    void shouldPrintJsonThatFollowsTheSchema(String program, int exit, String conclusion) throws IOException {
        Path baseline = folder.resolve("baseline.json");
        Object report = "src/test/resources/agent/" + program + ".json";
        judge(COUNTER, "--baseline", baseline, "--write-baseline");
        for (Object[] options : List.of(new Object[]{report, "--json"}, new Object[]{report, "--json", "--for", "arm"},
            new Object[]{report, "--json", "--for", "all", "--baseline", baseline})) {
            judge(options);
            Output.assertFollows("judgement", run.out());
        }
        assertThat(judge(report, "--json")).isEqualTo(exit);
        JsonNode printed = JsonMapper.shared().readTree(run.out());
        assertThat(printed.at("/conclusion").asString()).isEqualTo(conclusion);
        assertThat(printed.at("/values").size()).isEqualTo(JsonMapper.shared().readTree(Files.readString(
            Path.of(report.toString()))).at("/sites").valueStream().map(site -> site.at("/values/group").asInt())
            .distinct().count());
    }

    @Test
    void shouldWrapEveryLineForAReader() {
        judge(COUNTER);
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(118));
    }

    @Test
    void shouldSayInHowManyReportsPlainAccessesAreMissing() throws IOException {
        ObjectNode report = (ObjectNode) JsonMapper.shared().readTree(Files.readString(Path.of(COUNTER)));
        Path plain = Files.writeString(folder.resolve("plain.json"), CapturedReport.text(report));
        report.withObjectProperty("options").put("ordered", true);
        Path ordered = Files.writeString(folder.resolve("ordered.json"), CapturedReport.text(report));
        judge(ordered, plain);
        assertThat(run.out()).contains("\nmissing: plain accesses in 1 of 2 reports, which the agent made with"
            + " the option ordered\n").doesNotContain("were to be watched");

        report.withObjectProperty("options").put("ordered", false);
        report.withObjectProperty("watched").putArray("notWatched").add("jdk-memory");
        Path failed = Files.writeString(folder.resolve("failed.json"), CapturedReport.text(report));
        judge(ordered, plain, failed);
        assertThat(run.out()).contains("\nmissing: plain accesses, which were to be watched but were not\n",
            "\nmissing: plain accesses in 1 of 3 reports, which the agent made with the option ordered\n");
        judge(ordered, plain, failed, "--json");
        Output.assertFollows("judgement", run.out());
    }

    @Test
    void shouldAnnotateTheLinesOfErrors() {
        assertThat(judge(COUNTER, "--github")).isEqualTo(1);
        assertThat(run.out().lines()).hasSize(2).allSatisfy(line -> assertThat(line)
            .startsWith("::warning file=agent/src/test/java/org/tearline/agent/programs/Counter.java,line=")
            .contains(",title=TEARS::org.tearline.agent.programs.Counter."));
        assertThat(judge("src/test/resources/agent/harmless.json", "--github")).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(judge("src/test/resources/agent/blind.json", "--github")).isEqualTo(3);
        assertThat(run.out()).startsWith("::warning title=").contains("accesses are missing");
    }

    @Test
    void shouldTellTwoWaysToALineApart() throws IOException {
        ObjectNode report = (ObjectNode) JsonMapper.shared().readTree(Files.readString(Path.of(COUNTER)));
        ArrayNode sites = (ArrayNode) report.get("sites");
        ObjectNode other = (ObjectNode) sites.get(0).deepCopy();
        String line = "   at " + other.at("/frames/0/class").asString() + "." + other.at("/frames/0/method").asString();
        sites.add(other);
        Path file = folder.resolve("report.json");
        assertThat(judge(Files.writeString(file, CapturedReport.text(report)))).isEqualTo(1);
        assertThat(run.out().lines().filter(text -> text.startsWith(line))).as("nothing to tell them").hasSize(1);
        assertThat(judge(Files.writeString(file, CapturedReport.text(report)), "--github")).isEqualTo(1);
        assertThat(run.out().lines()).doesNotHaveDuplicates();

        ObjectNode frame = JsonMapper.shared().createObjectNode().put("class", "A").put("method", "peek")
            .put("file", "A.java").put("line", 16);
        ((ArrayNode) other.get("frames")).insert(0, frame).add(frame.deepCopy().put("method", "caller"));
        other.put("site", 1);
        assertThat(judge(Files.writeString(file, CapturedReport.text(report)))).isEqualTo(1);
        assertThat(run.out().lines().filter(text -> text.startsWith(line))).hasSize(2)
            .anyMatch(text -> text.endsWith(" of 8 bytes"))
            .anyMatch(text -> text.endsWith(" of 8 bytes, through A.peek(A.java:16), called by A.caller(A.java:16)"));
    }

    @ParameterizedTest
    @CsvSource({"org.agrona.Buffer, ', through org.agrona.Buffer.put(A.java:16)'", "java.nio.Bits, ''"})
    void shouldNameTheLibraryThatALineCalls(String library, String words) throws IOException {
        ObjectNode report = CapturedReport.of("counter");
        ObjectNode site = (ObjectNode) report.at("/sites/0");
        ObjectNode frame = JsonMapper.shared().createObjectNode().put("class", library).put("method", "put")
            .put("file", "A.java").put("line", 16);
        ((ArrayNode) site.get("frames")).insert(0, frame).insert(0, frame.deepCopy().put("method", "inner"));
        site.put("site", 2);
        judge(Files.writeString(folder.resolve("report.json"), CapturedReport.text(report)));
        assertThat(run.out().lines()).anyMatch(line -> line.endsWith("volatile read of 8 bytes" + words));
    }

    /** A name in a report must neither end an annotation nor start another command. */
    @ParameterizedTest
    @ValueSource(strings = {"a,line=1::b", "a%0Ab", "a\nb", "a\r::error::b", "##[error]", "\u202eb"})
    void shouldEscapeNamesInAnnotations(String name) throws IOException {
        ObjectNode report = (ObjectNode) JsonMapper.shared().readTree(Files.readString(Path.of(COUNTER)));
        report.get("sites").forEach(site -> {
            ((ObjectNode) site.at("/frames/0")).put("class", name).put("method", name).put("file", name);
            ((ObjectNode) site.get("access")).put("method", name);
        });
        assertThat(judge(Files.writeString(folder.resolve("report.json"), CapturedReport.text(report)), "--github"))
            .isEqualTo(1);
        assertThat(run.out().lines()).hasSize(2).allSatisfy(line -> {
            assertThat(line).matches("::warning title=TEARS::[\\x20-\\x7e]*").doesNotContain("##[");
            assertThat(line.split("::")).hasSize(3);
        });
    }

    private int judge(Object... arguments) {
        run = Jar.here(new Properties(), Stream.concat(Stream.of("judge"), Stream.of(arguments)).toArray());
        return run.exitCode();
    }
}
