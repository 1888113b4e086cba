// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

/** Thrown for a test that cannot be watched. */
public final class NotWatchedError extends AssertionError {
    private static final long serialVersionUID = 1;

    NotWatchedError(String message) {
        super(message);
        setStackTrace(new StackTraceElement[0]);
    }
}
