// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.agrona.UnsafeApi.getShort;
import static org.agrona.UnsafeApi.getShortVolatile;
import static org.agrona.UnsafeApi.putShort;
import static org.agrona.UnsafeApi.putShortRelease;
import static org.tearline.jcstress.Values.AFTER_SHORT;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;

/**
 * A short at a raw address: two bytes tear as eight do, if the boundary is between them. Writer and reader are two
 * threads that share one {@link Slot}. There is no locked pair: the JDK builds a short's CAS from an int's, and
 * refuses it across the int.
 */
public class UnsafeAddressShort {

    /** Misaligned, inside a line, across an 8-byte boundary: promised by Intel, not by AMD. */
    public static class InsideLine {
        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class PlainPlain extends Slot.ShortInsideLine {
            @Actor public void writer() { putShort(null, address, AFTER_SHORT); }
            @Actor public void reader(Sighting r) { r.sawShort(offset, getShort(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.InsideLine.class) @State
        public static class OrderedVolatile extends Slot.ShortInsideLine {
            @Actor public void writer() { putShortRelease(null, address, AFTER_SHORT); }
            @Actor public void reader(Sighting r) { r.sawShort(offset, getShortVolatile(null, address)); }
        }
    }

    /** On two lines: promised by nobody. */
    public static class LineCrossing {
        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class PlainPlain extends Slot.ShortLineCrossing {
            @Actor public void writer() { putShort(null, address, AFTER_SHORT); }
            @Actor public void reader(Sighting r) { r.sawShort(offset, getShort(null, address)); }
        }

        @JCStressTest @JCStressMeta(Grade.LineCrossing.class) @State
        public static class OrderedVolatile extends Slot.ShortLineCrossing {
            @Actor public void writer() { putShortRelease(null, address, AFTER_SHORT); }
            @Actor public void reader(Sighting r) { r.sawShort(offset, getShortVolatile(null, address)); }
        }
    }
}
