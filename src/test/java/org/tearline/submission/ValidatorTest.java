// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.submission.Parts.environment;
import static org.tearline.submission.Parts.jvm;
import static org.tearline.submission.Parts.list;
import static org.tearline.submission.Parts.series;
import static org.tearline.submission.Parts.splitLocks;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.platform.Emulated;
import org.tearline.published.PublishedSplitLockPolicy;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.SplitLockFinding;
import org.tearline.published.SyntheticResults;
import tools.jackson.databind.node.ObjectNode;

class ValidatorTest {
    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T12:00:00Z"), ZoneOffset.UTC);
    static final Validator VALIDATOR = new Validator(CLOCK);

    /** An ordinary x86 file: its first series is plain/volatile, torn at every offset across a line or page only. */
    static ResultFile good() {
        return SyntheticResults.x86();
    }

    static Stream<Arguments> fixtures() {
        return RuleFixtures.from(good()).entrySet().stream().flatMap(rule -> rule.getValue().entrySet().stream()
            .map(fixture -> Arguments.of(rule.getKey(), fixture.getKey(), fixture.getValue())));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("fixtures")
    void shouldFailWithExactlyTheRuleThatIsBroken(ValidationRule rule, String what, byte[] bytes) {
        Examination examination = VALIDATOR.examine(what, bytes);

        assertThat(examination.findings()).isNotEmpty().allSatisfy(finding -> {
            assertThat(finding.rule()).as(finding.line()).isEqualTo(rule);
            assertThat(finding.line()).matches("[ -~]{20,500}");
        });
    }

    @Test
    void shouldHaveAFixtureForEveryRuleThatOneFileCanBreak() {
        Set<ValidationRule> ofTrees = EnumSet.of(ValidationRule.PATH, ValidationRule.DUPLICATE_DIGEST,
            ValidationRule.DUPLICATE_RUN, ValidationRule.COPY, ValidationRule.SUBMITTER, ValidationRule.PUBLISHED);

        assertThat(RuleFixtures.from(good()).keySet()).isEqualTo(EnumSet.complementOf(EnumSet.copyOf(ofTrees)));
    }

    @Test
    void shouldAcceptWhatASweepWritesOnAnyMachine() {
        SyntheticResults synthetic = new SyntheticResults(99);
        for (int i = 0; i < 200; i++) {
            ResultFile file = synthetic.next();

            Examination examination = VALIDATOR.examine("good", ResultText.stored(file));

            assertThat(examination.findings()).as("%s", file.environment().cpu()).isEmpty();
            assertThat(examination.file()).isEqualTo(file);
            assertThat(examination.notes()).hasSize(file.environment().emulated() == Emulated.NO ? 0 : 1);
        }
    }

    @Test
    void shouldAskOfJcstressWhereItsTearsWereCut() {
        ResultFile good = GoodVariants.jcstress(good()).sealed();
        assertThat(rules(Resealed.after(good, file -> { }))).isEmpty();

        assertThat(rules(Resealed.after(good, file -> series(file).remove("seams"))))
            .containsOnly(ValidationRule.SEAM_SUM);
        assertThat(rules(Resealed.after(good, file -> {
            list(file, "torn").set(0, 1);
            ObjectNode seams = series(file).withObjectProperty("seams");
            ObjectNode rest = seams.deepCopy();
            seams.removeAll();
            seams.putObject("0").put("4", 1);
            seams.setAll(rest);
        }))).as("aligned").containsOnly(ValidationRule.SEAM_ILLEGAL);
        assertThat(rules(Resealed.after(good, file -> series(file).putArray("witnesses").addObject()
            .put("offset", 60).put("seam", 4).put("before", "0x1111111111111111")
            .put("after", "0x2222222222222222").put("seen", "0x1111111122222222"))))
            .as("bytes that jcstress does not store").containsOnly(ValidationRule.WITNESS);
    }

    @Test
    void shouldSayInOneLineWhatWasGivenAndWhatIsAllowed() {
        assertThat(lines(file -> series(file).put("write", "quantum"))).singleElement().asString()
            .startsWith("schema: /series/0/write: quantum is not one of plain, opaque, ordered, volatile, cas,")
            .contains(", seqlock; fix: ").doesNotContain("...");
        assertThat(lines(file -> series(file).put("write", "x".repeat(200)))).singleElement().asString()
            .contains("xxx... is not one of plain, ").hasSizeLessThan(500);
        assertThat(lines(file -> jvm(file).put("vm",
            "Eclipse OpenJ9 VM"))).containsExactly("jvm: /environment/jvm/vm: Eclipse OpenJ9 VM is no HotSpot of"
            + " x86_64, which is called OpenJDK or Java HotSpot(TM) 64-Bit Server VM; fix: run the sweep again on a JDK"
            + " with HotSpot, 17 or later; report it as a bug if yours is one");
        assertThat(lines(file -> environment(file).put("arch", "aarch64")
            .withObjectProperty("cpu").put("vendor", "ARM").put("key", "arm-06-55-07"))).anySatisfy(line ->
            assertThat(line).startsWith("machine: /environment/cpu: family, model and stepping are given,"
                + " which x86 and POWER have; aarch64 has implementer, part, variant and revision; fix: "));
    }

    private static List<String> lines(Consumer<ObjectNode> change) {
        return VALIDATOR.examine("file", Resealed.after(good(), change)).findings().stream().map(Finding::line)
            .toList();
    }

    private static Set<ValidationRule> rules(byte[] bytes) {
        return VALIDATOR.examine("file", bytes).findings().stream().map(Finding::rule).collect(Collectors.toSet());
    }

    @Test
    void shouldAcceptSilentControlsWhereEverySilenceIsInconclusive() {
        byte[] bytes = Resealed.after(GoodVariants.withoutSilences(good()), file -> { });

        assertThat(VALIDATOR.examine("inconclusive", bytes).findings()).isEmpty();
    }

    /** As a real sweep on an overloaded machine had it: the reader's time is counted, and the writer had more. */
    @Test
    void shouldAcceptTheStoresOfAWriterWhoseReaderWaitedForACore() {
        byte[] bytes = Resealed.after(good(), file -> {
            ObjectNode totals = series(file).withObjectProperty("totals");
            totals.put("writes", 15 * totals.path("nanos").longValue());
        });

        assertThat(VALIDATOR.examine("starved", bytes).findings()).isEmpty();
    }

    @Test
    void shouldAcceptSplitLocksThatWereTimedOneByOne() {
        byte[] bytes = Resealed.after(good(), file -> splitLocks(file).removeAll()
            .put("policy", "warn").put("nanos", 3_000).put("alignedNanos", 5).put("firstNanos", 10_060_000)
            .put("worstNanos", 10_090_000).put("throttled", true));

        Examination examination = VALIDATOR.examine("warn", bytes);

        assertThat(examination.findings()).isEmpty();
        assertThat(examination.file().environment().splitLocks()).isEqualTo(
            new SplitLockFinding(PublishedSplitLockPolicy.WARN, 3_000L, 5L, 10_060_000L, 10_090_000L, true));
    }

    @Test
    void shouldAcceptTheDayThatItIsSomewhereAlready() {
        byte[] tomorrow = Resealed.after(good(), file -> file.put("date", "2026-11-22"));

        assertThat(VALIDATOR.examine("tomorrow", tomorrow).findings()).isEmpty();
        byte[] later = Resealed.after(good(), file -> file.put("date", "2026-11-23"));
        assertThat(VALIDATOR.examine("later",
            later).findings()).extracting(Finding::rule).containsOnly(ValidationRule.DATE);
    }

    @Test
    void shouldAcceptVersionsThatLookLikeAddressesAndVendorsThatLookLikeHosts() {
        for (String version : new String[] {"17.0.4.1+1-LTS-2", "21.0.5.11.1", "17.0.13.11.1", "25", "26-ea+12"}) {
            byte[] bytes = Resealed.after(good(), file -> jvm(file)
                .put("version", version).put("vendor", "Amazon.com Inc."));

            assertThat(VALIDATOR.examine(version, bytes).findings()).as(version).isEmpty();
        }
    }
}
