// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.tearline.trial.AccessRules.SplitLocks;
import org.tearline.trial.LowerCase;

/**
 * What is known about an access, a trial, or a value of a program, worst first. The table has for each verdict a sign
 * for readers who cannot tell colours apart, the headline, the code in result files, and the code in a judgement with
 * what it means there. A code is null where the verdict does not occur.
 */
public enum Verdict {
    /** At least one torn value with a legal seam, which is proof in itself; or a prediction from such values. */
    TORN("▲", "YES, IT TEARS", "torn", "tears", "shared, and torn on a measured CPU or by the JVM"),
    /** Java code makes the access in pieces until the JIT compiles the call. */
    TORN_UNTIL_COMPILED("▲", "TEARS UNTIL COMPILED", null, null, null),
    /** The access faults. In a trial, also if the worker died or a loop threw an unexpected error. */
    FAULTS("×", "FAULTS", "fault", "faults", "faults or may fault at an access, whoever shares it"),
    /** The JVM uses other instructions, which fault, until the JIT compiles the call. */
    FAULTS_UNTIL_COMPILED("×", "FAULTS UNTIL COMPILED", null, null, null),
    /** The API does not allow the access, or the user or the kernel does not allow its split locks. */
    REFUSED("⊘", "REFUSED", "refused", null, null),
    /** The access faults or is whole, as the CPU chooses. */
    MAY_FAULT("÷", "MAY FAULT", null, null, null),
    /** Neither a measurement nor a promise says that the access is whole. */
    OPEN("?", "NOT PROMISED", null, "may-tear", "shared, and not promised to be whole"),
    /** It is not known whether the value is shared. */
    UNKNOWN("?", "UNKNOWN", null, "unknown", "not whole on every CPU if shared, which the agent could not tell"),
    /** A trial without a conclusion; see the reason. */
    INCONCLUSIVE("?", "INCONCLUSIVE", "inconclusive", null, null),
    /** Enough changes without a tear, seen by a reader that was shown to detect tears. */
    NOT_SEEN("●", "NOT SEEN", "none", null, null),
    /** Every access is a locked instruction, which is whole on x86-64. */
    LOCKED("✓", "LOCKED", null, "locked", "shared, and whole on x86-64 as long as every access locks"),
    /** The vendor promises that the access is whole. */
    PROMISED("✓", "PROMISED WHOLE", null, "promised", "shared, and promised to be whole"),
    /** Happens-before orders all conflicting accesses of different threads. */
    ORDERED("✓", "ORDERED", null, "ordered", "accessed by threads in an order that the agent saw"),
    /** Only one thread accesses the value. */
    ONE_THREAD("✓", "ONE THREAD", null, "one-thread", "accessed by one thread, as far as the agent saw");

    private final String sign;
    private final String headline;
    private final String fileCode;
    private final String valueCode;
    private final String ofValue;

    Verdict(String sign, String headline, String fileCode, String valueCode, String ofValue) {
        this.sign = sign;
        this.headline = headline;
        this.fileCode = fileCode;
        this.valueCode = valueCode;
        this.ofValue = ofValue;
    }

    /** Returns the worse of two verdicts. */
    public static Verdict worse(Verdict a, Verdict b) {
        return Collections.min(List.of(a, b));
    }

    public String sign() {
        return sign;
    }

    public String headline() {
        return headline;
    }

    /** Returns the name in the page's links, files and styles. */
    public String style() {
        return LowerCase.of(this);
    }

    /** Returns the code in result files if there is one, otherwise the name. */
    @Override
    public String toString() {
        return Objects.requireNonNullElseGet(fileCode, this::style);
    }

    /** Returns the name in the output of a single trial. */
    public String answer() {
        if (this == NOT_SEEN) {
            return "none-seen";
        }
        return toString();
    }

    /** Returns the code for a value of a program. */
    public String valueCode() {
        return valueCode;
    }

    /** Returns the headline for a value of a program, such as "MAY TEAR". */
    public String valueHeadline() {
        return valueCode.toUpperCase(Locale.ROOT).replace('-', ' ');
    }

    /** Returns what the verdict on a value of a program means, such as "shared, and promised to be whole". */
    public String ofValue() {
        return ofValue;
    }

    /** Whether a program with such a value needs a fix. */
    public boolean isError() {
        return this == TORN || this == FAULTS || this == OPEN;
    }

    /** Whether a baseline may accept such a value with a reason. */
    public boolean mayBeAccepted() {
        return isError() || this == UNKNOWN;
    }

    /** Whether an access that is missing from the agent's report could refute it. */
    public boolean needsAllAccesses() {
        return compareTo(ORDERED) >= 0;
    }

    /**
     * Why a cell is neither torn nor a strong negative result. The list is closed to keep free text out of published
     * files. A reason with the state {@link #NOT_SEEN} explains why a negative result is weak.
     */
    public enum CellReason {
        TOO_FEW_CHANGES(INCONCLUSIVE, "too few changes"),
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
        SIGBUS(FAULTS, "the access raised SIGBUS"),
        SIGSEGV(FAULTS, "the access raised SIGSEGV"),
        INTERNAL_ERROR(FAULTS, "the JVM threw InternalError for the access"),
        WORKER_DIED(FAULTS, "the worker died"),
        EMULATION_UNKNOWN(NOT_SEEN, "an emulator may have executed the accesses"),
        JVM_UNKNOWN(NOT_SEEN, "JVM not known to us"),
        NOT_PROMISED(NOT_SEEN,
            "no vendor promises that this pair does not tear across a line, so tears may just be rare"),
        NOTHING_TORE(NOT_SEEN,
            "no stressor made this pair tear even across a line, and no vendor promises that it does not tear"),
        UNPINNED(NOT_SEEN, "the threads did not stay on their CPUs"),
        TIER_INTERRUPTED(NOT_SEEN, "compiled code was invalidated during the trial"),
        PLANTED_TOO_OFTEN(NOT_SEEN,
            "far more planted tears were found than expected, so the reader did not sample the stores evenly"),
        FEW_CHANGES(NOT_SEEN, "fewer changes than a strong negative result needs");

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
