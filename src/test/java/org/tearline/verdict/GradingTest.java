// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.file.Copy;
import org.tearline.trial.JvmKind;
import org.tearline.trial.ReadMode;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.TrialResult.Judgement;
import org.tearline.verdict.WhoTore.Attribution;
import org.tearline.verdict.WhoTore.SideResult;

class GradingTest {
    private static final Counts ENOUGH = new Counts(900_000, 800_000, 100_000, 0, 0, 0, 0);
    private final TrialSpec trial = Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE);

    @Test
    void shouldNotNeedControlsForATear() {
        Judgement judgement = grade(Samples.torn());
        assertThat(judgement.verdict()).isEqualTo(Verdict.TORN);
        assertThat(judgement.upperBound95()).isNull();
        assertThat(judgement.whoTore()).isEqualTo(WhoTore.NOT_ASKED);
    }

    @Test
    void shouldBoundANegativeResult() {
        Judgement judgement = grade(Samples.silent(100_000, Samples.CONTROLS));
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_SEEN);
        assertThat(judgement.upperBound95()).isEqualTo(0.00003);
        assertThat(judgement.reason()).isNull();
    }

    @Test
    void shouldRejectTooFewChanges() {
        assertInconclusive(Samples.silent(99_999, Samples.CONTROLS), "99,999 of 100,000");
        assertInconclusive(Samples.silent(0, Samples.CONTROLS), "did not run at the same time");
        Judgement locked = Samples.judgement(Samples.trial(60, WriteMode.CAS, ReadMode.EXCHANGE),
            Samples.silent(1_999, Samples.CONTROLS), false);
        assertThat(locked.reason()).as("fewer changes suffice").contains("1,999 of 2,000");
    }

    @Test
    void shouldRejectFailedControls() {
        assertInconclusive(Samples.silent(100_000, null), "controls did not run");
        assertInconclusive(silentWith(new Planted(62, 125), new Seen(20_000, 0)), "62 of 125");
        assertInconclusive(Samples.outcome(ENOUGH).planted(Planted.NONE).build(),
            "this reader is blind");
        assertInconclusive(silentWith(new Planted(120, 125), new Seen(20_000, 1)), "an aligned value tore");
        assertInconclusive(silentWith(new Planted(120, 125), new Seen(0, 0)), "controls did not run");
        assertInconclusive(silentWith(new Planted(120, 125), new Seen(19_999, 0)), "saw too few changes");
    }

    @Test
    void shouldRejectABrokenHarness() {
        assertInconclusive(Samples.outcome(new Counts(9, 9, 100_000, 0, 1, 0, 0)).build(),
            "not a mixture of two writes");
        assertInconclusive(Samples.outcome(ENOUGH).guardsOverwritten().build(), "overwritten");
        assertInconclusive(Samples.outcome(ENOUGH).tierProblem("ran interpreted").build(), "ran interpreted");
        assertInconclusive(Samples.outcome(ENOUGH).stopped().build(), "stopped");
        assertInconclusive(Samples.outcome(new Counts(30_000_000, 9, 100_000, 0, 0, 0, 0)).build(), "folded");
    }

    @Test
    void shouldRejectATearBesideAlienValuesOrOverwrittenGuards() {
        Tally torn = Samples.torn().tally();
        assertInconclusive(torn(new Counts(9_000, 8_000, 700, 3, 1, 0, 0), torn.witnesses(), true),
            "not a mixture of two writes");
        assertInconclusive(torn(torn.counts(), torn.witnesses(), false), "overwritten");
        assertInconclusive(torn(torn.counts(), List.of(), true), "which are not evidence");
    }

    @Test
    void shouldReportARefusalWithItsException() {
        Judgement judgement = grade(Samples.outcome(Counts.NONE).refused("IllegalStateException").build());
        assertThat(judgement.verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(judgement.reason()).isEqualTo("the API refuses this access: IllegalStateException");
    }

    @Test
    void shouldFlagThrottledSplitLocks() {
        assertThat(grade(Samples.outcome(ENOUGH).splitLockNanos(10_000_000).build()).throttled()).isTrue();
        assertThat(grade(Samples.outcome(ENOUGH).splitLockNanos(900).build()).throttled()).isFalse();
    }

    /** Combines all states of both sides, with and without a vendor's promise. */
    @Test
    void shouldBlameOneSideAloneOnlyIfTheOtherIsAtomic() {
        SideResult tears = SideResult.counted(new Seen(604, 51), 9);
        SideResult notSeen = SideResult.counted(new Seen(2_830, 0), 9);
        List<SideResult> states = List.of(tears, notSeen, SideResult.PROMISED, SideResult.NOT_ASKED);
        for (SideResult write : states) {
            for (SideResult read : states) {
                for (boolean promised : new boolean[] {true, false}) {
                    WhoTore who = who(new WhoTore(write, read), promised);
                    boolean writeWhole = who.write().state() == SideResult.State.PROMISED;
                    boolean readWhole = who.read().state() == SideResult.State.PROMISED;
                    assertThat(who.write().tears()).isEqualTo(write.tears());
                    assertThat(who.read().tears()).isEqualTo(read.tears());
                    assertThat(who.who()).as("%s %s", write, read).isEqualTo(
                        write.tears() && read.tears() ? Attribution.BOTH
                        : write.tears() ? readWhole ? Attribution.WRITE : Attribution.WRITE_AT_LEAST
                        : read.tears() ? writeWhole ? Attribution.READ : Attribution.READ_AT_LEAST
                        : who.equals(WhoTore.NOT_ASKED) ? Attribution.NOT_ASKED : Attribution.UNKNOWN);
                }
            }
        }
        assertThat(who(new WhoTore(tears, notSeen), false).who()).isEqualTo(Attribution.WRITE_AT_LEAST);
        assertThat(who(new WhoTore(tears, notSeen), true).who()).isEqualTo(Attribution.WRITE);
        assertThat(notSeen.upperBound95()).isEqualTo(3.0 / 2_830);
        assertThat(WhoTore.SideResult.counted(new Seen(2, 0), 1).upperBound95())
            .as("two changes rule out no rate")
            .isNull();
        assertThat(SideResult.counted(Seen.NOTHING, 9)).isEqualTo(SideResult.NOT_ASKED);
    }

    @Test
    void shouldNotBlameTheCpuIfTheJvmSplitsTheAccess() {
        Judgement judgement = grade(Samples.torn(Samples.torn().tally(), WhoTore.NOT_ASKED, true, true));
        assertThat(judgement.verdict()).isEqualTo(Verdict.TORN);
        assertThat(judgement.whoTore()).isNull();
        assertThat(judgement.reason()).contains("says nothing about the CPU");
    }

    @Test
    void shouldNotBlameTheCpuIfAnAlignedValueTore() {
        Judgement judgement = grade(Copy.of(Samples.torn(), "controls", new Controls(new Seen(100, 7), List.of())));
        assertThat(judgement.verdict()).isEqualTo(Verdict.TORN);
        assertThat(judgement.whoTore()).isNull();
        assertThat(judgement.reason()).contains("an aligned value tore as well");
    }

    @Test
    void shouldNotBlameTheCpuIfTheAlignedControlHardlyRan() {
        Judgement judgement = grade(Copy.of(Samples.torn(), "controls", new Controls(new Seen(19_999, 0), List.of())));
        assertThat(judgement.verdict()).isEqualTo(Verdict.TORN);
        assertThat(judgement.whoTore()).isNull();
        assertThat(judgement.reason()).isEqualTo("the access may be split, because its control on an aligned value saw"
            + " only 19,999 of 20,000 changes");
        assertThat(grade(Copy.of(Samples.torn(), "controls", new Controls(new Seen(20_000, 0), List.of()))).reason())
            .isNull();
    }

    @Test
    void shouldGiveTheMostSeriousReasonForAWeakResult() {
        Controls torn = new Controls(new Seen(20_000, 0), List.of(new StressorUse("spin", 1, 9, 2)));
        for (int offset : new int[] {0, 12, 60, 4092}) {
            TrialSpec at = Samples.trial(offset, WriteMode.ORDERED, ReadMode.VOLATILE);
            boolean crosses = offset >= 60;
            for (boolean promised : new boolean[] {true, false}) {
                for (boolean comparable : new boolean[] {true, false}) {
                    for (long changes : new long[] {100_000, 10_000_000}) {
                        CellReason weakness = Samples.judgement(at, Samples.silent(changes,
                            comparable ? torn : Samples.CONTROLS), promised).weakness();
                        assertThat(weakness).isEqualTo(!promised && crosses ? CellReason.NOT_PROMISED
                            : !promised && !comparable ? CellReason.NOTHING_TORE
                            : changes < 10_000_000 ? CellReason.FEW_CHANGES : null);
                    }
                }
            }
        }
    }

    @Test
    void shouldWeakenAResultThatMayBeEmulated() {
        assertThat(new Grading(Samples.trial(12, WriteMode.ORDERED, ReadMode.VOLATILE),
            Samples.silent(10_000_000, Samples.CONTROLS), Samples.X86, any -> true, false)
            .judgement()
            .weakness()).isEqualTo(CellReason.EMULATION_UNKNOWN);
    }

    @Test
    void shouldWeakenAResultOfAnUnknownJvm() {
        assertThat(new Grading(Samples.trial(12, WriteMode.ORDERED, ReadMode.VOLATILE),
            Samples.silent(10_000_000, Samples.CONTROLS), Samples.X86.in(JvmKind.UNKNOWN),
                any -> true, true).judgement().weakness()).isEqualTo(CellReason.JVM_UNKNOWN);
    }

    /** If both sides use split locks, there is time for only a few changes, and no budget that changes this. */
    @Test
    void shouldAcceptFewChangesOnlyForTwoSplitLocks() {
        for (int offset : new int[] {12, 60, 4092}) {
            for (WriteMode write : WriteMode.values()) {
                for (ReadMode read : ReadMode.values()) {
                    TrialSpec at = Samples.trial(offset, write, read);
                    int sides = Samples.X86.splitLockedSides(at);
                    for (long changes : new long[] {1_999, 2_000, 99_999, 100_000}) {
                        Judgement judgement = Samples.judgement(at, Samples.silent(changes, Samples.CONTROLS),
                            sides == 2);
                        assertThat(judgement.verdict()).as("%s, %,d changes", at, changes)
                            .isEqualTo(changes >= (sides == 2 ? 2_000 : 100_000) ? Verdict.NOT_SEEN
                                : Verdict.INCONCLUSIVE);
                        if (sides == 2 && judgement.verdict() == Verdict.NOT_SEEN) {
                            assertThat(judgement.weakness()).isEqualTo(changes < 100_000
                                ? CellReason.FEW_CHANGES : null);
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"100000, 30, 19, FEW_CHANGES", "100000, 31, 20, PLANTED_TOO_OFTEN",
        "10000000, 30, 19, PLANTED_TOO_OFTEN"})
    void shouldNotCallAReaderUnevenAfterAFewChanges(long changes, long found, long expected, CellReason weakness) {
        assertThat(few(changes, found, expected).weakness()).isEqualTo(weakness);
    }

    private static Judgement few(long changes, long found, long expected) {
        TrialOutcome outcome = Samples.outcome(new Counts(9_000, 8_000, changes, 0, 0, 0, 0))
            .planted(new Planted(found, expected)).build();
        return Samples.judgement(Samples.trial(12, WriteMode.ORDERED, ReadMode.VOLATILE), outcome,
            true);
    }

    @Test
    void shouldWeakenAResultWithTooManyPlantedTears() {
        Seen aligned = new Seen(20_000, 0);
        assertThat(grade(silentWith(new Planted(90, 100), aligned)).weakness()).isNotEqualTo(
            CellReason.PLANTED_TOO_OFTEN);
        TrialSpec inside = Samples.trial(12, WriteMode.ORDERED, ReadMode.VOLATILE);
        assertThat(Samples.judgement(inside, silentWith(new Planted(150, 100), aligned),
            true).weakness()).isEqualTo(CellReason.FEW_CHANGES);
        assertThat(Samples.judgement(inside, silentWith(new Planted(151, 100), aligned),
            true).weakness()).isEqualTo(CellReason.PLANTED_TOO_OFTEN);
    }

    private static WhoTore who(WhoTore seen, boolean promised) {
        return Samples.judgement(Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE),
            Samples.torn(Samples.torn().tally(), seen, true, false), promised).whoTore();
    }

    private static TrialOutcome torn(Counts counts, List<Witness> witnesses, boolean guardsIntact) {
        Tally torn = Samples.torn().tally();
        return Samples.torn(new Tally(counts, torn.seams(), List.of(), List.of(), witnesses, torn.planted()),
            WhoTore.NOT_ASKED, guardsIntact, false);
    }

    private Judgement grade(TrialOutcome outcome) {
        return Samples.judgement(trial, outcome, false);
    }

    private void assertInconclusive(TrialOutcome outcome, String reason) {
        Judgement judgement = grade(outcome);
        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.reason()).contains(reason);
        assertThat(judgement.upperBound95()).isNull();
    }

    private static TrialOutcome silentWith(Planted planted, Seen aligned) {
        return Samples.outcome(ENOUGH).planted(planted).controls(new Controls(aligned, List.of())).build();
    }

    /** An item for {@link Grading#doubtful}. */
    private record Tried(String kind, Seen seen) {
    }

    @ParameterizedTest
    @CsvSource({"0,5000000,0", "1,1000000,6907756", "100,1000,70", "1000,1000,7"})
    void shouldNeedEnoughChangesToMissATearOnlyOnceInAThousandTrials(long torn, long changes, long needed) {
        assertThat(Grading.neededChanges(new Seen(changes, torn))).isEqualTo(needed);
        if (torn > 0 && torn < changes) {
            assertThat(Math.pow(1 - (double) torn / changes, needed)).as("the chance of a miss").isLessThan(0.00101);
        }
    }

    @Test
    void shouldDoubtNegativeResultsThatAreComparableToATear() {
        Tried torn = new Tried("a", new Seen(1_000, 10));
        Tried few = new Tried("a", new Seen(500, 0));
        Tried enough = new Tried("a", new Seen(10_000, 0));
        Tried other = new Tried("b", new Seen(1, 0));
        assertThat(Grading.doubtful(List.of(torn, few, other), Tried::kind, Tried::seen))
            .containsOnlyKeys(few).containsEntry(few, 1_037L);
        assertThat(Grading.doubtful(List.of(torn, enough), Tried::kind, Tried::seen)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(SplitLocks.class)
    void shouldGiveAReasonForEachRefusalOfSplitLocks(SplitLocks splitLocks) {
        CellReason reason = CellReason.of(splitLocks);
        assertThat(reason == null).isEqualTo(splitLocks.allowed());
        if (reason != null) {
            assertThat(reason.state()).isEqualTo(Verdict.REFUSED);
            assertThat(reason.toString()).startsWith("split-locks-");
            assertThat(reason.sentence()).isNotBlank();
        }
    }

    @Test
    void shouldRecognizeInterruptions() {
        assertThat(CellReason.values()).filteredOn(CellReason::isInterruption).containsExactly(CellReason.STOPPED,
            CellReason.WORKER_SILENT);
    }
}
