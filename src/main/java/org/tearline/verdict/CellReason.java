// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.trial.LowerCase;
import org.tearline.trial.SplitLocks;

/**
 * Why a cell is neither torn nor a strong negative result. The list is closed to keep free text out of published
 * files. A reason with the state {@link Verdict#NOT_SEEN} explains why a negative result is weak.
 */
public enum CellReason {
    TOO_FEW_CHANGES("too few changes"),
    NO_CHANGE_SEEN("the threads did not run at the same time, or the writer was suspended"),
    ONE_CPU("only one CPU is available"),
    CONTROL_MISSING("the controls did not run, or saw too few changes"),
    PLANTED_MISSED("too few of the planted tears were found: this reader is blind"),
    ALIGNED_CONTROL_TORN("an aligned value tore as well: the harness reports false tears"),
    TEAR_WITHOUT_WITNESS("the only torn values contain planted bytes, which are not evidence"),
    MISS_NOT_EXCLUDED(
        "the same write and read tore nearby, but too rarely for this many changes to rule out a tear here"),
    PROFILE_TOO_SHORT("this profile makes too few changes across a line for a pair that is not locked on both sides"),
    TIER_NOT_REACHED("the loops did not run in the requested tier"),
    STORES_FOLDED("more stores than a core can execute: the compiler folded them"),
    ALIEN_VALUES("some values read were not a mixture of two writes"),
    GUARDS_OVERWRITTEN("the bytes next to the value were overwritten"),
    STOPPED("stopped before the trial was complete"),
    WORKER_SILENT("the worker stopped responding"),
    API_REFUSES(Verdict.REFUSED, "the API does not allow this access"),
    SPLIT_LOCKS_NOT_ALLOWED(Verdict.REFUSED, "the user does not allow locking across a line"),
    SPLIT_LOCKS_SLOWED(Verdict.REFUSED, SplitLocks.SLOWED.cause()),
    SPLIT_LOCKS_FATAL(Verdict.REFUSED, SplitLocks.FATAL.cause()),
    SIGBUS(Verdict.FAULTS, "the access raised SIGBUS"),
    SIGSEGV(Verdict.FAULTS, "the access raised SIGSEGV"),
    INTERNAL_ERROR(Verdict.FAULTS, "the JVM threw InternalError for the access"),
    WORKER_DIED(Verdict.FAULTS, "the worker died"),
    EMULATION_UNKNOWN(Verdict.NOT_SEEN, "an emulator may have executed the accesses"),
    JVM_UNKNOWN(Verdict.NOT_SEEN, "JVM not known to us"),
    NOT_PROMISED(Verdict.NOT_SEEN,
        "no promise known to apply says that this pair does not tear across a line, so tears may just be rare"),
    NOTHING_TORE(Verdict.NOT_SEEN,
        "no stressor made this pair tear even across a line, and no promise known to apply says that it does not tear"),
    UNPINNED(Verdict.NOT_SEEN, "the threads did not stay on their CPUs"),
    TIER_INTERRUPTED(Verdict.NOT_SEEN, "compiled code was invalidated during the trial"),
    PLANTED_TOO_OFTEN(Verdict.NOT_SEEN,
        "far more planted tears were found than expected, so the reader did not sample the stores evenly"),
    FEW_CHANGES(Verdict.NOT_SEEN, "fewer changes than a strong negative result needs");

    private final Verdict state;
    private final String sentence;

    /** A reason for an inconclusive trial. */
    CellReason(String sentence) {
        this(Verdict.INCONCLUSIVE, sentence);
    }

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
