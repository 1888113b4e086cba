// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.plan.LibraryCase;
import org.tearline.plan.Memory;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.report.text.Screen;
import org.tearline.result.CellReason;
import org.tearline.result.Control;
import org.tearline.result.Controls;
import org.tearline.result.Counts;
import org.tearline.result.Grading;
import org.tearline.result.Samples;
import org.tearline.result.StressorUse;
import org.tearline.result.TrialOutcome;
import org.tearline.result.TrialResult;
import org.tearline.result.Verdict;

class RunTextTest {
    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "tr-TR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva"})
    void shouldSayTheSameInEveryLocale(String tag) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        TrialSpec trial = Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE);
        assertThat(print(trial, Samples.torn())).isEqualToNormalizingNewlines("""
            A long at offset 60: bytes 60..67, across a line (at 64)
                  0        8        16       24       32       40       48       56
               0 |........|........|........|........|........|........|........|....0123#
              64 #4567....|........|........|........|........|........|........|........|
                  # line boundary at 64; bytes 0..3 | 4..7, seam 4
              unsafe memory, written ordered by one writer on CPU 0, read volatile by one reader on CPU 2, tier c2
              Sample CPU (family 6 model 85 stepping 7), hypervisor guest; Linux 6.1
              OpenJDK 64-Bit Server VM 17 (Sample vendor)

            TORN, first seen after 1.5 ms of counting
              before 0x0505050505050505  after 0x0909090909090909  seen 0x09090909|05050505  seam 4
              torn at least once in 700 changes; seam 4
              who tore: not asked; only accesses that lock could tell
              promise: not guaranteed (Intel, rule I9)
              remedy: at a multiple of 8 it is promised whole (I5)
            """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE"})
    void shouldBoundASilence(String tag) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        TrialSpec trial = Samples.trial(12, WriteMode.CAS, ReadMode.EXCHANGE);
        assertThat(print(trial, Samples.silent(12_345_678, Samples.CONTROLS))).endsWith("""
            NONE SEEN, strong: 12,345,678 changes (< 2.4e-7 at 95 %), 2.0 ms of counting
              planted: the reader found 1,543,209 of about 1,543,209 values that were stored to look torn (100 %)
              control: an aligned long never tore in 100,000 changes
              promise: guaranteed (Intel, rule I22)
            """);
    }

    /** Each width has the control of its own; of a vector 16 bytes. */
    @ParameterizedTest
    @CsvSource({"SHORT, short", "INT, int", "LONG, long", "VECTOR_16, vector of 16 bytes",
        "VECTOR_64, vector of 16 bytes"})
    void shouldNameWhatTheControlIs(Width width, String aligned) {
        TrialSpec trial = Samples.trial(0, WriteMode.PLAIN, ReadMode.PLAIN).of(width);
        assertThat(print(trial, Samples.silent(12_345_678, Samples.CONTROLS)))
            .contains("  control: an aligned " + aligned + " never tore in");
    }

    @Test
    void shouldSayWhatAnInterruptedRunExcludes() {
        TrialSpec trial = Samples.trial(12, WriteMode.ORDERED, ReadMode.VOLATILE);
        Counts many = new Counts(60_000_000, 60_000_000, 50_000_000, 0, 0, 0, 0);
        assertThat(print(trial, Samples.outcome(many, null, null, null, true, 0, true))).contains(
            "INCONCLUSIVE, interrupted after 50,000,000 changes: none so far (< 6.0e-8 at 95 %), the control was not"
                + " run");
        assertThat(print(trial, Samples.outcome(Counts.NONE, null, null, null, true, 0, true)))
            .contains("INCONCLUSIVE, interrupted after 0 changes\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"4 | BYTEBUFFER | try: --memory unsafe, which checks no alignment; or"
        + " --offset 0, a multiple of 8", "60 | UNSAFE | try: --offset 56, a multiple of 8"})
    void shouldSayWhatToTryWhereTheApiRefuses(int offset, Memory memory, String advice) {
        TrialSpec trial = new TrialSpec(memory, Width.LONG, offset, WriteMode.VOLATILE, ReadMode.VOLATILE, 1, 1,
            Processes.ONE, Tier.C2, 1);
        assertThat(print(trial, TrialOutcome.refused("java.lang.IllegalStateException"))).contains("REFUSED")
            .contains("  " + advice);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"60 | LONG | try: --offset 56, a multiple of 8, where",
        "4093 | INT | try: --offset 4092, a multiple of 4, where",
        "3 | SHORT | try: --offset 2, a multiple of 2, where"})
    void shouldSayWhereAnAccessThatFaultedDoesNot(int offset, Width width, String advice) {
        TrialSpec trial = Samples.trial(offset, WriteMode.VOLATILE, ReadMode.VOLATILE).of(width);
        assertThat(print(fault(trial), null, Screen.FILE)).contains("\nFAULT\n  SIGBUS\n")
            .endsWith("  " + advice + " an access does not fault for its alignment\n");
    }

    /** At another multiple the same would happen. */
    @Test
    void shouldNotAdviseAgainstTheAlignmentOfAnAlignedAccess() {
        assertThat(print(fault(Samples.trial(56, WriteMode.VOLATILE, ReadMode.VOLATILE)), null, Screen.FILE))
            .contains("\nFAULT\n  SIGBUS\n").doesNotContain("try:");
    }

    @ParameterizedTest
    @CsvSource({"60, ORDERED, VOLATILE, I9", "60, CAS, VOLATILE, I9", "60, ORDERED, EXCHANGE, I9",
        "4092, CAS, VOLATILE, I9"})
    void shouldNameOnlyTheRuleThatDeniesATornPair(int offset, WriteMode write, ReadMode read, String rule) {
        assertThat(print(Samples.trial(offset, write, read), Samples.torn()))
            .contains("  promise: not guaranteed (Intel, rule " + rule + ")\n");
    }

    @Test
    void shouldCountInWordsWhatHappenedOnceOrNever() {
        Controls once = new Controls(new Control(1, 0), 0, List.of(new StressorUse("none", 9, 1_000, 1_000)));
        assertThat(print(Samples.trial(12, WriteMode.ORDERED, ReadMode.VOLATILE), Samples.silent(12_000_000, once)))
            .contains("never tore in 1 change\n", "in nearly every change;");
    }

    @Test
    void shouldSayWhatNobodyGuarantees() {
        TrialSpec trial = Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE);
        assertThat(print(trial, Samples.silent(12_345_678, Samples.CONTROLS))).contains(
            "  promise: not guaranteed (Intel, rule I9");
    }

    @Test
    void shouldWeighTheSensitivityByTheStressorsThatWereUsed() {
        Controls controls = new Controls(Samples.CONTROLS.aligned(), 2_000_000_000L,
            List.of(new StressorUse("none", 9, 1_000, 100), new StressorUse("spin", 9, 100, 90)));
        TrialSpec trial = Samples.trial(12, WriteMode.ORDERED, ReadMode.VOLATILE);
        assertThat(print(trial, Samples.silent(12_000_000, controls)))
            .as("only bare loops were used").contains(
                "this write and read can be seen to tear: across a line,", "in about 1 of 10 changes");
        Controls few = new Controls(Samples.CONTROLS.aligned(), 0, List.of(new StressorUse("none", 9, 100, 10)));
        assertThat(print(trial, Samples.silent(12_000_000, few))).as("ten tears are not enough to say how often")
            .doesNotContain("compare");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 12, 60, 4092, 8184})
    void shouldShowTheAddressArithmetic(int offset) {
        String shown = print(Samples.trial(offset, WriteMode.PLAIN, ReadMode.PLAIN), Samples.torn());
        assertThat(shown).contains(switch (offset) {
            case 0 -> "bytes 0..7, aligned, inside a line of 64 bytes (at 0)";
            case 12 -> "bytes 12..19, across 16 bytes, misaligned, inside a line of 64 bytes (at 0)";
            case 60 -> "bytes 60..67, across a line (at 64)";
            case 4092 -> "bytes 4092..4099, across a page (at 4096)";
            default -> "bytes 8184..8191, aligned, inside a line of 64 bytes (at 8128)";
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 200})
    void shouldBreakSentencesWhereATerminalEnds(int columns) {
        String shown = print(Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE), Samples.torn(),
            LibraryCase.AGRONA_COUNTER, new Screen(columns, false, true));

        assertThat(shown.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
        assertThat(shown.replaceAll("\\s+", " ")).contains("across a line (at 64)", "tier c2", "(Sample vendor)",
            "case agrona-counter: Agrona 2.6.0, counter 1 in a values buffer; there it is at offset 128, direct memory",
            "seen 0x09090909|05050505 seam 4");
    }

    private static String print(TrialSpec trial, TrialOutcome outcome) {
        return print(trial, outcome, null, Screen.FILE);
    }

    private static TrialResult fault(TrialSpec trial) {
        return new TrialResult(trial, Samples.BUDGET, "auto", Samples.MACHINE, new ThreadCpus(List.of(0), List.of(2),
            null), null, Grading.without(Verdict.FAULT, CellReason.SIGBUS, "SIGBUS"));
    }

    private static String print(TrialSpec trial, TrialOutcome outcome, LibraryCase layout, Screen screen) {
        return print(Samples.result(trial, outcome), layout, screen);
    }

    private static String print(TrialResult result, LibraryCase layout, Screen screen) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RunText text = new RunText(new PrintStream(bytes, true, StandardCharsets.UTF_8), screen, false);
        text.printTrial(result.trial(), layout, result.machine().rules(), result.threadCpus(), result::machine);
        text.printVerdict(result);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
