// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.trial.AccessRules.SplitLocks;
import org.tearline.trial.LowerCase;

/** The result of a trial, or of a cell of a result file. */
public enum Verdict {
    /** At least one torn value with a legal seam, which is proof in itself. */
    TORN,
    /** Enough changes without a tear, seen by a reader that was shown to detect tears. */
    NONE,
    /** No conclusion; see the reason. */
    INCONCLUSIVE,
    /** The API does not allow the access, or the user or the kernel does not allow its split locks. */
    REFUSED,
    /** The worker crashed or exited, or a loop threw an unexpected error, such as an InternalError for the access. */
    FAULT;

    /** Returns the name in result files. */
    @Override
    public String toString() {
        return LowerCase.of(this);
    }

    /** Returns the name in the output of a single trial. */
    public String answer() {
        if (this == NONE) {
            return "none-seen";
        }
        return toString();
    }

    /**
     * Why a cell is neither torn nor a strong negative result. The list is closed to keep free text out of published
     * files. A reason with the state {@link #NONE} explains why a negative result is weak.
     */
    public enum CellReason {
        TOO_FEW_CHANGES(INCONCLUSIVE, "too few changes in the time allowed"),
        NO_CHANGE_SEEN(INCONCLUSIVE, "the threads did not run at the same time, or the writer was suspended"),
        ONE_CPU(INCONCLUSIVE, "only one CPU is available"),
        CONTROL_MISSING(INCONCLUSIVE, "the controls did not run, or saw too few changes"),
        PLANTED_MISSED(INCONCLUSIVE, "too few of the planted tears were found: this reader is blind"),
        ALIGNED_CONTROL_TORN(INCONCLUSIVE, "an aligned value tore as well: the harness reports false tears"),
        TEAR_WITHOUT_WITNESS(INCONCLUSIVE,
            "the only torn values contain planted bytes, which are not evidence"),
        MISS_NOT_EXCLUDED(INCONCLUSIVE,
            "the same write and read tore nearby, but too rarely for this many changes to rule out a tear here"),
        PROFILE_TOO_SHORT(INCONCLUSIVE,
            "this profile makes too few changes across a line for a pair that is not locked on both sides"),
        TIER_NOT_REACHED(INCONCLUSIVE, "the loops did not run in the requested tier"),
        STORES_FOLDED(INCONCLUSIVE, "more stores than a core can execute: the compiler folded them"),
        ALIEN_VALUES(INCONCLUSIVE, "some values read were not a mixture of two writes"),
        GUARDS_OVERWRITTEN(INCONCLUSIVE, "the bytes next to the value were overwritten"),
        STOPPED(INCONCLUSIVE, "stopped before there were enough changes"),
        WORKER_SILENT(INCONCLUSIVE, "the worker stopped responding"),
        API_REFUSES(REFUSED, "the API does not allow this access"),
        SPLIT_LOCKS_NOT_ALLOWED(REFUSED, "the user does not allow locking across a line"),
        SPLIT_LOCKS_SLOWED(REFUSED, SplitLocks.SLOWED.cause()),
        SPLIT_LOCKS_FATAL(REFUSED, SplitLocks.FATAL.cause()),
        SIGBUS(FAULT, "the access raised SIGBUS"),
        SIGSEGV(FAULT, "the access raised SIGSEGV"),
        INTERNAL_ERROR(FAULT, "the JVM threw InternalError for the access"),
        WORKER_DIED(FAULT, "the worker died"),
        EMULATION_UNKNOWN(NONE, "an emulator may have executed the accesses"),
        JVM_UNKNOWN(NONE, "JVM not known to us"),
        NOT_PROMISED(NONE,
            "no vendor promises that this pair does not tear across a line, so tears may just be rare"),
        NOTHING_TORE(NONE,
            "no stressor made this pair tear even across a line, and no vendor promises that it does not tear"),
        UNPINNED(NONE, "the threads did not stay on their CPUs"),
        TIER_INTERRUPTED(NONE, "compiled code was invalidated during the trial"),
        PLANTED_TOO_OFTEN(NONE,
            "far more planted tears were found than expected, so the reader did not sample the stores evenly"),
        FEW_CHANGES(NONE, "fewer changes than a strong negative result needs");

        private final Verdict state;
        private final String sentence;

        CellReason(Verdict state, String sentence) {
            this.state = state;
            this.sentence = sentence;
        }

        /** Returns why a trial with split locks is refused, or null if it is allowed. */
        public static CellReason of(SplitLocks splitLocks) {
            return switch (splitLocks) {
                case ALLOWED -> null;
                case FORBIDDEN_BY_USER -> SPLIT_LOCKS_NOT_ALLOWED;
                case SLOWED -> SPLIT_LOCKS_SLOWED;
                case FATAL -> SPLIT_LOCKS_FATAL;
            };
        }

        /** Whether something outside the trial cut it short. */
        public boolean isInterruption() {
            return this == STOPPED || this == WORKER_SILENT;
        }

        public Verdict state() {
            return state;
        }

        public String sentence() {
            return sentence;
        }

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }
}
