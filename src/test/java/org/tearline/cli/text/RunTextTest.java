// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.file.Copy;
import org.tearline.machine.Machines;
import org.tearline.trial.Budget;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Controls;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Planted;
import org.tearline.verdict.Samples;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Starts;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.TrialResult;

class RunTextTest {
    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "tr-TR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva"})
    void shouldPrintTheVerdictFirstInEveryLocale(String tag) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        assertThat(print(Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE), Samples.torn()))
            .isEqualToNormalizingNewlines("""
                TORN  a long at 60, ordered/volatile: first after 1.5 ms
                      before 0505050505050505  after 0909090909090909  read 09090909|05050505
                      torn 3 of the first 700 changes; it stopped there, so this is no rate
                why   bytes 60..67 cross the line at 64; which side tore was not tested; \
                the access is not promised to be whole (I9)
                fix   move it to a multiple of 8, where it is promised to be whole (I5)
                on    Cascade Lake (Sample CPU), kvm guest; linux 6.1; JDK 17.0.1+8, c2; unsafe memory
                """);
    }

    @Test
    void shouldPrintTheMedianAndTheRangeOfSeveralStarts() {
        TrialSpec trial = Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE);
        Budget whole = new Budget(1_000_000_000, 1_000, Until.BUDGET);
        TrialResult torn = Samples.result(trial, whole, Samples.torn());
        TrialResult silent = Samples.result(trial, whole, Samples.silent(1_000, Samples.CONTROLS));

        Starts starts = new Starts(List.of(silent, torn, torn));
        String text = Output.printed(screen -> {
            RunText printer = new RunText(screen, false, trial);
            printer.printVerdict(starts.deciding(), false);
            printer.printStarts(starts);
        });

        assertThat(text).startsWith("TORN  a long at 60").endsWith("""
            runs  torn in 2 of 3 starts
                  first tear: median 1.5 ms, range 1.5 ms to 1.5 ms
                  rate: median 1 in 200, range 1 in 200
            """);
    }

    /** HotSpot's interpreter locks both accesses; Zero locks only the second. */
    @Test
    void shouldBlameNobodyForATearInAnUnknownJvm() {
        TrialSpec trial = new TrialSpec(Memory.UNSAFE, Width.LONG, 60, WriteMode.ORDERED, ReadMode.EXCHANGE, 1, 1,
            Processes.ONE, Tier.INTERPRETER, 1);
        TrialResult zero = Samples.result(trial, Samples.BUDGET, Samples.torn(), Machines.withZero());

        assertThat(print(trial, Copy.of(Samples.torn(), "controls", Samples.CONTROLS)))
            .contains("this tear contradicts it");
        assertThat(print(trial, Samples.torn())).as("the aligned control did not run")
            .contains("promised to be whole").doesNotContain("contradicts");
        assertThat(print(trial, Copy.of(Samples.torn(), "controls", new Controls(new Seen(3, 0), List.of()))))
            .contains("saw only 3 of 20,000 changes").doesNotContain("contradicts");
        assertThat(print(zero, Screen.ENDLESS, false, false))
            .contains("JVM not known to us: any tear may come from the JVM")
            .doesNotContain("contradict", "promised", "locked", "fix ");
    }

    @Test
    void shouldSayThatTheTierIsUncertain() {
        assertThat(print(Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE), Samples.tornInSomeTier("code fell")))
            .contains("; which side tore was not tested; the tier is uncertain: code fell; the access is not promised");
    }

    @Test
    void shouldQualifyNegativeResultsOfTheInterpreter() {
        TrialSpec trial = new TrialSpec(Memory.UNSAFE, Width.LONG, 60, WriteMode.ORDERED, ReadMode.VOLATILE, 1, 1,
            Processes.ONE, Tier.INTERPRETER, 1);

        assertThat(print(trial, Samples.silent(12_345_678, Samples.CONTROLS)))
            .contains("; may tear: the interpreter is too slow");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE"})
    void shouldPrintTheBoundOfANegativeResult(String tag) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        assertThat(print(Samples.trial(12, WriteMode.CAS, ReadMode.EXCHANGE),
            Samples.silent(12_345_678, Samples.CONTROLS))).startsWith("""
            NOT SEEN  a long at 12, cas/exchange: none in 12,345,678 changes, strong
            sure  a tear rarer than 1 in 4.1 million changes could have been missed; at a million updates per second \
            that is one every 4 s
            why   bytes 12..19 cross the 16-byte boundary at 16 inside a line of 64; the access is promised to be \
            whole (I22)
            """);
    }

    @ParameterizedTest
    @CsvSource({"1, 100 %", "15, 20 %"})
    void shouldPrintTheBoundOfAFewChanges(long changes, String rate) {
        TrialSpec trial = Samples.trial(12, WriteMode.CAS, ReadMode.EXCHANGE);
        Budget one = new Budget(Samples.BUDGET.nanos(), 1, Until.FIRST);
        Counts few = new Counts(9_000, 8_000, changes, 0, 0, 0, 0);
        TrialResult result = Samples.result(trial, one, Samples.outcome(few).planted(new Planted(1, 1)).build());
        assertThat(print(result, Screen.ENDLESS, false, false))
            .startsWith("INCONCLUSIVE  a long at 12, cas/exchange: too few changes: " + changes + " of 100,000")
            .contains("\nsure  a tear rarer than " + rate + " of changes could have been missed");
    }

    @Test
    void shouldPrintTheBoundOfAnInterruptedRun() {
        TrialSpec trial = Samples.trial(12, WriteMode.ORDERED, ReadMode.VOLATILE);
        Counts many = new Counts(60_000_000, 60_000_000, 50_000_000, 0, 0, 0, 0);
        assertThat(print(trial, Samples.outcome(many).controls(null).stopped().build())).startsWith("INCONCLUSIVE  ")
            .contains("\nsure  a tear rarer than 1 in 16 million changes could have been missed");
        assertThat(print(trial, Samples.outcome(Counts.NONE).controls(null).stopped().build()))
            .startsWith("INCONCLUSIVE  ").doesNotContain("sure");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "4 | LONG | BYTEBUFFER | VOLATILE | try --memory unsafe (Unsafe); or --offset 0, a multiple of 8",
        "60 | LONG | UNSAFE | VOLATILE | try --offset 56, a multiple of 8",
        "4 | SHORT | BYTEBUFFER | CAS | try --memory unsafe (Unsafe)",
        "4 | SHORT | DIRECT | ORDERED | try --memory unsafe (Unsafe); or --memory bytebuffer (VarHandle view"
            + " of a direct ByteBuffer)"})
    void shouldSuggestAnotherApiAfterARefusal(int offset, Width width, Memory memory, WriteMode write, String advice) {
        TrialSpec trial = new TrialSpec(memory, width, offset, write, ReadMode.VOLATILE, 1, 1, Processes.ONE, Tier.C2,
            1);
        String shown = print(trial, TrialOutcome.refused("java.lang.IllegalStateException"));
        assertThat(shown).startsWith("REFUSED  ");
        assertThat(shown.replaceAll("\\n {6}", " ")).contains("\nfix   " + advice + "\n");
    }

    /** The interpreter's ordered store locks, too. */
    @ParameterizedTest
    @EnumSource
    void shouldSuggestAWriteThatLocksInNoTier(Tier tier) {
        TrialSpec trial = new TrialSpec(Memory.UNSAFE, Width.LONG, 60, WriteMode.VOLATILE, ReadMode.CAS, 1, 1,
            Processes.ONE, tier, 1);
        assertThat(print(trial, TrialOutcome.uncounted(CellReason.SPLIT_LOCKS_NOT_ALLOWED, "split locks"))
            .replaceAll("\\n {6}", " "))
            .contains("do not lock, such as --write plain --read volatile; or --offset 56, a multiple of 8\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"60 | LONG | try --offset 56, a multiple of 8, where",
        "4093 | INT | try --offset 4092, a multiple of 4, where",
        "3 | SHORT | try --offset 2, a multiple of 2, where", "56 | LONG | "})
    void shouldSuggestAnAlignedOffsetAfterAFault(int offset, Width width, String advice) {
        TrialSpec trial = Samples.trial(offset, WriteMode.VOLATILE, ReadMode.VOLATILE).of(width);
        String shown = print(fault(trial), Screen.ENDLESS, false, false);
        assertThat(shown).startsWith("FAULTS  ").contains(": SIGBUS\n");
        if (advice == null) {
            assertThat(shown).doesNotContain("fix");
        } else {
            assertThat(shown).contains("\nfix   " + advice + " alignment does not cause a fault\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"60, ORDERED, VOLATILE, I9", "60, CAS, VOLATILE, I9", "60, ORDERED, EXCHANGE, I9",
        "4092, CAS, VOLATILE, I9"})
    void shouldCiteOnlyTheRuleThatDeniesAPromise(int offset, WriteMode write, ReadMode read, String rule) {
        assertThat(print(Samples.trial(offset, write, read), Samples.torn()))
            .contains("not promised to be whole (" + rule + ")");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"0 | bytes 0..7 are aligned",
        "12 | bytes 12..19 cross the 16-byte boundary at 16 inside a line of 64",
        "60 | bytes 60..67 cross the line at 64", "4092 | bytes 4092..4099 cross the page at 4096",
        "8184 | bytes 8184..8191 are aligned"})
    void shouldNameTheCrossedBoundary(int offset, String place) {
        assertThat(print(Samples.trial(offset, WriteMode.PLAIN, ReadMode.PLAIN), Samples.torn()))
            .contains("\nwhy   " + place);
    }

    @Test
    void shouldPrintTheControlsIfVerbose() {
        TrialSpec trial = Samples.trial(12, WriteMode.ORDERED, ReadMode.VOLATILE);
        assertThat(print(Samples.result(trial, Samples.silent(12_000_000, Samples.CONTROLS)), Screen.ENDLESS, false,
            true)).contains("one writer on CPU 0, one reader on CPU 2", "planted: found ",
            "control: an aligned long tore 0");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 200})
    void shouldWrapSentencesToTheTerminal(int columns) {
        TrialSpec trial = Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE);
        String shown = print(Samples.result(trial, Samples.torn()), columns, false, false);

        assertThat(shown.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
        assertThat(shown.replaceAll("\\s+", " ")).contains("cross the line at 64",
            "read 09090909|05050505");
    }

    @Test
    void shouldColorOnlyTheVerdict() {
        TrialSpec trial = Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE);
        String plain = print(trial, Samples.torn());
        String colored = print(Samples.result(trial, Samples.torn()), Screen.ENDLESS, true, false);
        assertThat(colored).isNotEqualTo(plain);
        assertThat(colored.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(plain);
        assertThat(print(Samples.result(trial, Samples.torn()), 60, true, true).replaceAll("\u001b\\[[0-9;]*m", ""))
            .isEqualTo(print(Samples.result(trial, Samples.torn()), 60, false, true));
    }

    private static String print(TrialSpec trial, TrialOutcome outcome) {
        return print(Samples.result(trial, outcome), Screen.ENDLESS, false, false);
    }

    private static TrialResult fault(TrialSpec trial) {
        return Samples.result(trial, TrialOutcome.uncounted(CellReason.SIGBUS, "SIGBUS"));
    }

    private static String print(TrialResult result, int columns, boolean colour, boolean verbose) {
        return Output.captured(out -> new RunText(new Screen(out, columns, colour, true), verbose, result.trial())
            .printVerdict(result, false));
    }
}
