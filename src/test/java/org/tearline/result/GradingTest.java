package org.tearline.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.plan.ReadMode;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.WriteMode;

class GradingTest {
    private static final Counts ENOUGH = new Counts(9_000, 8_000, 1_000, 0, 0, 0, 0);
    private final TrialSpec trial = Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE);

    @Test
    void shouldCallATearTornWithoutControls() {
        Judgement judgement = grade(Samples.torn());
        assertThat(judgement.verdict()).isEqualTo(Verdict.TORN);
        assertThat(judgement.upperBound95()).isNull();
        assertThat(judgement.attribution()).isEqualTo(Attribution.EITHER);
    }

    @Test
    void shouldBoundASilence() {
        Judgement judgement = grade(Samples.silent(1_000, Samples.CONTROLS));
        assertThat(judgement.verdict()).isEqualTo(Verdict.NONE_SEEN);
        assertThat(judgement.upperBound95()).isEqualTo(0.003);
        assertThat(judgement.reason()).isNull();
    }

    @Test
    void shouldNotBelieveASilenceWithTooFewChanges() {
        assertInconclusive(Samples.silent(999, Samples.CONTROLS), "999 of 1000");
        assertInconclusive(Samples.silent(0, Samples.CONTROLS), "did not run at the same time");
    }

    @Test
    void shouldNotBelieveASilenceWithoutControls() {
        assertInconclusive(Samples.silent(1_000, null), "controls did not run");
        assertInconclusive(silentWith(new Control(500, 0), new Control(9, 0)), "positive control did not tear");
        assertInconclusive(silentWith(new Control(500, 4), new Control(9, 1)), "negative control tore");
        assertInconclusive(silentWith(new Control(500, 4), new Control(0, 0)), "controls did not run");
    }

    @Test
    void shouldNotBelieveABrokenHarness() {
        assertInconclusive(Samples.outcome(new Counts(9, 9, 1_000, 0, 1, 0, 0), Samples.CONTROLS, null, null, true, 0,
            false), "no mixture of two writes");
        assertInconclusive(Samples.outcome(ENOUGH, Samples.CONTROLS, null, null, false, 0, false), "overwritten");
        assertInconclusive(Samples.outcome(ENOUGH, Samples.CONTROLS, null, "ran interpreted", true, 0, false),
            "ran interpreted");
        assertInconclusive(Samples.outcome(ENOUGH, Samples.CONTROLS, null, null, true, 0, true), "stopped");
        Counts folded = new Counts(30_000_000, 9, 1_000, 0, 0, 0, 0);
        assertInconclusive(Samples.outcome(folded, Samples.CONTROLS, null, null, true, 0, false), "folded");
    }

    @Test
    void shouldReportARefusalWithItsException() {
        Judgement judgement = grade(Samples.outcome(Counts.NONE, null, "IllegalStateException: no", null, true, 0,
            false));
        assertThat(judgement.verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(judgement.reason()).contains("IllegalStateException: no");
    }

    @Test
    void shouldFlagThrottledSplitLocks() {
        assertThat(grade(Samples.outcome(ENOUGH, Samples.CONTROLS, null, null, true, 10_000_000, false)).throttled())
            .isTrue();
        assertThat(grade(Samples.outcome(ENOUGH, Samples.CONTROLS, null, null, true, 900, false)).throttled())
            .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"CAS,VOLATILE,0,READ", "ORDERED,EXCHANGE,0,WRITE", "PLAIN,CAS,3,WRITE", "PLAIN,PLAIN,1,WRITE",
        "VOLATILE,VOLATILE,0,EITHER", "GETANDSET,GETANDADD,0,UNKNOWN"})
    void shouldSayWhoTore(WriteMode write, ReadMode read, long confirmed, Attribution expected) {
        TrialOutcome torn = Samples.torn();
        Counts counts = new Counts(9, 9, 9, 3, 0, confirmed, 0);
        TrialOutcome outcome = new TrialOutcome(counts, torn.seams(), torn.witnesses(), 1, 2, 2, null, torn.stressors(),
            null, null, true, 0, true, false, false);
        assertThat(Grading.grade(Samples.trial(60, write, read), Samples.BUDGET, outcome).attribution())
            .isEqualTo(expected);
    }

    @Test
    void shouldNotBlameTheCpuForWhatTheJvmSplits() {
        TrialOutcome torn = Samples.torn();
        TrialOutcome pieces = new TrialOutcome(torn.counts(), torn.seams(), torn.witnesses(), 1, 2, 2, null,
            torn.stressors(), null, null, true, 0, true, false, true);
        Judgement judgement = grade(pieces);
        assertThat(judgement.verdict()).isEqualTo(Verdict.TORN);
        assertThat(judgement.attribution()).isEqualTo(Attribution.UNKNOWN);
        assertThat(judgement.reason()).contains("says nothing of the CPU");
    }

    private Judgement grade(TrialOutcome outcome) {
        return Grading.grade(trial, Samples.BUDGET, outcome);
    }

    private void assertInconclusive(TrialOutcome outcome, String reason) {
        Judgement judgement = grade(outcome);
        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.reason()).contains(reason);
    }

    private static TrialOutcome silentWith(Control positive, Control negative) {
        return Samples.silent(1_000, new Controls(positive, negative, 0, List.of()));
    }
}
