// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.agrona.UnsafeApi.compareAndExchangeLong;
import static org.agrona.UnsafeApi.compareAndSetLong;
import static org.agrona.UnsafeApi.getAndAddLong;
import static org.agrona.UnsafeApi.getAndSetLong;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.getLongAcquire;
import static org.agrona.UnsafeApi.getLongOpaque;
import static org.agrona.UnsafeApi.getLongVolatile;
import static org.agrona.UnsafeApi.putLong;
import static org.agrona.UnsafeApi.putLongOpaque;
import static org.agrona.UnsafeApi.putLongRelease;
import static org.agrona.UnsafeApi.putLongVolatile;
import static org.tearline.jcstress.Values.AFTER;
import static org.tearline.jcstress.Values.BEFORE;
import static org.tearline.jcstress.Values.NO_MATCH;
import static org.tearline.jcstress.Values.STEP;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;

/**
 * A long at a raw address, through Agrona's way to the JDK's own Unsafe: what every other off-heap memory comes down
 * to. Writer and reader are two threads that share one {@link Slot}.
 *
 * <p>Of the pairs of write and read those are here that say something on their own. Where neither side is locked,
 * all are one MOV on x86 once compiled; where one side is, a torn value tells which side tore; where both are, there
 * must be none.
 *
 * <pre>
 *   java -jar jcstress/target/jcstress.jar -jvmArgsPrepend --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED \
 *       -t UnsafeAddress.LineCrossing.OrderedVolatile
 * </pre>
 */
public class UnsafeAddress {

    /** Aligned: the control. Whatever tears here is a fault of the machine or of the test. */
    public static class Aligned {
        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class PlainPlain extends Slot.Aligned {
            @Actor public void writer() { putLong(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLong(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class OpaqueOpaque extends Slot.Aligned {
            @Actor public void writer() { putLongOpaque(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongOpaque(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class OrderedAcquire extends Slot.Aligned {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongAcquire(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class OrderedVolatile extends Slot.Aligned {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class VolatileVolatile extends Slot.Aligned {
            @Actor public void writer() { putLongVolatile(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class OrderedExchange extends Slot.Aligned {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class CasVolatile extends Slot.Aligned {
            @Actor public void writer() { compareAndSetLong(null, address, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class GetAndSetVolatile extends Slot.Aligned {
            @Actor public void writer() { getAndSetLong(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class CasExchange extends Slot.Aligned {
            @Actor public void writer() { compareAndSetLong(null, address, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class GetAndAddGetAndAdd extends Slot.Aligned {
            @Actor public void writer() { getAndAddLong(null, address, STEP); }
            @Actor public void reader(Sighting r) { r.saw(offset, getAndAddLong(null, address, 0)); }
        }
    }

    /** Misaligned, inside a line, across an 8-byte boundary: promised by Intel, not by AMD. */
    public static class InsideLine {
        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class PlainPlain extends Slot.InsideLine {
            @Actor public void writer() { putLong(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLong(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class OpaqueOpaque extends Slot.InsideLine {
            @Actor public void writer() { putLongOpaque(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongOpaque(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class OrderedAcquire extends Slot.InsideLine {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongAcquire(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class OrderedVolatile extends Slot.InsideLine {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class VolatileVolatile extends Slot.InsideLine {
            @Actor public void writer() { putLongVolatile(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineReadLocked.class) @State
        public static class PlainExchange extends Slot.InsideLine {
            @Actor public void writer() { putLong(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineReadLocked.class) @State
        public static class OrderedCas extends Slot.InsideLine {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, cas(address, newFirst, oldFirst)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineReadLocked.class) @State
        public static class OrderedExchange extends Slot.InsideLine {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineReadLocked.class) @State
        public static class OrderedGetAndAdd extends Slot.InsideLine {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getAndAddLong(null, address, 0)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineReadLocked.class) @State
        public static class VolatileExchange extends Slot.InsideLine {
            @Actor public void writer() { putLongVolatile(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineWriteLocked.class) @State
        public static class CasPlain extends Slot.InsideLine {
            @Actor public void writer() { compareAndSetLong(null, address, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLong(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineWriteLocked.class) @State
        public static class CasVolatile extends Slot.InsideLine {
            @Actor public void writer() { compareAndSetLong(null, address, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineWriteLocked.class) @State
        public static class GetAndSetVolatile extends Slot.InsideLine {
            @Actor public void writer() { getAndSetLong(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineWriteLocked.class) @State
        public static class GetAndAddVolatile extends Slot.InsideLine {
            @Actor public void writer() { getAndAddLong(null, address, STEP); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class CasCas extends Slot.InsideLine {
            @Actor public void writer() { compareAndSetLong(null, address, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, cas(address, newFirst, oldFirst)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class CasExchange extends Slot.InsideLine {
            @Actor public void writer() { compareAndSetLong(null, address, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class GetAndSetExchange extends Slot.InsideLine {
            @Actor public void writer() { getAndSetLong(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class GetAndAddGetAndAdd extends Slot.InsideLine {
            @Actor public void writer() { getAndAddLong(null, address, STEP); }
            @Actor public void reader(Sighting r) { r.saw(offset, getAndAddLong(null, address, 0)); }
        }
    }

    /** On two lines: promised by nobody, unless both sides are locked. */
    public static class LineCrossing {
        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class PlainPlain extends Slot.LineCrossing {
            @Actor public void writer() { putLong(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLong(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OpaqueOpaque extends Slot.LineCrossing {
            @Actor public void writer() { putLongOpaque(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongOpaque(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OrderedAcquire extends Slot.LineCrossing {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongAcquire(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OrderedVolatile extends Slot.LineCrossing {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class VolatileVolatile extends Slot.LineCrossing {
            @Actor public void writer() { putLongVolatile(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingReadLocked.class) @State
        public static class PlainExchange extends Slot.LineCrossing {
            @Actor public void writer() { putLong(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingReadLocked.class) @State
        public static class OrderedCas extends Slot.LineCrossing {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, cas(address, newFirst, oldFirst)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingReadLocked.class) @State
        public static class OrderedExchange extends Slot.LineCrossing {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingReadLocked.class) @State
        public static class OrderedGetAndAdd extends Slot.LineCrossing {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getAndAddLong(null, address, 0)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingReadLocked.class) @State
        public static class VolatileExchange extends Slot.LineCrossing {
            @Actor public void writer() { putLongVolatile(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingWriteLocked.class) @State
        public static class CasPlain extends Slot.LineCrossing {
            @Actor public void writer() { compareAndSetLong(null, address, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLong(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingWriteLocked.class) @State
        public static class CasVolatile extends Slot.LineCrossing {
            @Actor public void writer() { compareAndSetLong(null, address, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingWriteLocked.class) @State
        public static class GetAndSetVolatile extends Slot.LineCrossing {
            @Actor public void writer() { getAndSetLong(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingWriteLocked.class) @State
        public static class GetAndAddVolatile extends Slot.LineCrossing {
            @Actor public void writer() { getAndAddLong(null, address, STEP); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class CasCas extends Slot.LineCrossing {
            @Actor public void writer() { compareAndSetLong(null, address, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, cas(address, newFirst, oldFirst)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class CasExchange extends Slot.LineCrossing {
            @Actor public void writer() { compareAndSetLong(null, address, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class GetAndSetExchange extends Slot.LineCrossing {
            @Actor public void writer() { getAndSetLong(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class GetAndAddGetAndAdd extends Slot.LineCrossing {
            @Actor public void writer() { getAndAddLong(null, address, STEP); }
            @Actor public void reader(Sighting r) { r.saw(offset, getAndAddLong(null, address, 0)); }
        }
    }

    /** On two pages: as on two lines, with a second translation in between. */
    public static class PageCrossing {
        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class PlainPlain extends Slot.PageCrossing {
            @Actor public void writer() { putLong(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLong(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OpaqueOpaque extends Slot.PageCrossing {
            @Actor public void writer() { putLongOpaque(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongOpaque(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OrderedAcquire extends Slot.PageCrossing {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongAcquire(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OrderedVolatile extends Slot.PageCrossing {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class VolatileVolatile extends Slot.PageCrossing {
            @Actor public void writer() { putLongVolatile(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingReadLocked.class) @State
        public static class OrderedExchange extends Slot.PageCrossing {
            @Actor public void writer() { putLongRelease(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingWriteLocked.class) @State
        public static class CasVolatile extends Slot.PageCrossing {
            @Actor public void writer() { compareAndSetLong(null, address, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingWriteLocked.class) @State
        public static class GetAndSetVolatile extends Slot.PageCrossing {
            @Actor public void writer() { getAndSetLong(null, address, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, getLongVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class CasExchange extends Slot.PageCrossing {
            @Actor public void writer() { compareAndSetLong(null, address, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(address)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class GetAndAddGetAndAdd extends Slot.PageCrossing {
            @Actor public void writer() { getAndAddLong(null, address, STEP); }
            @Actor public void reader(Sighting r) { r.saw(offset, getAndAddLong(null, address, 0)); }
        }
    }

    /** Reads by exchanging the first value for itself: volatile, locked, returns what was there. */
    private static long exchange(long address) {
        return compareAndExchangeLong(null, address, BEFORE, BEFORE);
    }

    /** Asks for the two torn values by compare-and-set, each for itself: volatile, locked. */
    private static long cas(long address, long newFirst, long oldFirst) {
        return compareAndSetLong(null, address, newFirst, newFirst) ? newFirst
            : compareAndSetLong(null, address, oldFirst, oldFirst) ? oldFirst : NO_MATCH;
    }
}
