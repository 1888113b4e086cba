package org.tearline.platform;

import java.util.Locale;

/**
 * What a locked operation across a line was found to cost beside an aligned one, or why it was not tried. Immutable.
 *
 * @param finding       what follows from it
 * @param alignedNanos  one operation inside a line, at best; 0 if not timed
 * @param crossingNanos one operation across a line, at best; 0 if not timed
 * @param reason        why it was not timed; null if it was
 */
public record SplitLockCost(Finding finding, long alignedNanos, long crossingNanos, String reason) {
    /** Hardware needs some microseconds at most. */
    private static final long NATIVE_BELOW_NANOS = 50_000;

    /** What the kernel does with split locks, judged by their cost. */
    public enum Finding {
        /** As fast as the hardware can. */
        NATIVE,
        /** Far slower than hardware: the kernel or the hypervisor makes the offender wait. */
        SLOWED,
        /** The worker that tried was killed. */
        FATAL,
        /** Nobody tried. */
        NOT_TIMED;

        /** The name as the reports print it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Judges a timing. */
    public static SplitLockCost timed(long alignedNanos, long crossingNanos) {
        return new SplitLockCost(crossingNanos < NATIVE_BELOW_NANOS ? Finding.NATIVE : Finding.SLOWED, alignedNanos,
            crossingNanos, null);
    }

    /** The worker died of it. */
    public static SplitLockCost fatal(String reason) {
        return new SplitLockCost(Finding.FATAL, 0, 0, reason);
    }

    /** It was not tried. */
    public static SplitLockCost notTimed(String reason) {
        return new SplitLockCost(Finding.NOT_TIMED, 0, 0, reason);
    }
}
