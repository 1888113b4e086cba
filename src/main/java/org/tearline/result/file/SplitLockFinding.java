package org.tearline.result.file;

/**
 * What was found out about locked operations across a line. Immutable.
 *
 * @param policy       what the kernel says
 * @param nanos        what one took; null if none was made
 * @param alignedNanos what the same operation took aligned; null if none was made
 * @param throttled    whether the kernel or the hypervisor slows them down
 */
public record SplitLockFinding(SplitLockPolicy policy, Long nanos, Long alignedNanos, boolean throttled) {
}
