package org.tearline.cli;

import org.tearline.result.Verdict;

/** What the process tells its caller. The numbers are part of the interface and listed in every help. */
final class ExitCode {
    static final int NONE_SEEN = 0;
    static final int TORN = 1;
    static final int USAGE = 2;
    static final int NO_VERDICT = 3;
    static final int INTERNAL_ERROR = 4;
    static final int INTERRUPTED = 130;

    private ExitCode() {
    }

    static int of(Verdict verdict) {
        return switch (verdict) {
            case NONE -> NONE_SEEN;
            case TORN -> TORN;
            case INCONCLUSIVE, REFUSED, FAULT -> NO_VERDICT;
        };
    }
}
