// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import java.util.Objects;

/**
 * A row that was not measured, by name, and why. Immutable.
 *
 * @param group  of questions
 * @param reason for programs
 * @param why    for people
 */
public record LeftOut(String group, String what, Reason reason, String why) {
    /** Refuses what an older program kept: it has no reason. */
    public LeftOut {
        Objects.requireNonNull(reason, "reason");
    }
}
