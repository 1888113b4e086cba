// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Judges the agent's reports on its own test programs. */
class JudgeCommandTest {
    @TempDir
    private Path folder;

    private Jar.Result run;

    @Test
    void shouldPrintAValueInFourLines() throws IOException {
        assertThat(judge(captured("shared-counter"))).isEqualTo(1);

        assertThat(run.out().lines().skip(3)).satisfiesExactly(
            line -> assertThat(line).startsWith("1. TEARS: 8 bytes at 60, across a line: torn on ")
                .endsWith("; promised by no vendor; SIGBUS on Arm"),
            line -> assertThat(line).contains("one watched thread", "counter.bin, which other processes may map"),
            line -> assertThat(line).contains("SharedCounter.main(SharedCounter.java:32): getLongVolatile"),
            line -> assertThat(line).isEqualTo("   -> put it at a multiple of 8: 4 bytes of padding at 60"));
    }

    @Test
    void shouldMergeTheAccessesOfAValue() throws IOException {
        assertThat(judge(captured("counter"))).isEqualTo(1);

        assertThat(run.out()).startsWith("1 value: ").contains(": getLongVolatile,", ": putOrderedLong,");
    }

    @ParameterizedTest
    @CsvSource({"28, false, 0, LOCKED", "28, true, 1, TEARS", "60, false, 0, LOCKED", "12, true, 1, MAY TEAR"})
    void shouldAcceptAValueThatEveryAccessLocks(int offset, boolean alsoRead, int exit, String danger)
        throws IOException {
        ObjectNode report = counter("counter");
        report.get("sites").forEach(site -> {
            ((ObjectNode) site.at("/places/0")).put("offset", offset);
            if (!alsoRead || site.at("/access/operation").asString().equals("write")) {
                ((ObjectNode) site.get("access")).put("operation", alsoRead ? "write" : "update")
                    .put("mode", alsoRead ? "ordered" : "getandadd");
            }
        });
        assertThat(judge(written(report))).isEqualTo(exit);
        assertThat(run.out().contains("whole on x86-64 if every access locks (A13, I22); SIGBUS on Arm"))
            .isEqualTo(exit == 0);
        assertThat(run.out()).contains("\n1. " + danger + ": ");
    }

    @Test
    void shouldIgnoreTheInitializationOfALockedValue() throws IOException {
        ObjectNode report = counter("counter");
        report.get("sites").forEach(site -> {
            boolean write = site.at("/access/operation").asString().equals("write");
            ((ObjectNode) site.get("access")).put("operation", write ? "write" : "update")
                .put("mode", write ? "plain" : "cas");
            ((ObjectNode) site.get("values")).put("locked", 1);
        });
        assertThat(judge(written(report))).isZero();
        assertThat(run.out()).contains("1. LOCKED: 8 bytes at 60, across a line: whole on x86-64 if every"
            + " access locks");
    }

    @ParameterizedTest
    @CsvSource({"4, 8, false", "1, 4, true", "6, 4, false"})
    void shouldAssumeTheWorstPlacementOnTheHeap(int offset, int bytes, boolean certain) throws IOException {
        ObjectNode report = counter("shared-counter");
        ObjectNode site = (ObjectNode) report.get("sites").get(0);
        site.put("memory", "heap").put("object", "byte[]").putNull("mapping");
        ((ObjectNode) site.get("access")).put("bytes", bytes);
        ((ObjectNode) site.get("places").get(0)).put("crossesLine", false).put("offset", offset);
        ((ObjectNode) site.get("values")).put("shared", 1).put("mostThreads", 2);

        assertThat(judge(written(report))).isEqualTo(1);
        assertThat(run.out()).contains(bytes + " bytes at " + offset + (certain ? ", inside 8 bytes: "
            : " from a multiple of 8 in its object, which the garbage collector may move across a line: "));
    }

    @Test
    void shouldListSharedTornValuesFirst() throws IOException {
        ObjectNode report = counter("shared-counter");
        ObjectNode torn = (ObjectNode) report.get("sites").get(0);
        ObjectNode alone = torn.deepCopy().putNull("mapping").put("hits", 1_000_000_000L);
        ObjectNode inside = torn.deepCopy();
        ((ObjectNode) inside.at("/places/0")).put("offset", 4);
        ObjectNode plain = torn.deepCopy();
        ((ObjectNode) plain.get("access")).put("mode", "plain");
        ObjectNode lost = torn.deepCopy().putNull("mapping");
        ((ObjectNode) lost.get("values")).put("known", 0).put("mostThreads", 0);
        int line = 0;
        for (ObjectNode site : List.of(alone, plain, inside, lost, torn)) {
            ((ObjectNode) site.get("values")).put("group", ++line);
            ((ObjectNode) site.at("/frames/0")).put("line", line);
        }
        report.putArray("sites").add(alone).add(plain).add(inside).add(lost).add(torn);

        judge(written(report));
        assertThat(run.out().lines().filter(text -> text.matches("\\d\\. .*|   at .*"))
            .map(text -> text.replaceAll(": .*|.*java:|\\).*", ""))).containsExactly("1. TEARS", "5", "2. TEARS", "4",
            "3. MAY TEAR", "3", "4. ONE THREAD", "2", "5. ONE THREAD", "1");
    }

    @ParameterizedTest
    @CsvSource({"publishedOnce, 1, 0, PUBLISHED ONCE, published once (as far as observed)",
        "handedOver, 1, 0, HANDED OVER, handed over (as far as observed)", "locked, 1, 0, LOCKED, always locked",
        "locked, 2, 1, TEARS, '2 threads on one value, 2 of 2 shared, 1 always locked'"})
    void shouldRankValuesLowerThatNoThreadCanSeeTorn(String way, int shared, int exit, String danger, String words)
        throws IOException {
        ObjectNode report = counter("counter");
        report.get("sites").forEach(site -> ((ObjectNode) site.get("values")).put(way, 1).put("shared", shared)
            .put("known", shared));
        // A mapped file alone does not show that another process accesses the value.
        report.get("sites").forEach(site -> ((ObjectNode) site).putObject("mapping").put("file", "/tmp/queue")
            .put("shared", true));
        report.withObjectProperty("options").put("plain", false);
        assertThat(judge(written(report))).as("a plain write may follow").isEqualTo(way.equals("locked") ? exit : 1);
        report.withObjectProperty("options").put("plain", true);
        assertThat(judge(written(report))).isEqualTo(exit);
        assertThat(run.out()).startsWith("1 value: ").contains("\n1. " + danger + ": ", words,
            "in /tmp/queue, which other processes");
    }

    @Test
    void shouldMergeReportsOfOneRun() throws IOException {
        ObjectNode other = counter("shared-counter");
        String hits = String.format(Locale.ROOT, "%,d", 2 * other.at("/sites/0/hits").asLong());
        assertThat(judge(captured("shared-counter"), captured("counter"), captured("shared-counter"))).isEqualTo(1);
        assertThat(run.out()).startsWith("2 values: ").contains(hits + " accesses, one watched thread, 2 values,");

        ((ObjectNode) other.get("geometry")).put("lineBytes", 128);
        assertThat(judge(captured("counter"), written(other))).isEqualTo(2);
        assertOneLine("report.json: from a different kind of machine than " + captured("counter"));
    }

    @Test
    void shouldJoinValuesThatAnotherReportShowsToBeOne() throws IOException {
        ObjectNode apart = counter("counter");
        ((ObjectNode) apart.at("/sites/0/values")).put("group", 2);
        assertThat(judge(written(apart))).isEqualTo(1);
        assertThat(run.out()).startsWith("2 values: ");
        assertThat(judge(written(apart), captured("counter"))).isEqualTo(1);
        assertThat(run.out()).startsWith("1 value: ")
            .contains("20,000 accesses, 2 threads on one value, 2 of 2 shared");
    }

    @Test
    void shouldPrintAllValuesIfVerbose() throws IOException {
        ObjectNode report = counter("shared-counter");
        ObjectNode site = (ObjectNode) report.get("sites").get(0);
        ArrayNode sites = report.putArray("sites");
        for (int i = 1; i <= 101; i++) {
            ObjectNode other = site.deepCopy();
            ((ObjectNode) other.get("values")).put("group", i);
            ((ObjectNode) other.at("/frames/0")).put("line", i);
            sites.add(other);
        }
        judge(written(report));
        assertThat(run.out()).endsWith("\nand 1 more; --verbose prints all\n");
        judge(written(report), "--verbose");
        assertThat(run.out()).contains("\n101. TEARS: ").doesNotContain("more;");
    }

    @Test
    void shouldReportThatNothingIsMisaligned() throws IOException {
        ObjectNode report = counter("counter");
        report.putArray("sites");
        assertThat(judge(written(report))).isZero();
        assertThat(run.out()).startsWith("no misaligned value was found\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"schemaVersion\": 1 | column 20: unexpected end of file",
        "hello                 | line 1, column 1: not valid JSON",
        "[]                    | a field is missing or its value is out of range",
        "{}                    | a field is missing",
        "{\"a\":1,\"a\":2}     | duplicate name in an object"})
    void shouldReportABadFileInOneLine(String text, String why) throws IOException {
        assertThat(judge(Files.writeString(folder.resolve("bad.json"), text))).isEqualTo(2);
        assertOneLine(why);
    }

    @Test
    void shouldReportImpossibleValuesInOneLine() throws IOException {
        ObjectNode report = counter("shared-counter");
        ((ObjectNode) report.get("sites").get(0).get("access")).put("mode", "ordered");
        assertThat(judge(written(report))).isEqualTo(2);
        assertOneLine("/sites/0/access: a field is missing or its value is out of range");

        ((ObjectNode) report.get("sites").get(0).get("access")).put("mode", "volatile");
        ((ObjectNode) report.get("sites").get(0)).put("site", 7);
        assertThat(judge(written(report))).isEqualTo(2);
        assertOneLine("/sites/0: a field is missing or its value is out of range");
        assertThat(judge(folder.resolve("none.json"))).isEqualTo(2);
        assertOneLine("no such file");
        ((ObjectNode) report.at("/sites/0/places/0")).put("offset", 64);
        ((ObjectNode) report.get("sites").get(0)).put("site", 0);
        assertThat(judge(written(report))).isEqualTo(2);
        assertOneLine("a field is missing or its value is out of range");
        ((ObjectNode) report.get("sites").get(0)).put("site", 0)
            .set("hits", JsonMapper.shared().readTree("123456789012345678901234567890"));
        assertThat(judge(written(report))).isEqualTo(2);
        assertOneLine("out of range");
    }

    private void assertOneLine(String why) {
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("tester: ").contains(why).doesNotContain("jackson", "Unexpected", "token");
        assertThat(run.out()).isEmpty();
    }

    private int judge(Object... arguments) {
        run = Jar.here(new Properties(), Stream.concat(Stream.of("judge"), Stream.of(arguments)).toArray());
        return run.exitCode();
    }

    private ObjectNode counter(String program) throws IOException {
        return (ObjectNode) JsonMapper.shared().readTree(Files.readString(captured(program)));
    }

    private Path written(ObjectNode report) throws IOException {
        return Files.writeString(folder.resolve("report.json"), report.toString());
    }

    private static Path captured(String program) {
        return Path.of("src", "test", "resources", "agent", program + ".json");
    }
}
