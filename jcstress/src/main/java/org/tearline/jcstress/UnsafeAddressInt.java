// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.agrona.UnsafeApi.compareAndExchangeInt;
import static org.agrona.UnsafeApi.compareAndSetInt;
import static org.agrona.UnsafeApi.getInt;
import static org.agrona.UnsafeApi.getIntVolatile;
import static org.agrona.UnsafeApi.putInt;
import static org.agrona.UnsafeApi.putIntRelease;
import static org.tearline.jcstress.Values.AFTER_INT;
import static org.tearline.jcstress.Values.BEFORE_INT;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;

/**
 * An int at a raw address: what tears is the bytes across a boundary, not the type. Writer and reader are two threads
 * that share one {@link Slot}.
 */
public class UnsafeAddressInt {

    /** Misaligned, inside a line, across an 8-byte boundary: promised by Intel, not by AMD. */
    public static class InsideLine {
        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class PlainPlain extends Slot.IntInsideLine {
            @Actor public void writer() { putInt(null, address, AFTER_INT); }
            @Actor public void reader(Sighting r) { r.sawInt(offset, getInt(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class OrderedVolatile extends Slot.IntInsideLine {
            @Actor public void writer() { putIntRelease(null, address, AFTER_INT); }
            @Actor public void reader(Sighting r) { r.sawInt(offset, getIntVolatile(null, address)); }
        }
    }

    /** On two lines: promised by nobody, unless both sides are locked. */
    public static class LineCrossing {
        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class PlainPlain extends Slot.IntLineCrossing {
            @Actor public void writer() { putInt(null, address, AFTER_INT); }
            @Actor public void reader(Sighting r) { r.sawInt(offset, getInt(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OrderedVolatile extends Slot.IntLineCrossing {
            @Actor public void writer() { putIntRelease(null, address, AFTER_INT); }
            @Actor public void reader(Sighting r) { r.sawInt(offset, getIntVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossingWriteLocked.class) @State
        public static class CasVolatile extends Slot.IntLineCrossing {
            @Actor public void writer() { compareAndSetInt(null, address, BEFORE_INT, AFTER_INT); }
            @Actor public void reader(Sighting r) { r.sawInt(offset, getIntVolatile(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.BothLocked.class) @State
        public static class CasExchange extends Slot.IntLineCrossing {
            @Actor public void writer() { compareAndSetInt(null, address, BEFORE_INT, AFTER_INT); }
            @Actor public void reader(Sighting r) {
                r.sawInt(offset, compareAndExchangeInt(null, address, BEFORE_INT, BEFORE_INT));
            }
        }
    }
}
