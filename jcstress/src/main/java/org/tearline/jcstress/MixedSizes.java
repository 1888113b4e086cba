// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.agrona.UnsafeApi.fullFence;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.getLongAcquire;
import static org.agrona.UnsafeApi.getLongOpaque;
import static org.agrona.UnsafeApi.getLongVolatile;
import static org.tearline.jcstress.Halves.FIRST;
import static org.tearline.jcstress.Halves.SECOND;
import static org.tearline.jcstress.Slot.BYTES;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;

/**
 * Tests accesses of two sizes to the same bytes, each of them atomic where it is aligned. Two threads store one half
 * each and then load the whole: even if the load is atomic, each thread may see only its own store, and then no order
 * of the two stores explains both loads. A full fence between store and load rules this out. In the last tests, one
 * thread only stores, and the other only loads.
 */
public class MixedSizes {

    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONGS =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    @JCStressTest @JCStressMeta(Expected.TwoSizes.class)
    @Description("Two threads store one int of a long each, then load the long: do they agree on the order?")
    public static class PlainInts {
        @Actor public void first(Halves s, HalvesSeen r) {
            s.storeInt(FIRST);
            r.firstSaw(s, s.seenLong(getLong(null, s.address)));
        }
        @Actor public void second(Halves s, HalvesSeen r) {
            s.storeInt(SECOND);
            r.secondSaw(s, s.seenLong(getLong(null, s.address)));
        }
    }

    @JCStressTest @JCStressMeta(Expected.TwoSizes.class)
    @Description("As PlainInts, with opaque stores and loads.")
    public static class OpaqueInts {
        @Actor public void first(Halves s, HalvesSeen r) {
            s.storeIntOpaque(FIRST);
            r.firstSaw(s, s.seenLong(getLongOpaque(null, s.address)));
        }
        @Actor public void second(Halves s, HalvesSeen r) {
            s.storeIntOpaque(SECOND);
            r.secondSaw(s, s.seenLong(getLongOpaque(null, s.address)));
        }
    }

    @JCStressTest @JCStressMeta(Expected.TwoSizes.class)
    @Description("As PlainInts, with release stores and acquire loads.")
    public static class OrderedInts {
        @Actor public void first(Halves s, HalvesSeen r) {
            s.storeIntOrdered(FIRST);
            r.firstSaw(s, s.seenLong(getLongAcquire(null, s.address)));
        }
        @Actor public void second(Halves s, HalvesSeen r) {
            s.storeIntOrdered(SECOND);
            r.secondSaw(s, s.seenLong(getLongAcquire(null, s.address)));
        }
    }

    /** Each thread loads its own half before the whole. */
    @JCStressTest @JCStressMeta(Expected.TwoSizes.class)
    @Description("As PlainInts, but each thread loads its own int before the long.")
    public static class OwnIntFirst {
        @Actor public void first(Halves s, HalvesSeen r) {
            s.storeIntOpaque(FIRST);
            s.loadIntOpaque(FIRST);
            r.firstSaw(s, s.seenLong(getLongOpaque(null, s.address)));
        }
        @Actor public void second(Halves s, HalvesSeen r) {
            s.storeIntOpaque(SECOND);
            s.loadIntOpaque(SECOND);
            r.secondSaw(s, s.seenLong(getLongOpaque(null, s.address)));
        }
    }

    /** A volatile store is followed by a full fence on x86. */
    @JCStressTest @JCStressMeta(Expected.TwoSizesFenced.class)
    @Description("As PlainInts, with volatile stores and loads, which forbid disagreement.")
    public static class VolatileInts {
        @Actor public void first(Halves s, HalvesSeen r) {
            s.storeIntVolatile(FIRST);
            r.firstSaw(s, s.seenLong(getLongVolatile(null, s.address)));
        }
        @Actor public void second(Halves s, HalvesSeen r) {
            s.storeIntVolatile(SECOND);
            r.secondSaw(s, s.seenLong(getLongVolatile(null, s.address)));
        }
    }

    @JCStressTest @JCStressMeta(Expected.TwoSizesFenced.class)
    @Description("As PlainInts, with a full fence between store and load.")
    public static class FencedInts {
        @Actor public void first(Halves s, HalvesSeen r) {
            s.storeInt(FIRST);
            fullFence();
            r.firstSaw(s, s.seenLong(getLong(null, s.address)));
        }
        @Actor public void second(Halves s, HalvesSeen r) {
            s.storeInt(SECOND);
            fullFence();
            r.secondSaw(s, s.seenLong(getLong(null, s.address)));
        }
    }

    @JCStressTest @JCStressMeta(Expected.TwoSizes.class)
    @Description("As PlainInts, with the two shorts of an int.")
    public static class PlainShorts {
        @Actor public void first(Halves s, HalvesSeen r) {
            s.storeShort(FIRST);
            r.firstSaw(s, s.seenInt(s.wholeInt()));
        }
        @Actor public void second(Halves s, HalvesSeen r) {
            s.storeShort(SECOND);
            r.secondSaw(s, s.seenInt(s.wholeInt()));
        }
    }

    @JCStressTest @JCStressMeta(Expected.TwoSizesFenced.class)
    @Description("As PlainShorts, with a full fence between store and load.")
    public static class FencedShorts {
        @Actor public void first(Halves s, HalvesSeen r) {
            s.storeShort(FIRST);
            fullFence();
            r.firstSaw(s, s.seenInt(s.wholeInt()));
        }
        @Actor public void second(Halves s, HalvesSeen r) {
            s.storeShort(SECOND);
            fullFence();
            r.secondSaw(s, s.seenInt(s.wholeInt()));
        }
    }

    @JCStressTest @JCStressMeta(Expected.TwoSizes.class)
    @Description("As PlainInts, with the two bytes of a short.")
    public static class PlainBytes {
        @Actor public void first(Halves s, HalvesSeen r) {
            s.storeByte(FIRST);
            r.firstSaw(s, s.seenShort(s.wholeShort()));
        }
        @Actor public void second(Halves s, HalvesSeen r) {
            s.storeByte(SECOND);
            r.secondSaw(s, s.seenShort(s.wholeShort()));
        }
    }

    @JCStressTest @JCStressMeta(Expected.TwoSizesFenced.class)
    @Description("As PlainBytes, with a full fence between store and load.")
    public static class FencedBytes {
        @Actor public void first(Halves s, HalvesSeen r) {
            s.storeByte(FIRST);
            fullFence();
            r.firstSaw(s, s.seenShort(s.wholeShort()));
        }
        @Actor public void second(Halves s, HalvesSeen r) {
            s.storeByte(SECOND);
            fullFence();
            r.secondSaw(s, s.seenShort(s.wholeShort()));
        }
    }

    /** The VarHandle views of a direct buffer. */
    @JCStressTest @JCStressMeta(Expected.TwoSizes.class)
    @Description("As OpaqueInts, through the JDK's VarHandle views.")
    public static class ViewOpaqueInts {
        @Actor public void first(Halves.View s, HalvesSeen r) {
            INTS.setOpaque(BYTES, s.index, Halves.newInt(FIRST));
            r.firstSaw(s, s.seenLong((long) LONGS.getOpaque(BYTES, s.index)));
        }
        @Actor public void second(Halves.View s, HalvesSeen r) {
            INTS.setOpaque(BYTES, s.index + Integer.BYTES, Halves.newInt(SECOND));
            r.secondSaw(s, s.seenLong((long) LONGS.getOpaque(BYTES, s.index)));
        }
    }

    @JCStressTest @JCStressMeta(Expected.TwoSizesFenced.class)
    @Description("As VolatileInts, through the JDK's VarHandle views.")
    public static class ViewVolatileInts {
        @Actor public void first(Halves.View s, HalvesSeen r) {
            INTS.setVolatile(BYTES, s.index, Halves.newInt(FIRST));
            r.firstSaw(s, s.seenLong((long) LONGS.getVolatile(BYTES, s.index)));
        }
        @Actor public void second(Halves.View s, HalvesSeen r) {
            INTS.setVolatile(BYTES, s.index + Integer.BYTES, Halves.newInt(SECOND));
            r.secondSaw(s, s.seenLong((long) LONGS.getVolatile(BYTES, s.index)));
        }
    }

    /** Store buffering with accesses of one size: each thread stores its own half and loads the other. */
    @JCStressTest @JCStressMeta(Expected.TwoSizes.class)
    @Description("Two threads store one int each, then load the other int: store buffering with one size.")
    public static class OtherInts {
        @Actor public void first(Halves s, HalvesSeen r) {
            s.storeIntOpaque(FIRST);
            r.firstSaw(s, Halves.seenInts(Halves.newInt(FIRST), s.loadIntOpaque(SECOND)));
        }
        @Actor public void second(Halves s, HalvesSeen r) {
            s.storeIntOpaque(SECOND);
            r.secondSaw(s, Halves.seenInts(s.loadIntOpaque(FIRST), Halves.newInt(SECOND)));
        }
    }

    /** Two stores in order, seen by one load. */
    @JCStressTest @JCStressMeta(Expected.FirstHalfStoredFirst.class)
    @Description("One thread stores the first int of a long before the second; the other loads the long.")
    public static class StoredFirstHalfFirst {
        @Actor public void writer(Halves s) {
            s.storeIntOrdered(FIRST);
            s.storeIntOrdered(SECOND);
        }
        @Actor public void reader(Halves s, HalvesSeen r) {
            r.secondSaw(s, s.seenLong(s.getVolatile()));
        }
    }

    @JCStressTest @JCStressMeta(Expected.SecondHalfStoredFirst.class)
    @Description("One thread stores the second int of a long before the first; the other loads the long.")
    public static class StoredSecondHalfFirst {
        @Actor public void writer(Halves s) {
            s.storeIntOrdered(SECOND);
            s.storeIntOrdered(FIRST);
        }
        @Actor public void reader(Halves s, HalvesSeen r) {
            r.secondSaw(s, s.seenLong(s.getVolatile()));
        }
    }

    /** One store, seen by two loads in order. */
    @JCStressTest @JCStressMeta(Expected.SecondHalfStoredFirst.class)
    @Description("One thread stores a long; the other loads its first int before the second.")
    public static class LoadedFirstHalfFirst {
        @Actor public void writer(Halves s) {
            s.putOrdered();
        }
        @Actor public void reader(Halves s, HalvesSeen r) {
            int first = s.loadIntVolatile(FIRST);
            r.secondSaw(s, Halves.seenInts(first, s.loadIntVolatile(SECOND)));
        }
    }

    @JCStressTest @JCStressMeta(Expected.FirstHalfStoredFirst.class)
    @Description("One thread stores a long; the other loads its second int before the first.")
    public static class LoadedSecondHalfFirst {
        @Actor public void writer(Halves s) {
            s.putOrdered();
        }
        @Actor public void reader(Halves s, HalvesSeen r) {
            int second = s.loadIntVolatile(SECOND);
            r.secondSaw(s, Halves.seenInts(s.loadIntVolatile(FIRST), second));
        }
    }
}
