// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.tearline.jcstress.Slot.BYTES;
import static org.tearline.jcstress.Value.AFTER;
import static org.tearline.jcstress.Value.BEFORE;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.tearline.jcstress.Slot.Jdk;
import org.tearline.jcstress.Slot.JdkAligned;

/**
 * Tests the JDK's direct ByteBuffer: its plain accessors at every place, and opaque, ordered and compare-and-set writes
 * through its VarHandle view, which rejects these at misaligned places.
 */
public class JdkBuffer {

    private static final VarHandle VIEW =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    @JCStressTest @JCStressMeta(Expected.JdkPlain.class)
    @Description("Tests whether a plain store and a plain load of a long in the JDK's ByteBuffer are atomic.")
    public static class PlainPlain {
        @Actor public void writer(Jdk s) { BYTES.putLong(s.index, AFTER); }
        @Actor public void reader(Jdk s, Sighting r) { r.saw(s, BYTES.getLong(s.index)); }
    }

    @JCStressTest @JCStressMeta(Expected.JdkView.class)
    @Description("Tests whether an opaque store and a volatile load of an aligned long through "
        + "the JDK's VarHandle view are atomic.")
    public static class OpaqueVolatile {
        @Actor public void writer(JdkAligned s) { VIEW.setOpaque(BYTES, s.index, AFTER); }
        @Actor public void reader(JdkAligned s, Sighting r) { r.saw(s, (long) VIEW.getVolatile(BYTES, s.index)); }
    }

    @JCStressTest @JCStressMeta(Expected.JdkView.class)
    @Description("Tests whether a release store and a volatile load of an aligned long through "
        + "the JDK's VarHandle view are atomic.")
    public static class OrderedVolatile {
        @Actor public void writer(JdkAligned s) { VIEW.setRelease(BYTES, s.index, AFTER); }
        @Actor public void reader(JdkAligned s, Sighting r) { r.saw(s, (long) VIEW.getVolatile(BYTES, s.index)); }
    }

    @JCStressTest @JCStressMeta(Expected.JdkView.class)
    @Description("Tests whether compareAndSet and a volatile load of an aligned long through the "
        + "JDK's VarHandle view are atomic.")
    public static class CasVolatile {
        @Actor public void writer(JdkAligned s) { VIEW.compareAndSet(BYTES, s.index, BEFORE, AFTER); }
        @Actor public void reader(JdkAligned s, Sighting r) { r.saw(s, (long) VIEW.getVolatile(BYTES, s.index)); }
    }
}
