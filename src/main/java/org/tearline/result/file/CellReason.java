package org.tearline.result.file;

import java.util.Locale;

/** Why a cell is not simply torn or none: a closed list, so that no free text of a machine is published. Immutable. */
public enum CellReason {
    TOO_FEW_CHANGES(CellState.INCONCLUSIVE, "too few changes in the time allowed"),
    NO_CHANGE_SEEN(CellState.INCONCLUSIVE, "the threads did not run at the same time, or the writer was starved"),
    ONE_CPU(CellState.INCONCLUSIVE, "there is only one CPU to use"),
    CONTROL_MISSING(CellState.INCONCLUSIVE, "the controls did not run"),
    POSITIVE_CONTROL_SILENT(CellState.INCONCLUSIVE, "the positive control did not tear: this reader sees nothing"),
    NEGATIVE_CONTROL_TORN(CellState.INCONCLUSIVE, "the negative control tore: this harness invents tears"),
    TIER_NOT_REACHED(CellState.INCONCLUSIVE, "the wanted compiler was not in force"),
    STORES_FOLDED(CellState.INCONCLUSIVE, "more stores than a core can make: the compiler folded them"),
    ALIEN_VALUES(CellState.INCONCLUSIVE, "values appeared that are no mixture of two writes"),
    GUARDS_OVERWRITTEN(CellState.INCONCLUSIVE, "the bytes beside the value were overwritten"),
    STOPPED(CellState.INCONCLUSIVE, "stopped before it had its changes"),
    API_REFUSES(CellState.REFUSED, "the API does not allow this access"),
    SPLIT_LOCKS_NOT_ALLOWED(CellState.REFUSED, "the user does not allow locking across a line"),
    SPLIT_LOCKS_SLOWED(CellState.REFUSED, "the kernel slows locking across a line, so it was left out"),
    SPLIT_LOCKS_FATAL(CellState.REFUSED, "the kernel kills processes that lock across a line"),
    SIGBUS(CellState.FAULT, "the access raised SIGBUS"),
    SIGSEGV(CellState.FAULT, "the access raised SIGSEGV"),
    INTERNAL_ERROR(CellState.FAULT, "the JVM threw InternalError for the access"),
    WORKER_DIED(CellState.FAULT, "the worker died"),
    WORKER_SILENT(CellState.FAULT, "the worker no longer answered");

    private final CellState state;
    private final String sentence;

    CellReason(CellState state, String sentence) {
        this.state = state;
        this.sentence = sentence;
    }

    /** The reason behind what is known of a worker's death. */
    public static CellReason ofFault(String report) {
        if (report.contains("SIGBUS")) {
            return SIGBUS;
        }
        if (report.contains("SIGSEGV")) {
            return SIGSEGV;
        }
        if (report.contains("InternalError")) {
            return INTERNAL_ERROR;
        }
        return report.contains("silent") ? WORKER_SILENT : WORKER_DIED;
    }

    /** The only state that this is a reason for. */
    public CellState state() {
        return state;
    }

    /** The reason in words. */
    public String sentence() {
        return sentence;
    }

    /** The word as the file has it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
