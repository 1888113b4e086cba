// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

/** Thrown at a misaligned access where fail=line or fail=misaligned asks for it. Immutable. */
public final class MisalignedAccessError extends AssertionError {
    private static final long serialVersionUID = 1;

    MisalignedAccessError(String message) {
        super(message);
    }
}
