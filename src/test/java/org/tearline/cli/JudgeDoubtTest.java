// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.cli.CapturedReport.setValues;
import static org.tearline.cli.CapturedReport.watchPlain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
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
import tools.jackson.databind.node.ObjectNode;

/** Judges values that an access which nobody watched may tear. */
class JudgeDoubtTest {
    private static final String NOT_WATCHED = "plain accesses were not watched (option ordered)";

    @TempDir
    private Path folder;

    private Jar.Result run;

    /** A memory order is of no use to one thread, so another one may make the plain accesses. */
    @ParameterizedTest
    @CsvSource({"60, 8, ordered, UNKNOWN", "60, 8, locked, UNKNOWN",
        "18, 4, ordered, ONE THREAD (but accesses are missing)",
        "18, 4, locked, ONE THREAD (but accesses are missing)"})
    void shouldNotTrustAMemoryOrderThatOneThreadUses(int offset, int bytes, String kind, String danger)
        throws IOException {
        ObjectNode report = oneThread(offset, bytes, kind);
        assertThat(judge(written("report", report))).isEqualTo(3);
        assertThat(run.out()).contains("\n1. " + danger + ": ");
        boolean unknown = danger.equals("UNKNOWN");
        assertThat(unwrapped().contains(NOT_WATCHED)).isEqualTo(unknown);
        judge(folder.resolve("report.json"), "--json");
        Output.assertFollows("judgement", run.out());
        assertThat(JsonMapper.shared().readTree(run.out()).at("/values/0/doubts").toString())
            .isEqualTo(unknown ? "[\"plain-not-watched\"]" : "[]");
        assertThat(judge(folder.resolve("report.json"), "--for", "arm")).as("faults, whoever shares it").isEqualTo(1);

        watchPlain(report, true);
        assertThat(judge(written("report", report))).isZero();
        assertThat(run.out()).contains("\n1. ONE THREAD: ").doesNotContain("not watched (");
    }

    @ParameterizedTest
    @ValueSource(strings = {"locked", "ordered"})
    void shouldNotKnowWhatPlainAccessesDo(String evidence) throws IOException {
        ObjectNode report = oneThread(60, 8, evidence);
        report.get("sites").forEach(site -> setValues(site, evidence, 1, 1));
        assertThat(judge(written("report", report))).isEqualTo(3);
        assertThat(run.out()).contains("\n1. UNKNOWN: ");
        assertThat(unwrapped()).contains(NOT_WATCHED);

        watchPlain(report, true);
        assertThat(judge(written("report", report))).isZero();
        assertThat(unwrapped()).doesNotContain("not watched (");
    }

    /** A report of a program that was killed is one that was written while it ran. */
    @Test
    void shouldNotSayThatNothingWasFoundInAProgramThatDidNotEnd() throws IOException {
        ObjectNode report = CapturedReport.of("harmless");
        assertThat(judge(written("report", report))).isZero();
        assertThat(judge(written("report", report.put("ended", false)))).isEqualTo(3);
        assertThat(run.out()).contains("\nmissing: what a program did after its report was written: ");
        judge(folder.resolve("report.json"), "--json");
        Output.assertFollows("judgement", run.out());
        assertThat(run.out()).contains("\"not-ended\"");
    }

    /** The cheap option leaves out so much that an empty report says nothing. */
    @Test
    void shouldNotSayThatNothingWasFoundIfOnlyOrderedAccessesWereWatched() throws IOException {
        ObjectNode report = CapturedReport.of("counter");
        watchPlain(report, false);
        report.withObjectProperty("watched").putArray("kinds").add("unsafe-ordered");
        report.putArray("sites");
        assertThat(judge(written("report", report))).isEqualTo(3);
        assertThat(run.out()).startsWith("no answer: plain accesses were not watched, but accesses are missing")
            .contains("\nmissing: plain accesses in 1 of 1 report, which the agent made with the option ordered\n");
        ((ObjectNode) report.get("watched")).put("instructions", 0);
        assertThat(judge(written("report", report))).isEqualTo(3);
        assertThat(run.out()).startsWith("nothing was watched, ")
            .contains("\nmissing: everything: the program calls no");
        ObjectNode other = report.deepCopy();
        watchPlain(other, true);
        other.withObjectProperty("watched").putArray("kinds").add("jdk-memory");
        assertThat(judge(written("report", report), written("other", other))).isEqualTo(3);
        assertThat(run.out()).startsWith("no answer: ").doesNotContain("everything");
    }

    @Test
    void shouldTrustTheReportsThatWatchedPlainAccesses() throws IOException {
        ObjectNode plain = oneThread(60, 8, "ordered");
        watchPlain(plain, true);
        plain.get("sites").forEach(site -> setValues(site, "ordered", 1, 1));
        ObjectNode other = CapturedReport.of("counter");
        watchPlain(other, false);
        other.putArray("sites");
        assertThat(judge(written("plain", plain), written("other", other))).as("plain in one of two").isEqualTo(3);
        assertThat(run.out()).contains("\n1. ORDERED (but accesses are missing): ");
    }

    /** A report does not contain the place in the file, so that the lines may be different ones. */
    @ParameterizedTest
    @CsvSource({
        // as a shared mapping, file, offset, bytes, crosses a page, operation, from, exit code
        "true,  /tmp/a, 60, 8, false, write,  2026-11-23T11:42:12Z, 3",
        "true,  /tmp/a, 60, 8, false, update, 2026-11-23T11:42:12Z, 3",
        "true,  /tmp/a, 62, 4, false, write,  2026-11-23T11:42:12Z, 3",
        "true,  /tmp/a,  2, 4, false, write,  2026-11-23T11:42:12Z, 3",
        "true,  /tmp/a,  5, 4, false, write,  2026-11-23T11:42:12Z, 0",
        "true,  /tmp/a, 60, 8, true,  write,  2026-11-23T11:42:12Z, 0",
        "true,  /tmp/a, 60, 8, false, read,   2026-11-23T11:42:12Z, 0",
        "true,  /tmp/b, 60, 8, false, write,  2026-11-23T11:42:12Z, 0",
        "false, /tmp/a, 60, 8, false, write,  2026-11-23T11:42:12Z, 0",
        "true,  /tmp/a, 60, 8, false, write,  2026-11-23T11:42:13Z, 0"})
    void shouldNotKnowWhetherTwoProcessesShareAValue(boolean shared, String file, int offset, int bytes,
                                                     boolean page, String operation, String from, int exit)
        throws IOException {
        ObjectNode reader = plainProcess("2026-11-23T11:42:11Z", "read", 60, 8, false, "/tmp/a", true);
        ObjectNode writer = plainProcess(from, operation, offset, bytes, page, file, shared);
        assertThat(judge(written("reader", reader))).isZero();
        assertThat(judge(written("writer", writer))).isZero();
        assertThat(judge(folder.resolve("reader.json"), folder.resolve("writer.json"))).isEqualTo(exit);
        boolean unknown = exit == 3;
        assertThat(run.out().contains("\n1. UNKNOWN: ")).isEqualTo(unknown);
        assertThat(unwrapped().contains("perhaps shared with another watched process")).isEqualTo(unknown);
        judge(folder.resolve("reader.json"), folder.resolve("writer.json"), "--json");
        Output.assertFollows("judgement", run.out());
        assertThat(run.out().contains("\"other-process\"")).isEqualTo(unknown);
    }

    /** The agent counts the threads of a value up to a limit. */
    @Test
    void shouldNotTakeTheLimitOfThreadsForTheirNumber() throws IOException {
        ObjectNode report = CapturedReport.of("counter");
        report.get("sites").forEach(site -> ((ObjectNode) site.get("values")).put("mostThreads", 8));
        judge(written("counter", report));
        assertThat(run.out()).contains("accesses, at least 8 threads");
    }

    @Test
    void shouldNotTakeAReportThatIsGivenTwiceForTwoProcesses() throws IOException {
        ObjectNode writer = plainProcess("2026-11-23T11:42:11Z", "write", 60, 8, false, "/tmp/a", true);
        assertThat(judge(written("writer", writer), written("again", writer))).isEqualTo(2);
        assertThat(run.err()).contains("again.json: the same report as ", "writer.json");
        ObjectNode other = writer.deepCopy().put("started", "2026-11-23T11:42:11.5Z");
        assertThat(judge(written("writer", writer), written("other", other))).as("the same line of code").isEqualTo(3);
    }

    /** Returns a report of one thread that makes plain accesses to a mapped file for 1.5 seconds. */
    private static ObjectNode plainProcess(String from, String operation, int offset, int bytes, boolean page,
                                           String file, boolean shared) throws IOException {
        ObjectNode report = CapturedReport.of("shared-counter");
        watchPlain(report, true);
        report.put("started", from).put("taken", Instant.parse(from).plusMillis(1500).toString());
        JsonNode site = report.at("/sites/0");
        ((ObjectNode) site.at("/places/0")).put("offset", offset).put("crossesPage", page);
        ((ObjectNode) site.get("access")).put("operation", operation).put("bytes", bytes)
            .put("mode", operation.equals("update") ? "cas" : "plain");
        ((ObjectNode) site.get("mapping")).put("file", file).put("shared", shared);
        return report;
    }

    /** Makes one thread write and read, or update, a value of its own. */
    private static ObjectNode oneThread(int offset, int bytes, String kind) throws IOException {
        ObjectNode report = CapturedReport.of("counter");
        watchPlain(report, false);
        report.get("sites").forEach(site -> {
            ((ObjectNode) site.at("/places/0")).put("offset", offset);
            ObjectNode access = ((ObjectNode) site.get("access")).put("bytes", bytes);
            if (kind.equals("locked")) {
                access.put("operation", "update").put("mode", "getandadd");
            }
            setValues(site, "oneThread", 1, 1);
        });
        return report;
    }

    private Path written(String name, ObjectNode report) throws IOException {
        return Files.writeString(folder.resolve(name + ".json"), CapturedReport.text(report));
    }

    private String unwrapped() {
        return run.out().replaceAll("\\s+", " ");
    }

    private int judge(Object... arguments) {
        run = Jar.here(new Properties(), Stream.concat(Stream.of("judge"), Stream.of(arguments)).toArray());
        return run.exitCode();
    }
}
