package org.tearline.result;

import java.util.concurrent.TimeUnit;
import org.tearline.plan.Budget;
import org.tearline.plan.TrialSpec;

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
            return new Judgement(Verdict.TORN, tornReason(trial, outcome), attribution(trial, counts), null,
                throttled);
        }
        Double bound = counts.changes() == 0 ? null : RULE_OF_THREE / counts.changes();
        String doubt = doubt(trial, budget, outcome);
        return new Judgement(doubt == null ? Verdict.NONE_SEEN : Verdict.INCONCLUSIVE, doubt, null, bound, throttled);
    }

    /** The judgement of a trial that never came to count. */
    public static Judgement without(Verdict verdict, String reason) {
        return new Judgement(verdict, reason, null, null, false);
    }

    private static String doubt(TrialSpec trial, Budget budget, TrialOutcome outcome) {
        Counts counts = outcome.counts();
        if (counts.alien() > 0) {
            return counts.alien() + " values were no mixture of two writes at a legal seam: the harness or the memory"
                + " is at fault";
        }
        if (!outcome.guardsIntact()) {
            return "the bytes beside the value were overwritten: the harness is at fault";
        }
        if (outcome.elapsedNanos() > 0
            && (double) counts.writes() / trial.writers() / outcome.elapsedNanos() > MAX_STORES_PER_NANO) {
            return "more stores than a core can make: the compiler folded them";
        }
        if (outcome.tierProblem() != null) {
            return outcome.tierProblem();
        }
        if (outcome.stopped()) {
            return "stopped before it had its changes";
        }
        if (counts.changes() == 0) {
            return "the reader saw no change: the threads did not run at the same time, or the writer was starved";
        }
        if (counts.changes() < budget.changes()) {
            return "too few changes: " + counts.changes() + " of " + budget.changes() + " in the time allowed";
        }
        return controlDoubt(outcome.controls());
    }

    private static String controlDoubt(Controls controls) {
        if (controls == null) {
            return "the controls did not run";
        }
        if (controls.positive().torn() == 0) {
            return "the positive control did not tear: this reader sees nothing here";
        }
        if (controls.negative().torn() > 0) {
            return "the negative control tore: this harness invents tears here";
        }
        return controls.hold() ? null : "the negative control saw no change";
    }

    private static String tornReason(TrialSpec trial, TrialOutcome outcome) {
        if (trial.piecewise()) {
            return "the JVM makes this access of pieces in tier " + trial.tier() + ": this says nothing of the CPU";
        }
        return outcome.tierProblem() == null ? null : "the tier is not certain: " + outcome.tierProblem();
    }

    private static Attribution attribution(TrialSpec trial, Counts counts) {
        if (trial.piecewise()) {
            return Attribution.UNKNOWN;
        }
        boolean writeLocked = trial.write().lockedOnX86(trial.tier());
        boolean readLocked = trial.read().lockedOnX86();
        if (writeLocked) {
            return readLocked ? Attribution.UNKNOWN : Attribution.READ;
        }
        return readLocked || counts.confirmed() > 0 ? Attribution.WRITE : Attribution.EITHER;
    }
}
