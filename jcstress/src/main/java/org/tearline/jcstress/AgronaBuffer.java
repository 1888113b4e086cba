// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.tearline.jcstress.Values.AFTER;
import static org.tearline.jcstress.Values.BEFORE;
import static org.tearline.jcstress.Values.NO_MATCH;
import static org.tearline.jcstress.Values.STEP;

import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;

/**
 * A long in Agrona's UnsafeBuffer over a direct ByteBuffer: the same accesses as {@link UnsafeAddress}, behind a bounds
 * check. Writer and reader are two threads that share one {@link Slot}.
 */
public class AgronaBuffer {

    /** Aligned: the control. Whatever tears here is a fault of the machine or of the test. */
    public static class Aligned {
        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class PlainPlain extends Slot.Aligned {
            @Actor public void writer() { buffer.putLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLong(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class OpaqueOpaque extends Slot.Aligned {
            @Actor public void writer() { buffer.putLongOpaque(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongOpaque(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class OrderedAcquire extends Slot.Aligned {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongAcquire(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class OrderedVolatile extends Slot.Aligned {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class VolatileVolatile extends Slot.Aligned {
            @Actor public void writer() { buffer.putLongVolatile(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class OrderedExchange extends Slot.Aligned {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class CasVolatile extends Slot.Aligned {
            @Actor public void writer() { buffer.compareAndSetLong(index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class GetAndSetVolatile extends Slot.Aligned {
            @Actor public void writer() { buffer.getAndSetLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class CasExchange extends Slot.Aligned {
            @Actor public void writer() { buffer.compareAndSetLong(index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class GetAndAddGetAndAdd extends Slot.Aligned {
            @Actor public void writer() { buffer.getAndAddLong(index, STEP); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getAndAddLong(index, 0)); }
        }
    }

    /** Misaligned, inside a line, across an 8-byte boundary: promised by Intel, not by AMD. */
    public static class InsideLine {
        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class PlainPlain extends Slot.InsideLine {
            @Actor public void writer() { buffer.putLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLong(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class OpaqueOpaque extends Slot.InsideLine {
            @Actor public void writer() { buffer.putLongOpaque(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongOpaque(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class OrderedAcquire extends Slot.InsideLine {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongAcquire(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class OrderedVolatile extends Slot.InsideLine {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class VolatileVolatile extends Slot.InsideLine {
            @Actor public void writer() { buffer.putLongVolatile(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineReadLocked.class) @State
        public static class PlainExchange extends Slot.InsideLine {
            @Actor public void writer() { buffer.putLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineReadLocked.class) @State
        public static class OrderedCas extends Slot.InsideLine {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, cas(buffer, index, newFirst, oldFirst)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineReadLocked.class) @State
        public static class OrderedExchange extends Slot.InsideLine {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineReadLocked.class) @State
        public static class OrderedGetAndAdd extends Slot.InsideLine {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getAndAddLong(index, 0)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineReadLocked.class) @State
        public static class VolatileExchange extends Slot.InsideLine {
            @Actor public void writer() { buffer.putLongVolatile(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineWriteLocked.class) @State
        public static class CasPlain extends Slot.InsideLine {
            @Actor public void writer() { buffer.compareAndSetLong(index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLong(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineWriteLocked.class) @State
        public static class CasVolatile extends Slot.InsideLine {
            @Actor public void writer() { buffer.compareAndSetLong(index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineWriteLocked.class) @State
        public static class GetAndSetVolatile extends Slot.InsideLine {
            @Actor public void writer() { buffer.getAndSetLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLineWriteLocked.class) @State
        public static class GetAndAddVolatile extends Slot.InsideLine {
            @Actor public void writer() { buffer.getAndAddLong(index, STEP); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class CasCas extends Slot.InsideLine {
            @Actor public void writer() { buffer.compareAndSetLong(index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, cas(buffer, index, newFirst, oldFirst)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class CasExchange extends Slot.InsideLine {
            @Actor public void writer() { buffer.compareAndSetLong(index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class GetAndSetExchange extends Slot.InsideLine {
            @Actor public void writer() { buffer.getAndSetLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class GetAndAddGetAndAdd extends Slot.InsideLine {
            @Actor public void writer() { buffer.getAndAddLong(index, STEP); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getAndAddLong(index, 0)); }
        }
    }

    /** On two lines: promised by nobody, unless both sides are locked. */
    public static class LineCrossing {
        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class PlainPlain extends Slot.LineCrossing {
            @Actor public void writer() { buffer.putLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLong(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OpaqueOpaque extends Slot.LineCrossing {
            @Actor public void writer() { buffer.putLongOpaque(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongOpaque(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OrderedAcquire extends Slot.LineCrossing {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongAcquire(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OrderedVolatile extends Slot.LineCrossing {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class VolatileVolatile extends Slot.LineCrossing {
            @Actor public void writer() { buffer.putLongVolatile(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingReadLocked.class) @State
        public static class PlainExchange extends Slot.LineCrossing {
            @Actor public void writer() { buffer.putLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingReadLocked.class) @State
        public static class OrderedCas extends Slot.LineCrossing {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, cas(buffer, index, newFirst, oldFirst)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingReadLocked.class) @State
        public static class OrderedExchange extends Slot.LineCrossing {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingReadLocked.class) @State
        public static class OrderedGetAndAdd extends Slot.LineCrossing {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getAndAddLong(index, 0)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingReadLocked.class) @State
        public static class VolatileExchange extends Slot.LineCrossing {
            @Actor public void writer() { buffer.putLongVolatile(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingWriteLocked.class) @State
        public static class CasPlain extends Slot.LineCrossing {
            @Actor public void writer() { buffer.compareAndSetLong(index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLong(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingWriteLocked.class) @State
        public static class CasVolatile extends Slot.LineCrossing {
            @Actor public void writer() { buffer.compareAndSetLong(index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingWriteLocked.class) @State
        public static class GetAndSetVolatile extends Slot.LineCrossing {
            @Actor public void writer() { buffer.getAndSetLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingWriteLocked.class) @State
        public static class GetAndAddVolatile extends Slot.LineCrossing {
            @Actor public void writer() { buffer.getAndAddLong(index, STEP); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class CasCas extends Slot.LineCrossing {
            @Actor public void writer() { buffer.compareAndSetLong(index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, cas(buffer, index, newFirst, oldFirst)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class CasExchange extends Slot.LineCrossing {
            @Actor public void writer() { buffer.compareAndSetLong(index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class GetAndSetExchange extends Slot.LineCrossing {
            @Actor public void writer() { buffer.getAndSetLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class GetAndAddGetAndAdd extends Slot.LineCrossing {
            @Actor public void writer() { buffer.getAndAddLong(index, STEP); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getAndAddLong(index, 0)); }
        }
    }

    /** On two pages: as on two lines, with a second translation in between. */
    public static class PageCrossing {
        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class PlainPlain extends Slot.PageCrossing {
            @Actor public void writer() { buffer.putLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLong(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OpaqueOpaque extends Slot.PageCrossing {
            @Actor public void writer() { buffer.putLongOpaque(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongOpaque(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OrderedAcquire extends Slot.PageCrossing {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongAcquire(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OrderedVolatile extends Slot.PageCrossing {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class VolatileVolatile extends Slot.PageCrossing {
            @Actor public void writer() { buffer.putLongVolatile(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingReadLocked.class) @State
        public static class OrderedExchange extends Slot.PageCrossing {
            @Actor public void writer() { buffer.putLongRelease(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingWriteLocked.class) @State
        public static class CasVolatile extends Slot.PageCrossing {
            @Actor public void writer() { buffer.compareAndSetLong(index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingWriteLocked.class) @State
        public static class GetAndSetVolatile extends Slot.PageCrossing {
            @Actor public void writer() { buffer.getAndSetLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getLongVolatile(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class CasExchange extends Slot.PageCrossing {
            @Actor public void writer() { buffer.compareAndSetLong(index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, exchange(buffer, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class GetAndAddGetAndAdd extends Slot.PageCrossing {
            @Actor public void writer() { buffer.getAndAddLong(index, STEP); }
            @Actor public void reader(Sighting r) { r.saw(offset, buffer.getAndAddLong(index, 0)); }
        }
    }

    /** Reads by exchanging the first value for itself: volatile, locked, returns what was there. */
    private static long exchange(UnsafeBuffer buffer, int index) {
        return buffer.compareAndExchangeLong(index, BEFORE, BEFORE);
    }

    /** Asks for the two torn values by compare-and-set, each for itself: volatile, locked. */
    private static long cas(UnsafeBuffer buffer, int index, long newFirst, long oldFirst) {
        return buffer.compareAndSetLong(index, newFirst, newFirst) ? newFirst
            : buffer.compareAndSetLong(index, oldFirst, oldFirst) ? oldFirst : NO_MATCH;
    }
}
