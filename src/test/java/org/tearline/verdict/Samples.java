// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.List;
import org.tearline.machine.Machine;
import org.tearline.machine.Machines;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Budget;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.TrialResult.Judgement;

/** Example trials and outcomes. */
public final class Samples {
    public static final Budget BUDGET = new Budget(10_000_000_000L, 1_000, Until.FIRST);
    public static final Controls CONTROLS = new Controls(new Seen(100_000, 0), List.of());
    public static final Machine MACHINE = Machines.x86();

    public static final AccessRules X86 = new AccessRules(Architecture.X86_64, new Geometry(64, 4096), true);

    private Samples() {
    }

    public static TrialSpec trial(int offset, WriteMode write, ReadMode read) {
        return new TrialSpec(Memory.UNSAFE, Width.LONG, offset, write, read, 1, 1, Processes.ONE, Tier.C2, 1);
    }

    /** A long whose lower half is older. */
    public static Witness witness() {
        return new Witness(Width.LONG, List.of(0x0505050505050505L), List.of(0x0909090909090909L),
            List.of(0x0505050509090909L), 4);
    }

    public static TrialOutcome torn() {
        Witness witness = witness();
        return torn(new Tally(new Counts(9_000, 8_000, 700, 3, 0, 0, 0), List.of(0L, 0L, 0L, 0L, 3L, 0L, 0L, 0L),
            List.of(0L, 0L, 0L, 0L, 2L), List.of(), List.of(witness), Planted.of(80, 697)), WhoTore.NOT_ASKED, true,
            false);
    }

    /** A tear that was seen only while the tier was uncertain. */
    public static TrialOutcome tornInSomeTier(String tierProblem) {
        TrialOutcome torn = torn();
        return new TrialOutcome(torn.tally(), torn.rate(), torn.firstTornNanos(), torn.elapsedNanos(),
            torn.writerNanos(), CONTROLS, torn.whoTore(), torn.stressors(), null, null, tierProblem, 1, true, 0, true,
            false, false);
    }

    /** A tear beside which other bytes changed, so that it proves nothing. */
    public static TrialOutcome disturbed() {
        return torn(torn().tally(), WhoTore.NOT_ASKED, false, false);
    }

    static TrialOutcome torn(Tally tally, WhoTore whoTore, boolean guardsIntact, boolean piecewise) {
        return new TrialOutcome(tally, Rate.NONE.plus(new Seen(700, 3)), 1_500_000, 3_000_000, 3_000_000, null, whoTore,
            List.of(new StressorUse("none", 3_000_000, 700, 3)), null, null, null, 0, guardsIntact, 0, true, false,
            piecewise);
    }

    public static TrialOutcome silent(long changes, Controls controls) {
        return outcome(new Counts(9_000, 8_000, changes, 0, 0, 0, 0)).controls(controls).build();
    }

    /** Returns a builder of an outcome without a tear, whose controls held unless it says otherwise. */
    public static Outcome outcome(Counts counts) {
        return new Outcome(counts);
    }

    /** Builds an outcome without a tear. Not thread-safe. */
    public static final class Outcome {
        private final Counts counts;
        private Planted planted;
        private Controls controls = CONTROLS;
        private CellReason cause;
        private String reason;
        private String tierProblem;
        private boolean guardsIntact = true;
        private long splitLockNanos;
        private boolean stopped;

        private Outcome(Counts counts) {
            this.counts = counts;
            this.planted = Planted.of(counts.changes() / 8, counts.changes());
        }

        public Outcome planted(Planted found) {
            planted = found;
            return this;
        }

        /** Null if the controls did not run. */
        public Outcome controls(Controls ran) {
            controls = ran;
            return this;
        }

        public Outcome refused(String by) {
            cause = CellReason.API_REFUSES;
            reason = TrialOutcome.refused(by).reason();
            return this;
        }

        public Outcome tierProblem(String problem) {
            tierProblem = problem;
            return this;
        }

        public Outcome guardsOverwritten() {
            guardsIntact = false;
            return this;
        }

        public Outcome splitLockNanos(long nanos) {
            splitLockNanos = nanos;
            return this;
        }

        public Outcome stopped() {
            stopped = true;
            return this;
        }

        public TrialOutcome build() {
            Tally tally = new Tally(counts, List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L), List.of(), List.of(), List.of(),
                planted);
            return new TrialOutcome(tally, Rate.NONE.plus(counts.seen()), -1, 2_000_000, 2_000_000,
                controls, WhoTore.NOT_ASKED, List.of(new StressorUse("none", 2_000_000, counts.changes(), 0)), cause,
                reason, tierProblem, 0, guardsIntact, splitLockNanos, true, stopped, false);
        }
    }

    public static TrialResult result(TrialSpec trial, TrialOutcome outcome) {
        return result(trial, BUDGET, outcome);
    }

    public static TrialResult result(TrialSpec trial, Budget budget, TrialOutcome outcome) {
        return result(trial, budget, outcome, MACHINE);
    }

    public static TrialResult result(TrialSpec trial, Budget budget, TrialOutcome outcome, Machine machine) {
        ThreadCpus threadCpus = new ThreadCpus(List.of(0), List.of(2), null, false);
        return new TrialResult(trial, budget, "auto", machine, threadCpus, outcome,
            judgement(trial, outcome, outcome.tally().counts().torn() == 0));
    }

    public static Judgement judgement(TrialSpec trial, TrialOutcome outcome, boolean promised) {
        return new Grading(trial, outcome, X86, any -> promised, true).judgement();
    }
}
