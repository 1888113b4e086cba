// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.file.Examination.Finding;
import org.tearline.machine.Emulated;
import org.tearline.page.Runs;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

public class ValidatorTest {
    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T12:00:00Z"), ZoneOffset.UTC);
    public static final Validator VALIDATOR = new Validator(CLOCK);
    private static final ResultFile GOOD = small();
    private static final String STORED = new String(ResultText.stored(GOOD), StandardCharsets.UTF_8);

    /** A file that breaks one rule. */
    private record Bad(ValidationRule rule, String what, byte[] bytes) {
        @Override
        public String toString() {
            return rule.id() + ": " + what;
        }
    }

    /** Returns an x86-64 file. Its first series is plain/volatile and torn at every offset across a line or page. */
    public static ResultFile good() {
        return SyntheticResults.x86();
    }

    /** Returns the good file with two series instead of 24, for speed. */
    public static ResultFile small() {
        return small(good());
    }

    /** Returns a file with its first two series. */
    public static ResultFile small(ResultFile file) {
        return ResultText.sealed(Copy.of(file, "series", file.series().subList(0, 2)));
    }

    static Stream<Bad> bad() {
        return Stream.of(badTexts(), badTopologies(), badNumbers(), badTears()).flatMap(some -> some);
    }

    private static Stream<Bad> badTexts() {
        return Stream.of(
            raw(ValidationRule.SIZE, "white space", STORED + " ".repeat(ResultFile.MAX_BYTES)),
            raw(ValidationRule.JSON, "truncated", STORED.substring(0, STORED.length() / 2)),
            raw(ValidationRule.JSON, "NaN", STORED.replace("\"nanos\":", "\"nanos\":NaN,\"n\":")),
            raw(ValidationRule.JSON, "UTF-16", "\ufeff" + STORED),
            raw(ValidationRule.DUPLICATE_KEY, "date", STORED.replace("  \"date\"", "  \"date\": \"\",\n  \"date\"")),
            raw(ValidationRule.LIMITS, "too deep", STORED.replace("\"hypervisor\": ", "\"x\": " + "[".repeat(99)
                + "]".repeat(99) + ",\n    \"hypervisor\": ")),
            raw(ValidationRule.LAYOUT, "indented", STORED.replace("\n  \"date\"", "\n    \"date\"")),
            raw(ValidationRule.DIGEST, "another microcode", STORED.replaceFirst("\"microcode\": \"0x.",
                "\"microcode\": \"0xf")),
            tree(ValidationRule.VERSION, "the first", file -> file.put("schemaVersion", 1)),
            tree(ValidationRule.SCHEMA, "unknown field", file -> file.put("hostName", "x")),
            tree(ValidationRule.SCHEMA, "missing field", file -> file.remove("licence")),
            tree(ValidationRule.SCHEMA, "beyond 2^53", file -> list(file, "changes").set(0, 1L << 53)),
            tree(ValidationRule.SCHEMA, "no such day", file -> file.put("date", "2026-02-30")),
            tree(ValidationRule.SCHEMA, "path in key", file -> cpu(file).put("key", "../../etc")),
            tree(ValidationRule.TEXT, "markup", file -> cpu(file).put("brand", "<script>alert(1)</script>")),
            tree(ValidationRule.TEXT, "right to left", file -> cpu(file).put("brand", "Xeon \u202egnidaelsim")),
            tree(ValidationRule.TEXT, "blank", file -> cpu(file).put("brand", " ")),
            tree(ValidationRule.TEXT, "look-alike", file -> cpu(file).put("brand", "Xe\u043en")),
            tree(ValidationRule.TEXT, "link", file -> cpu(file).put("brand", "Some example.org")),
            tree(ValidationRule.LEAK, "path", file -> jvm(file).put("vm", "OpenJDK in /home/alice/jdk")),
            tree(ValidationRule.LEAK, "windows path", file -> jvm(file).put("vm", "OpenJDK C:/Users/alice")),
            tree(ValidationRule.LEAK, "mail", file -> cpu(file).put("brand", "Xeon of alice@example.org")),
            tree(ValidationRule.LEAK, "IPv4", file -> cpu(file).put("brand", "Xeon 203.0.113.7")),
            tree(ValidationRule.LEAK, "private IPv4", file -> jvm(file).put("version", "17.0.1+192.168.1.7")),
            tree(ValidationRule.LEAK, "IPv6", file -> cpu(file).put("brand", "Xeon fe80::1")),
            tree(ValidationRule.LEAK, "MAC", file -> cpu(file).put("brand", "Xeon 52:54:00:12:34:56")),
            tree(ValidationRule.LEAK, "host", file -> cpu(file).put("brand", "Xeon build01.example.com")),
            tree(ValidationRule.LEAK, "user", file -> jvm(file).put("version", "25.0.1-internal-adhoc.alice.jdk")),
            tree(ValidationRule.LEAK, "serial", file -> cpu(file).put("brand", "Xeon serial 12345")));
    }

    private static Stream<Bad> badTopologies() {
        return Stream.of(
            tree(ValidationRule.SCHEMA, "no CPU", file -> topology(file).put("threads", 0)),
            tree(ValidationRule.PLACEMENT, "two threads on one CPU", file -> topology(file).put("usable", 1)),
            tree(ValidationRule.PLACEMENT, "more cores than CPUs", file -> topology(file).put("cores", 999)),
            tree(ValidationRule.PLACEMENT, "more sockets than cores", file -> topology(file).put("sockets", 99)),
            tree(ValidationRule.PLACEMENT, "pinned, and yet not", file -> file.withObjectProperty("environment")
                .withObjectProperty("pinning").put("had", false)));
    }

    private static Stream<Bad> badNumbers() {
        return Stream.of(
            tree(ValidationRule.DATE, "in two days", file -> file.put("date", "2026-11-23")),
            tree(ValidationRule.DATE, "the clock was not set", file -> file.put("date", "1970-01-01")),
            tree(ValidationRule.EMULATED, "an emulator", file -> file.withObjectProperty("environment")
                .put("hypervisor", "tcg")),
            tree(ValidationRule.CPU_KEY, "another model", file -> cpu(file).put("model", 1)),
            tree(ValidationRule.CPU_KEY, "a vendor in other letters", file -> cpu(file).put("vendor", "AUTHENTICAMD")),
            tree(ValidationRule.CPU_KEY, "an implementer in other letters", file -> cpu(file).put("vendor", "Arm")),
            tree(ValidationRule.CPU_KEY, "x86 with other pages", file -> file.withObjectProperty("environment")
                .put("pageBytes", 16_384)),
            tree(ValidationRule.PLACEMENT, "twice", file -> file.withArrayProperty("placements").add(
                file.at("/placements/0").deepCopy())),
            tree(ValidationRule.SERIES, "twice", file -> file.withArrayProperty("series").add(series(file).deepCopy())),
            tree(ValidationRule.OFFSETS, "one short", file -> list(file, "torn").remove(0)),
            tree(ValidationRule.OFFSETS, "nothing planted", file -> series(file).remove("plantedFound")),
            tree(ValidationRule.OFFSETS, "not ascending", file -> list(file, "offsets").set(1, 0)),
            tree(ValidationRule.OFFSETS, "beyond the pages", file -> list(file, "offsets").set(70, 8185)),
            tree(ValidationRule.COUNTS, "more changes than reads", file -> totals(file).put("reads", 7)),
            tree(ValidationRule.COUNTS, "longer than a sweep", file -> totals(file).put("nanos", 1L << 52)),
            tree(ValidationRule.COUNTS, "more reads than a core makes", file -> totals(file).put("reads", 1L << 52)),
            tree(ValidationRule.COUNTS, "a first tear after the end", file -> totals(file).put("nanos", 1)),
            tree(ValidationRule.COUNTS, "more tears than changes", file -> list(file, "changes").set(60, 0)),
            tree(ValidationRule.COUNTS, "more tears than changes with a stressor",
                file -> series(file).putObject("stressors").putArray("none").add(1).add(2)),
            tree(ValidationRule.COUNTS, "more changes with a stressor than at all offsets",
                file -> series(file).putObject("stressors").putArray("none").add(1L << 50).add(0)),
            tree(ValidationRule.ALIEN, "not noted", file -> totals(file).put("alien", 1)),
            new Bad(ValidationRule.ALIEN, "in jcstress", ResultText.stored(withAlienCase())),
            tree(ValidationRule.SEAM_SUM, "one tear too many", file -> list(file, "torn").set(60,
                list(file, "torn").get(60).longValue() + 1)),
            tree(ValidationRule.SEAM_SUM, "more newer halves than tears", file -> newer(file, "lowNew", "60")),
            tree(ValidationRule.SEAM_SUM, "a newer half without a tear", file -> newer(file, "highNew", "0")),
            tree(ValidationRule.SEAM_ILLEGAL, "a byte off the seam", file -> {
                seams(file).putObject("60").put("3", list(file, "torn").get(60).longValue());
                witnesses(file, 60).forEach(one -> one.put("seam", 3).put("seen", one.path("after").stringValue()
                    .substring(0, 8) + one.path("before").stringValue().substring(8)));
            }),
            tree(ValidationRule.WITNESS, "not torn", file -> witness(file).put("seen",
                witness(file).path("before").stringValue())),
            tree(ValidationRule.WITNESS, "foreign byte", file -> witness(file).put("seen", "0x0101010101010101")),
            tree(ValidationRule.WITNESS, "never written", file -> witness(file).put("before", "0x0102030405060708")),
            tree(ValidationRule.WITNESS, "not counted", file -> list(file, "witnesses").insert(0,
                witness(file).deepCopy().put("offset", 0))),
            tree(ValidationRule.WITNESS_MISSING, "none", file -> series(file).remove("witnesses")),
            new Bad(ValidationRule.INSTRUCTION, "a vector without evidence", Resealed.after(withVectors(),
                file -> file.put("date", GOOD.date().toString()).withArrayProperty("evidence")
                    .removeIf(found -> found.path("widthBytes").asInt() == 16))),
            tree(ValidationRule.CONTROLS, "none", file -> ((ObjectNode) file.at("/placements/0")).remove("controls")),
            tree(ValidationRule.STATE, "a note at a torn offset", file -> note(file, "inconclusive", "stopped", 60)),
            tree(ValidationRule.STATE, "reason of another state", file -> note(file, "fault", "stopped", 0)),
            tree(ValidationRule.STATE, "a memory that its JDK lacks", file -> series(file).put("memory", "segment")),
            tree(ValidationRule.STATE, "an access that the API refuses", file -> series(file)
                .put("memory", "bytebuffer").put("write", "cas")),
            tree(ValidationRule.STATE, "half a sequence lock", file -> series(file).put("write", "seqlock")),
            tree(ValidationRule.SILENCE, "weak with one change", ValidatorTest::withOneChange),
            tree(ValidationRule.SILENCE, "no notes", file -> series(file).remove("notes")));
    }

    private static Stream<Bad> badTears() {
        return Stream.of(
            tree(ValidationRule.COUNTS, "a first tear where none was seen",
                file -> series(file).putObject("firstTornNanos").put("0", 1)),
            tree(ValidationRule.COUNTS, "more tears than changes in the calibration",
                file -> ((ObjectNode) file.at("/series/0/calibration/0")).put("changes", 1)),
            new Bad(ValidationRule.SERIES, "a test twice", twice("cases")),
            new Bad(ValidationRule.SERIES, "a test of two sizes twice", twice("mixed")));
    }

    @ParameterizedTest
    @MethodSource("bad")
    void shouldReportExactlyTheBrokenRule(Bad bad) {
        assertThat(VALIDATOR.examine("bad", bad.bytes).findings()).isNotEmpty().allSatisfy(finding -> {
            assertThat(finding.rule()).as(finding.line()).isEqualTo(bad.rule);
            assertThat(finding.line()).matches("[ -~]{20,600}");
        });
    }

    @Test
    void shouldTestEveryRuleForSingleFiles() {
        Set<ValidationRule> ofSeveral = EnumSet.of(ValidationRule.PATH, ValidationRule.DUPLICATE_DIGEST,
            ValidationRule.DUPLICATE_RUN, ValidationRule.COPY, ValidationRule.LISTS, ValidationRule.PUBLISHED);

        assertThat(bad().map(Bad::rule).collect(Collectors.toSet()))
            .isEqualTo(EnumSet.complementOf(EnumSet.copyOf(ofSeveral)));
    }

    @Test
    void shouldAcceptSyntheticSweeps() {
        SyntheticResults synthetic = new SyntheticResults(99);
        for (int i = 0; i < 30; i++) {
            ResultFile file = synthetic.next();

            Examination examination = VALIDATOR.examine("good", ResultText.stored(file));

            assertThat(examination.findings()).as("%s", file.environment().cpu()).isEmpty();
            assertThat(examination.file()).isEqualTo(file);
            assertThat(examination.notes()).hasSize(file.environment().emulated() == Emulated.NO ? 0 : 1);
        }
    }

    /** A result file must be able to report what no vendor allows. */
    @Test
    void shouldAcceptAndNoteAnAlignedTearWithAWitness() {
        Consumer<ObjectNode> tear = file -> {
            list(file, "notes").forEach(note -> ((ObjectNode) note).withArrayProperty("offsets")
                .removeIf(offset -> offset.intValue() == 0));
            list(file, "notes").removeIf(note -> note.path("offsets").isEmpty());
            list(file, "torn").set(0, 1_000);
            seams(file).putObject("0").put("4", 1_000);
            sortSeams(file);
            list(file, "witnesses").insert(0, witness(file).deepCopy().put("offset", 0).put("seam", 4)
                .put("before", "0x0202020202020202").put("after", "0x0303030303030303")
                .put("seen", "0x0202020203030303"));
        };

        Examination examination = VALIDATOR.examine("aligned", Resealed.after(GOOD, tear));

        assertThat(examination.findings()).isEmpty();
        assertThat(examination.notes()).singleElement().asString().contains("plain/volatile", "at 0: an aligned tear");
        assertThat(rules(tear.andThen(file -> list(file, "witnesses").remove(0))))
            .containsOnly(ValidationRule.WITNESS_MISSING);
    }

    @Test
    void shouldAcceptFailedControlsWithoutNegativeResults() {
        byte[] stored = ResultText.stored(ResultText.sealed(GoodVariants.withoutSilences(GOOD)));
        assertThat(VALIDATOR.examine("inconclusive", stored).findings()).isEmpty();
    }

    @Test
    void shouldSayWhatWasGivenAndWhatIsAllowed() {
        assertThat(VALIDATOR.examine("file", Resealed.after(GOOD, file -> series(file).put("write", "quantum")))
            .findings()).singleElement().extracting(Finding::line).asString()
            .startsWith("schema: /series/0/write: quantum is not one of plain, opaque, ordered, volatile, cas,")
            .contains(", seqlock; rule: every field matches the schema; fix: ");
    }

    @Test
    void shouldAcceptTomorrowForOtherTimeZones() {
        assertThat(rules(file -> file.put("date", "2026-11-22"))).isEmpty();
    }

    @Test
    void shouldAcceptVersionsThatLookLikeAddressesAndVendorsThatLookLikeHosts() {
        for (String version : List.of("17.0.4.1+1-LTS-2", "21.0.5.11.1", "25", "26-ea+12", "99.1")) {
            assertThat(rules(file -> jvm(file).put("version", version).put("vendor", "Amazon.com Inc.")))
                .as(version).isEmpty();
        }
    }

    private static Set<ValidationRule> rules(Consumer<ObjectNode> change) {
        return VALIDATOR.examine("file", Resealed.after(GOOD, change)).findings().stream().map(Finding::rule)
            .collect(Collectors.toSet());
    }

    private static Bad raw(ValidationRule rule, String what, String text) {
        return new Bad(rule, what, text.getBytes(StandardCharsets.UTF_8));
    }

    private static ResultFile withVectors() {
        return VALIDATOR.examine("wide", Path.of("reports/results/x86_64/authenticamd-19-11-01",
            "20261123-linux-debian17-cb21c80916546d6a.json")).file();
    }

    /** Returns a jcstress file with a second outcome of its first test. */
    private static byte[] twice(String tests) {
        return Resealed.after(Runs.jcstress(Runs.zen4(), 1), file -> file.withArrayProperty(tests)
            .add(file.get(tests).get(0).deepCopy()));
    }

    private static ResultFile withAlienCase() {
        ResultFile tested = Runs.jcstress(Runs.zen4(), 1);
        JcstressCase alien = Copy.of(tested.cases().get(0), "states",
            new TreeMap<>(Map.of("before", 10L, "alien 00000000000000FF", 1L)));
        assertThat(alien.torn()).isFalse();
        return ResultText.sealed(Copy.of(tested, "cases", List.of(alien)));
    }

    private static Bad tree(ValidationRule rule, String what, Consumer<ObjectNode> change) {
        return new Bad(rule, what, Resealed.after(GOOD, change));
    }

    private static void withOneChange(ObjectNode file) {
        list(file, "changes").set(1, 1);
        series(file).remove("stressors");
    }

    private static ObjectNode topology(ObjectNode file) {
        return file.withObjectProperty("environment").withObjectProperty("topology");
    }

    private static ObjectNode cpu(ObjectNode file) {
        return (ObjectNode) file.at("/environment/cpu");
    }

    private static ObjectNode jvm(ObjectNode file) {
        return (ObjectNode) file.at("/environment/jvm");
    }

    private static ObjectNode control(ObjectNode file) {
        return (ObjectNode) file.at("/placements/0/controls/0/aligned");
    }

    private static ObjectNode series(ObjectNode file) {
        return (ObjectNode) file.at("/series/0");
    }

    private static ObjectNode totals(ObjectNode file) {
        return (ObjectNode) file.at("/series/0/totals");
    }

    private static ArrayNode list(ObjectNode file, String name) {
        return series(file).withArrayProperty(name);
    }

    private static void newer(ObjectNode file, String half, String offset) {
        List<String> following = List.of("firstTornNanos", "notes", "witnesses", "calibration", "stressors");
        ObjectNode rest = series(file).deepCopy().retain(following);
        series(file).remove(following).putObject(half).putObject(offset).put("4", 1L << 50);
        series(file).setAll(rest);
    }

    private static ObjectNode seams(ObjectNode file) {
        return series(file).withObjectProperty("seams");
    }

    private static void sortSeams(ObjectNode file) {
        ObjectNode copy = seams(file).deepCopy();
        seams(file).removeAll();
        copy.propertyNames().stream().map(Integer::valueOf).sorted().map(String::valueOf)
            .forEach(offset -> seams(file).set(offset, copy.get(offset)));
    }

    private static ObjectNode witness(ObjectNode file) {
        return (ObjectNode) list(file, "witnesses").get(0);
    }

    private static List<ObjectNode> witnesses(ObjectNode file, int offset) {
        return list(file, "witnesses").valueStream().map(ObjectNode.class::cast)
            .filter(one -> one.path("offset").intValue() == offset).toList();
    }

    private static void note(ObjectNode file, String state, String reason, int offset) {
        ObjectNode note = list(file, "notes").addObject();
        note.putArray("offsets").add(offset);
        note.put("state", state).put("reason", reason);
    }
}
