// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import org.tearline.verdict.Verdict;

/** The exit codes; they are part of the interface and listed in every help. */
public final class ExitCode {
    static final int NONE_SEEN = 0;
    static final int TORN = 1;
    static final int USAGE = 2;
    static final int NO_VERDICT = 3;
    public static final int INTERNAL_ERROR = 4;
    static final int INTERRUPTED = 130;

    /** scripts/tester sets it, because a JVM that cannot start ends with 1, too. */
    private static final String IN_PLACE_OF_ONE = "tearline.exit.one";

    private ExitCode() {
    }

    public static int forCaller(int code) {
        return code == TORN ? Integer.getInteger(IN_PLACE_OF_ONE, TORN) : code;
    }

    static int of(Verdict verdict) {
        return switch (verdict) {
            case NONE -> NONE_SEEN;
            case TORN -> TORN;
            case INCONCLUSIVE, REFUSED, FAULT -> NO_VERDICT;
        };
    }
}
