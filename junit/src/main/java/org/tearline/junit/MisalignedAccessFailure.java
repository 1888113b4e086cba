// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.List;

/** Fails a test that made an access that it forbids. Its stack is that of the first such access. Immutable. */
public final class MisalignedAccessFailure extends AssertionError {
    private static final long serialVersionUID = 1;

    MisalignedAccessFailure(String message, List<StackTraceElement> frames) {
        super(message);
        setStackTrace(frames.toArray(new StackTraceElement[0]));
    }
}
