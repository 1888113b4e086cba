// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.List;

/** Thrown for forbidden accesses. The stack trace is that of the first one from the worst place. */
public final class MisalignedAccessFailure extends AssertionError {
    private static final long serialVersionUID = 1;

    MisalignedAccessFailure(String message, List<StackTraceElement> frames) {
        super(message);
        setStackTrace(frames.toArray(new StackTraceElement[0]));
    }
}
