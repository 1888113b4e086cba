// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.agrona.UnsafeApi.compareAndSetLong;
import static org.agrona.UnsafeApi.getAndSetLong;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putLongRelease;
import static org.agrona.UnsafeApi.putLongVolatile;
import static org.tearline.jcstress.Values.AFTER;
import static org.tearline.jcstress.Values.BEFORE;
import static org.tearline.jcstress.Values.MARK;
import static org.tearline.jcstress.Values.NO_MATCH;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;

/**
 * May a reader that asks by CAS for a torn value be believed? Here the CAS does not put back what it found but a mark
 * of its own, and the arbiter looks at what is left.
 *
 * <p>If memory held half a write when the CAS took it, the other half was still to come, and has since fallen on one
 * half of the mark. A claim without half a mark left would be a lie; so would a mark without a claim.
 */
public class CandidateClaim {

    /** Aligned: no candidate is ever in memory. */
    public static class Aligned {
        @JCStressTest @JCStressMeta(Grade.ClaimForbidden.class) @State
        public static class Ordered extends Slot.Aligned {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Claim r) { r.claimed(offset, mark(this)); }
            @Arbiter public void afterwards(Claim r) { r.left = getLong(null, address); }
        }

        @JCStressTest @JCStressMeta(Grade.ClaimForbidden.class) @State
        public static class Volatile extends Slot.Aligned {
            @Actor public void writer() { putLongVolatile(null, address, AFTER); }
            @Actor public void reader(Claim r) { r.claimed(offset, mark(this)); }
            @Arbiter public void afterwards(Claim r) { r.left = getLong(null, address); }
        }
    }

    /** Inside a line: a true claim says that the store itself was cut; Intel promises that it is not. */
    public static class InsideLine {
        @JCStressTest @JCStressMeta(Grade.ClaimAllowed.class) @State
        public static class Ordered extends Slot.InsideLine {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Claim r) { r.claimed(offset, mark(this)); }
            @Arbiter public void afterwards(Claim r) { r.left = getLong(null, address); }
        }

        @JCStressTest @JCStressMeta(Grade.ClaimAllowed.class) @State
        public static class Volatile extends Slot.InsideLine {
            @Actor public void writer() { putLongVolatile(null, address, AFTER); }
            @Actor public void reader(Claim r) { r.claimed(offset, mark(this)); }
            @Arbiter public void afterwards(Claim r) { r.left = getLong(null, address); }
        }

        @JCStressTest @JCStressMeta(Grade.ClaimForbidden.class) @State
        public static class GetAndSet extends Slot.InsideLine {
            @Actor public void writer() { getAndSetLong(null, address, AFTER); }
            @Actor public void reader(Claim r) { r.claimed(offset, mark(this)); }
            @Arbiter public void afterwards(Claim r) { r.left = getLong(null, address); }
        }
    }

    /** On two lines: a plain write is there by halves for a while; a locked one never. */
    public static class LineCrossing {
        @JCStressTest @JCStressMeta(Grade.ClaimAllowed.class) @State
        public static class Ordered extends Slot.LineCrossing {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Claim r) { r.claimed(offset, mark(this)); }
            @Arbiter public void afterwards(Claim r) { r.left = getLong(null, address); }
        }

        @JCStressTest @JCStressMeta(Grade.ClaimAllowed.class) @State
        public static class Volatile extends Slot.LineCrossing {
            @Actor public void writer() { putLongVolatile(null, address, AFTER); }
            @Actor public void reader(Claim r) { r.claimed(offset, mark(this)); }
            @Arbiter public void afterwards(Claim r) { r.left = getLong(null, address); }
        }

        @JCStressTest @JCStressMeta(Grade.ClaimForbidden.class) @State
        public static class Cas extends Slot.LineCrossing {
            @Actor public void writer() { compareAndSetLong(null, address, BEFORE, AFTER); }
            @Actor public void reader(Claim r) { r.claimed(offset, mark(this)); }
            @Arbiter public void afterwards(Claim r) { r.left = getLong(null, address); }
        }

        @JCStressTest @JCStressMeta(Grade.ClaimForbidden.class) @State
        public static class GetAndSet extends Slot.LineCrossing {
            @Actor public void writer() { getAndSetLong(null, address, AFTER); }
            @Actor public void reader(Claim r) { r.claimed(offset, mark(this)); }
            @Arbiter public void afterwards(Claim r) { r.left = getLong(null, address); }
        }
    }

    private static long mark(Slot slot) {
        return compareAndSetLong(null, slot.address, slot.newFirst, MARK) ? slot.newFirst
            : compareAndSetLong(null, slot.address, slot.oldFirst, MARK) ? slot.oldFirst : NO_MATCH;
    }
}
