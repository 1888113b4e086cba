package org.tearline.result;

import java.util.concurrent.TimeUnit;
import org.tearline.plan.Budget;
import org.tearline.plan.TrialSpec;
import org.tearline.result.file.CellReason;

/** Turns outcomes into verdicts: a pure function, the same for a run, a sweep and a stored result. Any thread. */
public final class Grading {
    /** Two stores per cycle at 6 GHz: no core stores faster, so a loop that "does" has lost some of its stores. */
    static final double MAX_STORES_PER_NANO = 12;

    /** A split lock takes up to some 10 µs natively; a kernel that punishes them sleeps 10 ms for each. */
    private static final long THROTTLED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The rule of three: with no event in n tries, the rate is below 3/n with 95 % confidence. */
    private static final double RULE_OF_THREE = 3;

    private Grading() {
    }

    /** Judges what a worker saw. */
    public static Judgement grade(TrialSpec trial, Budget budget, TrialOutcome outcome) {
        boolean throttled = outcome.splitLockNanos() >= THROTTLED_NANOS;
        Counts counts = outcome.counts();
        if (outcome.refusal() != null) {
            return new Judgement(Verdict.REFUSED, "the API refuses this access: " + outcome.refusal(), null, null,
                throttled);
        }
        if (counts.torn() > 0) {
            return new Judgement(Verdict.TORN, tornReason(trial, outcome), attribution(trial, outcome), null,
                throttled);
        }
        Double bound = counts.changes() == 0 ? null : RULE_OF_THREE / counts.changes();
        CellReason doubt = doubt(budget, outcome);
        return doubt == null ? new Judgement(Verdict.NONE_SEEN, null, null, bound, throttled)
            : new Judgement(Verdict.INCONCLUSIVE, sentence(doubt, budget, outcome), null, bound, throttled);
    }

    /** Why an outcome is neither torn nor none, or null if it is one of them. */
    public static CellReason reason(Budget budget, TrialOutcome outcome) {
        if (outcome.refusal() != null) {
            return CellReason.API_REFUSES;
        }
        return outcome.counts().torn() > 0 ? null : doubt(budget, outcome);
    }

    /** The judgement of a trial that never came to count. */
    public static Judgement without(Verdict verdict, String reason) {
        return new Judgement(verdict, reason, null, null, false);
    }

    private static CellReason doubt(Budget budget, TrialOutcome outcome) {
        Counts counts = outcome.counts();
        if (counts.alien() > 0) {
            return CellReason.ALIEN_VALUES;
        }
        if (!outcome.guardsIntact()) {
            return CellReason.GUARDS_OVERWRITTEN;
        }
        if (outcome.writerNanos() > 0
            && (double) counts.writes() / outcome.writerNanos() > MAX_STORES_PER_NANO) {
            return CellReason.STORES_FOLDED;
        }
        if (outcome.tierProblem() != null) {
            return CellReason.TIER_NOT_REACHED;
        }
        if (outcome.stopped()) {
            return CellReason.STOPPED;
        }
        if (counts.changes() == 0) {
            return CellReason.NO_CHANGE_SEEN;
        }
        if (counts.changes() < budget.changes()) {
            return CellReason.TOO_FEW_CHANGES;
        }
        return doubt(outcome.controls());
    }

    private static CellReason doubt(Controls controls) {
        if (controls == null || controls.negative().changes() == 0) {
            return CellReason.CONTROL_MISSING;
        }
        if (controls.positive().torn() == 0) {
            return CellReason.POSITIVE_CONTROL_SILENT;
        }
        return controls.negative().torn() > 0 ? CellReason.NEGATIVE_CONTROL_TORN : null;
    }

    private static String sentence(CellReason doubt, Budget budget, TrialOutcome outcome) {
        if (doubt == CellReason.TOO_FEW_CHANGES) {
            return doubt.sentence() + ": " + outcome.counts().changes() + " of " + budget.changes();
        }
        return doubt == CellReason.TIER_NOT_REACHED ? doubt.sentence() + ": " + outcome.tierProblem()
            : doubt.sentence();
    }

    private static String tornReason(TrialSpec trial, TrialOutcome outcome) {
        if (outcome.piecewise()) {
            return "the JVM makes this access of pieces in tier " + trial.tier() + ": this says nothing of the CPU";
        }
        return outcome.tierProblem() == null ? null : "the tier is not certain: " + outcome.tierProblem();
    }

    private static Attribution attribution(TrialSpec trial, TrialOutcome outcome) {
        if (outcome.piecewise()) {
            return Attribution.UNKNOWN;
        }
        boolean writeLocked = trial.write().lockedOnX86(trial.tier());
        boolean readLocked = trial.read().lockedOnX86();
        if (writeLocked) {
            return readLocked ? Attribution.UNKNOWN : Attribution.READ;
        }
        return readLocked || outcome.counts().confirmed() > 0 ? Attribution.WRITE : Attribution.EITHER;
    }
}
