// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import org.tearline.machine.SplitLockPolicy;

/**
 * Holds what was found out about locked operations across a line.
 *
 * @param policy       what the kernel says
 * @param nanos        what one took at best; null if none was made
 * @param alignedNanos what the same operation took aligned; null if none was made
 * @param firstNanos   what the very first took; null if none was made, and in older files
 * @param worstNanos   what the slowest took; null if none was made, and in older files
 * @param throttled    whether the kernel or the hypervisor slows them down
 */
public record SplitLockFinding(SplitLockPolicy.Action policy, Long nanos, Long alignedNanos, Long firstNanos,
    Long worstNanos, boolean throttled) {
}
