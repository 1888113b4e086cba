// SPDX-License-Identifier: Apache-2.0
package org.openjdk.jcstress.tests.atomicity.crosscache;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;
import static org.openjdk.jcstress.util.UnsafeHolder.UNSAFE;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Ref;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** Tests whether a long at a known misaligned address is atomic, by one way of access and one place each. */
public class MisalignedLongs {
    private static final VarHandle VIEW =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final String AMD = "https://docs.amd.com/v/u/en-US/24593_3.43";

    /** Memory whose lines do not depend on the collector: each state has a slot of two lines of 64 bytes. */
    public abstract static class Slot {
        private static final int SLOTS = 1 << 15;
        private static final int BYTES = 128;
        static final ByteBuffer MEMORY = ByteBuffer.allocateDirect((SLOTS + 1) * BYTES).alignedSlice(BYTES)
            .order(ByteOrder.nativeOrder());
        private static final long ADDRESS;
        private static final AtomicInteger NEXT = new AtomicInteger();

        static {
            try {
                // The address of a direct buffer is a field of java.nio.Buffer.
                ADDRESS = UNSAFE.getLong(MEMORY, UNSAFE.objectFieldOffset(java.nio.Buffer.class.getDeclaredField("address")));
            } catch (NoSuchFieldException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        final int index;
        final long address;

        Slot(int offset) {
            index = (NEXT.getAndIncrement() & SLOTS - 1) * BYTES + offset;
            address = ADDRESS + index;
            MEMORY.putLong(index, 0);
        }
    }

    /** A long across a multiple of 8, 16 and 32, inside a line. */
    @State
    public static class Inside extends Slot {
        public Inside() {
            super(28);
        }
    }

    /** A long across two lines. */
    @State
    public static class Across extends Slot {
        public Across() {
            super(60);
        }
    }

    @Outcome(id = "0", expect = ACCEPTABLE, desc = "Seeing the default value: writer had not acted yet.")
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "Seeing the full value.")
    @Outcome(id = {"4294967295", "-4294967296"}, expect = ACCEPTABLE_INTERESTING, desc = "Seeing one half: AMD "
        + "promises no atomicity here.")
    @Outcome(expect = FORBIDDEN, desc = "Seeing another part: the boundary is in the middle of the value.")
    @Ref(AMD)
    interface Halves {
    }

    @Outcome(id = "0", expect = ACCEPTABLE, desc = "Seeing the default value: writer had not acted yet.")
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "Seeing the full value.")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Seeing a part: a plain misaligned access to a buffer may be made "
        + "in pieces.")
    @Ref(AMD)
    interface Pieces {
    }

    @JCStressTest @JCStressMeta(Pieces.class)
    @Description("Tests whether a long of a direct ByteBuffer across two cache lines is atomic.")
    public static class ByteBufferAcross {
        @Actor public void writer(Across s) { Slot.MEMORY.putLong(s.index, -1); }
        @Actor public void reader(Across s, J_Result r) { r.r1 = Slot.MEMORY.getLong(s.index); }
    }

    @JCStressTest @JCStressMeta(Pieces.class)
    @Description("Tests whether a long of a direct ByteBuffer inside a cache line, but misaligned, is atomic.")
    public static class ByteBufferInside {
        @Actor public void writer(Inside s) { Slot.MEMORY.putLong(s.index, -1); }
        @Actor public void reader(Inside s, J_Result r) { r.r1 = Slot.MEMORY.getLong(s.index); }
    }

    @JCStressTest @JCStressMeta(Pieces.class)
    @Description("Tests whether a long of a VarHandle view across two cache lines is atomic.")
    public static class VarHandleAcross {
        @Actor public void writer(Across s) { VIEW.set(Slot.MEMORY, s.index, -1L); }
        @Actor public void reader(Across s, J_Result r) { r.r1 = (long) VIEW.get(Slot.MEMORY, s.index); }
    }

    @JCStressTest @JCStressMeta(Pieces.class)
    @Description("Tests whether a long of a VarHandle view inside a cache line, but misaligned, is atomic.")
    public static class VarHandleInside {
        @Actor public void writer(Inside s) { VIEW.set(Slot.MEMORY, s.index, -1L); }
        @Actor public void reader(Inside s, J_Result r) { r.r1 = (long) VIEW.get(Slot.MEMORY, s.index); }
    }

    @JCStressTest @JCStressMeta(Halves.class)
    @Description("Tests whether an ordered store and a volatile load across two cache lines are atomic.")
    public static class UnsafeOrderedAcross {
        @Actor public void writer(Across s) { UNSAFE.putOrderedLong(null, s.address, -1); }
        @Actor public void reader(Across s, J_Result r) { r.r1 = UNSAFE.getLongVolatile(null, s.address); }
    }

    @JCStressTest @JCStressMeta(Halves.class)
    @Description("Tests whether an ordered store and a volatile load inside a cache line, but misaligned, are atomic.")
    public static class UnsafeOrderedInside {
        @Actor public void writer(Inside s) { UNSAFE.putOrderedLong(null, s.address, -1); }
        @Actor public void reader(Inside s, J_Result r) { r.r1 = UNSAFE.getLongVolatile(null, s.address); }
    }

    @JCStressTest @JCStressMeta(Halves.class)
    @Description("Tests whether a volatile load is atomic across two cache lines if the store is a locked instruction.")
    public static class UnsafeCasAcross {
        @Actor public void writer(Across s) { UNSAFE.compareAndSwapLong(null, s.address, 0, -1); }
        @Actor public void reader(Across s, J_Result r) { r.r1 = UNSAFE.getLongVolatile(null, s.address); }
    }
}
