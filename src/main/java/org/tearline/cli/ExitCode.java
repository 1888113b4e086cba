// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import org.tearline.verdict.Verdict;

/** The exit codes of the commands. */
public final class ExitCode {
    public static final int INTERNAL_ERROR = 4;
    static final int NONE_SEEN = 0;
    public static final int TORN = 1;
    static final int USAGE = 2;
    static final int NO_VERDICT = 3;
    static final int INTERRUPTED = 130;
    /** How help explains {@link #INTERNAL_ERROR}. */
    static final String FAILED = "4:an error of the tester or the system, such as a full disk";

    private ExitCode() {
    }

    static int of(Verdict verdict) {
        return switch (verdict) {
            case NOT_SEEN -> NONE_SEEN;
            case TORN -> TORN;
            default -> NO_VERDICT;
        };
    }
}
