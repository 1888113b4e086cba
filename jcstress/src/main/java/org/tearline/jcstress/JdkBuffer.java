// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.tearline.jcstress.Values.AFTER;
import static org.tearline.jcstress.Values.BEFORE;
import static org.tearline.jcstress.Values.STEP;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * A long in the JDK's direct ByteBuffer: its own accessors, and the VarHandle view of it. Writer and reader are two
 * threads that share one {@link Slot}.
 *
 * <p>Here the API itself says what a misaligned index means: plain accesses may come in pieces, every other mode is
 * refused. So there is no misaligned ordered or volatile pair to see torn; the refusals are tests instead.
 */
public class JdkBuffer {

    private static final VarHandle VIEW =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static final String REFUSED = "refused";
    private static final String ALLOWED = "allowed";

    /** Aligned: the control, with every mode that the view has. */
    public static class Aligned {
        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class PlainPlain extends Slot.Aligned {
            @Actor public void writer() { bytes.putLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, bytes.getLong(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class ViewPlainPlain extends Slot.Aligned {
            @Actor public void writer() { VIEW.set(bytes, index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, (long) VIEW.get(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class ViewOpaqueOpaque extends Slot.Aligned {
            @Actor public void writer() { VIEW.setOpaque(bytes, index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, (long) VIEW.getOpaque(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class ViewOrderedAcquire extends Slot.Aligned {
            @Actor public void writer() { VIEW.setRelease(bytes, index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, (long) VIEW.getAcquire(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class ViewOrderedVolatile extends Slot.Aligned {
            @Actor public void writer() { VIEW.setRelease(bytes, index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, (long) VIEW.getVolatile(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class ViewVolatileVolatile extends Slot.Aligned {
            @Actor public void writer() { VIEW.setVolatile(bytes, index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, (long) VIEW.getVolatile(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class ViewOrderedExchange extends Slot.Aligned {
            @Actor public void writer() { VIEW.setRelease(bytes, index, AFTER); }
            @Actor public void reader(Sighting r) {
                r.saw(offset, (long) VIEW.compareAndExchange(bytes, index, BEFORE, BEFORE));
            }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class ViewCasVolatile extends Slot.Aligned {
            @Actor public void writer() { VIEW.compareAndSet(bytes, index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, (long) VIEW.getVolatile(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class ViewGetAndSetVolatile extends Slot.Aligned {
            @Actor public void writer() { VIEW.getAndSet(bytes, index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, (long) VIEW.getVolatile(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class ViewCasExchange extends Slot.Aligned {
            @Actor public void writer() { VIEW.compareAndSet(bytes, index, BEFORE, AFTER); }
            @Actor public void reader(Sighting r) {
                r.saw(offset, (long) VIEW.compareAndExchange(bytes, index, BEFORE, BEFORE));
            }
        }

        @JCStressTest @JCStressMeta(Grade.Aligned.class) @State
        public static class ViewGetAndAddGetAndAdd extends Slot.Aligned {
            @Actor public void writer() { VIEW.getAndAdd(bytes, index, STEP); }
            @Actor public void reader(Sighting r) { r.saw(offset, (long) VIEW.getAndAdd(bytes, index, 0L)); }
        }
    }

    /** Misaligned, inside a line: plain in pieces, the rest refused. */
    public static class InsideLine {
        @JCStressTest @JCStressMeta(Grade.Pieces.class) @State
        public static class PlainPlain extends Slot.InsideLine {
            @Actor public void writer() { bytes.putLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, bytes.getLong(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Pieces.class) @State
        public static class ViewPlainPlain extends Slot.InsideLine {
            @Actor public void writer() { VIEW.set(bytes, index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, (long) VIEW.get(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Refused.class) @State
        public static class ViewOpaqueOpaqueRefused extends Slot.InsideLine {
            @Actor public void writer(LL_Result r) { r.r1 = outcome(() -> VIEW.setOpaque(bytes, index, AFTER)); }
            @Actor public void reader(LL_Result r) { r.r2 = outcome(() -> VIEW.getOpaque(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Refused.class) @State
        public static class ViewOrderedAcquireRefused extends Slot.InsideLine {
            @Actor public void writer(LL_Result r) { r.r1 = outcome(() -> VIEW.setRelease(bytes, index, AFTER)); }
            @Actor public void reader(LL_Result r) { r.r2 = outcome(() -> VIEW.getAcquire(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Refused.class) @State
        public static class ViewVolatileVolatileRefused extends Slot.InsideLine {
            @Actor public void writer(LL_Result r) { r.r1 = outcome(() -> VIEW.setVolatile(bytes, index, AFTER)); }
            @Actor public void reader(LL_Result r) { r.r2 = outcome(() -> VIEW.getVolatile(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Refused.class) @State
        public static class ViewCasExchangeRefused extends Slot.InsideLine {
            @Actor public void writer(LL_Result r) {
                r.r1 = outcome(() -> VIEW.compareAndSet(bytes, index, BEFORE, AFTER));
            }
            @Actor public void reader(LL_Result r) {
                r.r2 = outcome(() -> VIEW.compareAndExchange(bytes, index, BEFORE, BEFORE));
            }
        }

        @JCStressTest @JCStressMeta(Grade.Refused.class) @State
        public static class ViewGetAndSetGetAndAddRefused extends Slot.InsideLine {
            @Actor public void writer(LL_Result r) { r.r1 = outcome(() -> VIEW.getAndSet(bytes, index, AFTER)); }
            @Actor public void reader(LL_Result r) { r.r2 = outcome(() -> VIEW.getAndAdd(bytes, index, 0L)); }
        }
    }

    /** On two lines: plain in pieces, the rest refused. */
    public static class LineCrossing {
        @JCStressTest @JCStressMeta(Grade.Pieces.class) @State
        public static class PlainPlain extends Slot.LineCrossing {
            @Actor public void writer() { bytes.putLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, bytes.getLong(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Pieces.class) @State
        public static class ViewPlainPlain extends Slot.LineCrossing {
            @Actor public void writer() { VIEW.set(bytes, index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, (long) VIEW.get(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Refused.class) @State
        public static class ViewOpaqueOpaqueRefused extends Slot.LineCrossing {
            @Actor public void writer(LL_Result r) { r.r1 = outcome(() -> VIEW.setOpaque(bytes, index, AFTER)); }
            @Actor public void reader(LL_Result r) { r.r2 = outcome(() -> VIEW.getOpaque(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Refused.class) @State
        public static class ViewOrderedAcquireRefused extends Slot.LineCrossing {
            @Actor public void writer(LL_Result r) { r.r1 = outcome(() -> VIEW.setRelease(bytes, index, AFTER)); }
            @Actor public void reader(LL_Result r) { r.r2 = outcome(() -> VIEW.getAcquire(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Refused.class) @State
        public static class ViewVolatileVolatileRefused extends Slot.LineCrossing {
            @Actor public void writer(LL_Result r) { r.r1 = outcome(() -> VIEW.setVolatile(bytes, index, AFTER)); }
            @Actor public void reader(LL_Result r) { r.r2 = outcome(() -> VIEW.getVolatile(bytes, index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Refused.class) @State
        public static class ViewCasExchangeRefused extends Slot.LineCrossing {
            @Actor public void writer(LL_Result r) {
                r.r1 = outcome(() -> VIEW.compareAndSet(bytes, index, BEFORE, AFTER));
            }
            @Actor public void reader(LL_Result r) {
                r.r2 = outcome(() -> VIEW.compareAndExchange(bytes, index, BEFORE, BEFORE));
            }
        }

        @JCStressTest @JCStressMeta(Grade.Refused.class) @State
        public static class ViewGetAndSetGetAndAddRefused extends Slot.LineCrossing {
            @Actor public void writer(LL_Result r) { r.r1 = outcome(() -> VIEW.getAndSet(bytes, index, AFTER)); }
            @Actor public void reader(LL_Result r) { r.r2 = outcome(() -> VIEW.getAndAdd(bytes, index, 0L)); }
        }
    }

    /** On two pages: plain in pieces. */
    public static class PageCrossing {
        @JCStressTest @JCStressMeta(Grade.Pieces.class) @State
        public static class PlainPlain extends Slot.PageCrossing {
            @Actor public void writer() { bytes.putLong(index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, bytes.getLong(index)); }
        }

        @JCStressTest @JCStressMeta(Grade.Pieces.class) @State
        public static class ViewPlainPlain extends Slot.PageCrossing {
            @Actor public void writer() { VIEW.set(bytes, index, AFTER); }
            @Actor public void reader(Sighting r) { r.saw(offset, (long) VIEW.get(bytes, index)); }
        }
    }

    private static String outcome(Runnable access) {
        try {
            access.run();
            return ALLOWED;
        } catch (IllegalStateException misaligned) {
            return REFUSED;
        }
    }
}
