// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.cli.CapturedReport.setValues;
import static org.tearline.cli.CapturedReport.watchPlain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Sample;
import org.tearline.cli.text.Output;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Judges the agent's reports on its own test programs. */
class JudgeCommandTest {
    private static final int DRAWN = 4;

    @TempDir
    private Path folder;

    private Jar.Result run;

    @Test
    void shouldPrintAValueInFourLines() throws IOException {
        assertThat(judge(captured("shared-counter"))).isEqualTo(1);

        List<String> finding = run.out().lines().skip(2).takeWhile(line -> !line.isEmpty()).toList();
        assertThat(finding).satisfiesExactly(
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
            setValues(site, "locked", 1, 1);
        });
        watchPlain(report, true);
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
        setValues(site, "unordered", 1, 1);

        assertThat(judge(written(report))).isEqualTo(certain ? 0 : 1);
        assertThat(run.out()).contains(bytes + " bytes at " + offset + (certain ? ", inside 8 bytes: "
            : " from a multiple of 8 in its object, which the garbage collector may move across a line: "));
    }

    @Test
    void shouldListSharedTornValuesFirst() throws IOException {
        ObjectNode report = counter("shared-counter");
        watchPlain(report, true);
        ObjectNode torn = (ObjectNode) report.get("sites").get(0);
        ObjectNode alone = torn.deepCopy().putNull("mapping").put("hits", 1_000_000_000L);
        ObjectNode inside = torn.deepCopy();
        ((ObjectNode) inside.at("/places/0")).put("offset", 4);
        ObjectNode plain = torn.deepCopy();
        ((ObjectNode) plain.get("access")).put("mode", "plain");
        ObjectNode lost = torn.deepCopy().putNull("mapping");
        setValues(lost, "unordered", 0, 0);
        int line = 0;
        for (ObjectNode site : List.of(alone, plain, inside, lost, torn)) {
            ((ObjectNode) site.get("values")).put("group", ++line);
            ((ObjectNode) site.at("/frames/0")).put("line", line);
        }
        report.putArray("sites").add(alone).add(plain).add(inside).add(lost).add(torn);

        judge(written(report));
        assertThat(run.out().lines().filter(text -> text.matches("\\d\\. .*|   at .*"))
            .map(text -> text.replaceAll(": .*|.*java:|\\).*", ""))).containsExactly("1. TEARS", "5",
            "2. MAY TEAR", "3", "3. UNKNOWN", "4", "4. ONE THREAD", "2", "5. ONE THREAD", "1");
    }

    @ParameterizedTest
    @CsvSource({"ordered, 1, 0, ORDERED, 'ordered, perhaps by the monitor of a.B'",
        "locked, 1, 0, LOCKED, always locked",
        "unordered, 1, 1, TEARS, unordered",
        "locked, 2, 1, TEARS, '2 threads on one value, 2 of 2 tracked values shared, 1 value always locked, "
            + "1 value unordered'",
        "unknown, 1, 3, UNKNOWN, 'unknown (its bytes changed, but no watched access wrote them)'"})
    void shouldRankValuesByTheEvidence(String evidence, int shared, int exit, String danger, String words)
        throws IOException {
        ObjectNode report = counter("counter");
        report.get("sites").forEach(site -> {
            setValues(site, evidence, 1, shared);
            if (evidence.equals("unknown")) {
                ((ObjectNode) site.get("values")).putArray("unknownWhy").addObject().put("why", "unseen-writer")
                    .put("values", 1);
            } else {
                ((ObjectNode) site.get("values")).putArray("orderedBy").addObject().put("source", "monitor")
                    .put("name", "a.B").put("values", 1);
            }
        });
        // A mapped file alone does not show that another process accesses the value.
        report.get("sites").forEach(site -> ((ObjectNode) site).putObject("mapping").put("file", "/tmp/queue")
            .put("shared", true));
        watchPlain(report, false);
        assertThat(judge(written(report))).as("a plain write may follow").isEqualTo(exit == 1 ? 1 : 3);
        watchPlain(report, true);
        assertThat(judge(written(report))).isEqualTo(exit);
        assertThat(run.out()).startsWith("1 value: ").contains("\n1. " + danger + ": ");
        assertThat(unwrapped()).contains(words, "in /tmp/queue, which other processes");
        judge(folder.resolve("report.json"), "--json");
        Output.assertFollows("judgement", run.out());
    }

    @Test
    void shouldCountAValueThatWasNotTrackedAsShared() throws IOException {
        assertThat(judge(captured("untracked"))).isEqualTo(1);
        assertThat(run.out()).contains("\n1. TEARS: ", "4,096 values ordered");
    }

    @Test
    void shouldFindNoErrorInHarmlessValues() throws IOException {
        assertThat(judge(captured("harmless"))).isZero();
        assertThat(judge(captured("communicated"))).isEqualTo(1);
    }

    @Test
    void shouldMergeReportsOfOneRun() throws IOException {
        ObjectNode other = counter("shared-counter");
        String hits = String.format(Locale.ROOT, "%,d", 2 * other.at("/sites/0/hits").asLong());
        other.put("started", "2026-11-23T11:42:11.5Z");
        assertThat(judge(captured("shared-counter"), captured("counter"), written(other))).isEqualTo(1);
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
            .contains("20,000 accesses, 2 threads on one value, 2 of 2 tracked values shared");
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
        assertThat(run.out()).contains("\n\nand 1 more; --verbose prints all\n\n");
        judge(written(report), "--verbose");
        assertThat(run.out()).contains("\n101. TEARS: ").doesNotContain("more;");
    }

    @Test
    void shouldSayWhatWasWatchedIfNothingIsMisaligned() throws IOException {
        ObjectNode report = counter("communicated");
        report.putArray("sites");
        assertThat(judge(written(report))).isZero();
        assertThat(run.out()).startsWith("no misaligned value was found among the accesses that were watched\n\n");
        assertThat(unwrapped()).contains("; judged for x86-64 (Intel and AMD) watched: copies and fills;",
            "ordered, volatile and locked accesses through Unsafe; plain accesses through Unsafe; in ", " UTC",
            " not watched: ", "read by getLong but written by two putInt or byte by byte");
    }

    /** Every reason for which accesses are missing, alone, and all of them in a captured report. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "/hits/unplaced          | 5000 | 5,000 accesses without a line of code",
        "/hits/lost              | 1    | 1 access that could not be recorded",
        "/watched/loaded         | 0    | everything: no class of the program was loaded",
        "/watched/failures       | 1    | 1 class could not be rewritten",
        "/watched/attached       | true | missing: what the program did before the agent was attached",
        "/watched/running        | [\"A.loop\"] | of methods that are watched from their next call on: A.loop",
        "/watched/unwatchedCalls | [{\"kind\": \"method-handle\", \"count\": 2, \"first\": \"A.b\"}] | 2 methods called"
            + " through method handles, references or reflection, first A.b",
        "/watched/unwatchedCalls | [{\"kind\": \"hidden-class\", \"count\": 1, \"first\": \"A/0x1\"}] | 1 hidden"
            + " classes, first A/0x1",
        "/watched/notWatched     | [\"unsafe-plain\"] | plain accesses, which were to be watched but were not"})
    void shouldNotCallAReportCleanThatLacksAccesses(String pointer, String value, String words) throws IOException {
        ObjectNode report = counter("counter");
        watchPlain(report, true);
        int name = pointer.lastIndexOf('/');
        ((ObjectNode) report.at(pointer.substring(0, name))).set(pointer.substring(name + 1),
            JsonMapper.shared().readTree(value));
        assertThat(judge(written(report))).as("an error that was found remains one").isEqualTo(1);
        report.get("sites").forEach(site -> setValues(site, "oneThread", 1, 1));
        assertThat(judge(written(report))).isEqualTo(3);
        assertThat(run.out()).contains("\n1. ONE THREAD (but accesses are missing): 8 bytes at ");
        report.putArray("sites");
        assertThat(judge(written(report))).isEqualTo(3);
        assertThat(run.out()).startsWith(pointer.equals("/watched/loaded") ? "nothing was watched, but"
            : "no misaligned value was found among the accesses that were watched, but")
            .contains(" accesses are missing from the report (exit code 3)\n", "\nmissing: ");
        assertThat(unwrapped()).contains(words);
    }

    @Test
    void shouldNameEverythingThatIsMissing() throws IOException {
        assertThat(judge(captured("blind"))).isEqualTo(3);
        assertThat(run.out().lines().filter(line -> line.startsWith("missing: "))).hasSize(6);
        assertThat(judge(captured("blind"), captured("communicated"))).isEqualTo(1);
        assertThat(unwrapped()).contains("in 4 classes with 16 calls");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"schemaVersion\": 1 | column 20: unexpected end of file",
        "[]                    | of the agent: array found, object expected",
        "{}                    | of the agent: required property 'schemaVersion' not found",
        "{\"schemaVersion\": 1}  | /schemaVersion: 1, but this version of tester reads 3",
        "{\"a\":1,\"a\":2}     | duplicate name in an object"})
    void shouldReportABadFileInOneLine(String text, String why) throws IOException {
        assertThat(judge(Files.writeString(folder.resolve("bad.json"), text))).isEqualTo(2);
        assertOneLine(why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "/schemaVersion           | 2             | /schemaVersion: 2, but this version of tester reads 3",
        "/schemaVersion           | null          | /schemaVersion: ",
        "/sites/0/access/mode     | \"wibble\"  | /sites/0/access/mode: wibble is not one of plain, opaque,",
        "/sites/0/access/mode     | \"ordered\" | /sites/0/access/mode: ordered is not a mode of a read",
        "/sites/0/access/api | \"view\" | /sites/0/access/mode: the JDK refuses a misaligned volatile read of a view",
        "/sites/0/access          | null          | /sites/0/access: null found, object expected",
        "/sites/0/places          | []            | /sites/0/places: ",
        "/sites/0/places/0/offset | 64            | /sites/0/places: an offset that is not less than the line of 64",
        "/sites/0/site            | 7             | /sites/0/site: 7, but there are only ",
        "/sites/0/object          | \"byte[]\"  | /sites/0/object: must be a class in the heap",
        "/sites/0/values/known    | 17            | /sites/0/values: the counts from oneThread to unknown",
        "/geometry/pageBytes      | 5000          | /geometry/pageBytes: 5000 is not a page of whole lines",
        "/sites                   | []            | /hits/atSites: 151973, but the sites have 0",
        "/started                 | \"2026-13-23T11:42:12Z\" | /started: ",
        "/sites/0/hits            | 123456789012345678901234567890 | /sites/0/hits: "})
    void shouldReportImpossibleValuesInOneLine(String pointer, String value, String why) throws IOException {
        ObjectNode report = counter("shared-counter");
        set(report, pointer, JsonMapper.shared().readTree(value));
        assertThat(judge(Files.writeString(folder.resolve("report.json"), report.toString()))).isEqualTo(2);
        assertOneLine(why);
        assertThat(judge(folder.resolve("none.json"))).isEqualTo(2);
        assertOneLine("no such file");
    }

    /** Removes every field of real reports, and replaces it by some other values. */
    @ParameterizedTest
    @ValueSource(strings = {"communicated", "blind"})
    void shouldAnswerEveryDamagedReportInOneLine(String program) throws IOException {
        JsonNode original = counter(program);
        List<JsonNode> others = Sample.of(DRAWN, List.of("null", "-1", "1.5", "1e999", "9223372036854775807", "true",
            "\"wibble\"", "\"\"", "[]", "[null]", "{}", "{\"wibble\": 1}")).map(JsonMapper.shared()::readTree).toList();
        List<String> pointers = pointers("", original).stream().filter(path -> !path.matches("/sites/([2-9]|1.).*"))
            .toList();
        for (String pointer : pointers) {
            for (JsonNode other : others) {
                JsonNode damaged = original.deepCopy();
                set(damaged, pointer, other);
                assertAnswered(pointer + " = " + other, damaged);
            }
            JsonNode without = original.deepCopy();
            remove(without, pointer);
            assertAnswered("no " + pointer, without);
        }
    }

    /** A damage that contradicts nothing may be accepted: the report is then judged. */
    private void assertAnswered(String what, JsonNode report) throws IOException {
        int exit = judge(Files.writeString(folder.resolve("report.json"), report.toString()));
        assertThat(exit).as("%s: %s", what, run.err()).isBetween(0, 3);
        if (exit == 2) {
            assertThat(run.err().lines()).as(what).hasSize(1);
            assertThat(run.err()).as(what).startsWith("tester: ").contains("report.json: not a report of the agent: ")
                .doesNotContain("jackson", "java.").hasSizeLessThan(1000);
            assertThat(run.out()).as(what).isEmpty();
        } else {
            assertThat(run.err()).as(what).isEmpty();
        }
    }

    private static List<String> pointers(String pointer, JsonNode node) {
        List<String> all = new ArrayList<>();
        if (!pointer.isEmpty()) {
            all.add(pointer);
        }
        node.propertyStream().forEach(field -> all.addAll(pointers(pointer + "/" + field.getKey(), field.getValue())));
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                all.addAll(pointers(pointer + "/" + i, node.get(i)));
            }
        }
        return all;
    }

    private static void set(JsonNode root, String pointer, JsonNode value) {
        JsonNode parent = root.at(pointer.substring(0, pointer.lastIndexOf('/')));
        String name = pointer.substring(pointer.lastIndexOf('/') + 1);
        if (parent instanceof ArrayNode array) {
            array.set(Integer.parseInt(name), value);
        } else {
            ((ObjectNode) parent).set(name, value);
        }
    }

    private static void remove(JsonNode root, String pointer) {
        JsonNode parent = root.at(pointer.substring(0, pointer.lastIndexOf('/')));
        String name = pointer.substring(pointer.lastIndexOf('/') + 1);
        if (parent instanceof ArrayNode array) {
            array.remove(Integer.parseInt(name));
        } else {
            ((ObjectNode) parent).remove(name);
        }
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

    private String unwrapped() {
        return run.out().replaceAll("\\s+", " ");
    }

    private ObjectNode counter(String program) throws IOException {
        return (ObjectNode) JsonMapper.shared().readTree(Files.readString(captured(program)));
    }

    private Path written(ObjectNode report) throws IOException {
        return Files.writeString(folder.resolve("report.json"), CapturedReport.text(report));
    }

    private static Path captured(String program) {
        return Path.of("src", "test", "resources", "agent", program + ".json");
    }
}
