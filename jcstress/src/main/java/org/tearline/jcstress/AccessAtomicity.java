// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;

/**
 * Tests whether accesses to an off-heap long are atomic. Each of seven kinds of write is paired with a plain, a
 * volatile and a locked read, at every place of {@link Slot}, through a raw address and through Agrona's buffer.
 *
 * <p>On x86, plain, opaque, ordered and volatile accesses compile to the same MOV; the others are locked. If one side
 * is locked, a torn value shows that the other side tore. If both are locked, no value can be torn.
 *
 * <pre>
 *   java -jar jcstress/target/jcstress.jar -jvmArgsPrepend --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED \
 *       -t AccessAtomicity.OrderedVolatile
 * </pre>
 */
public class AccessAtomicity {

    @JCStressTest @JCStressMeta(Expected.NoneLocked.class)
    @Description("Tests whether a plain store and a plain load of an off-heap long are atomic.")
    public static class PlainPlain {
        @Actor public void writer(Slot s) { s.putPlain(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getPlain()); }
    }

    @JCStressTest @JCStressMeta(Expected.NoneLocked.class)
    @Description("Tests whether a plain store and a volatile load of an off-heap long are atomic.")
    public static class PlainVolatile {
        @Actor public void writer(Slot s) { s.putPlain(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getVolatile()); }
    }

    @JCStressTest @JCStressMeta(Expected.ReadLocked.class)
    @Description("Tests whether a plain store and compareAndExchange of an off-heap long are atomic.")
    public static class PlainExchange {
        @Actor public void writer(Slot s) { s.putPlain(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.exchange()); }
    }

    @JCStressTest @JCStressMeta(Expected.NoneLocked.class)
    @Description("Tests whether an opaque store and a plain load of an off-heap long are atomic.")
    public static class OpaquePlain {
        @Actor public void writer(Slot s) { s.putOpaque(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getPlain()); }
    }

    @JCStressTest @JCStressMeta(Expected.NoneLocked.class)
    @Description("Tests whether an opaque store and a volatile load of an off-heap long are atomic.")
    public static class OpaqueVolatile {
        @Actor public void writer(Slot s) { s.putOpaque(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getVolatile()); }
    }

    @JCStressTest @JCStressMeta(Expected.ReadLocked.class)
    @Description("Tests whether an opaque store and compareAndExchange of an off-heap long are atomic.")
    public static class OpaqueExchange {
        @Actor public void writer(Slot s) { s.putOpaque(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.exchange()); }
    }

    @JCStressTest @JCStressMeta(Expected.NoneLocked.class)
    @Description("Tests whether a release store and a plain load of an off-heap long are atomic.")
    public static class OrderedPlain {
        @Actor public void writer(Slot s) { s.putOrdered(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getPlain()); }
    }

    @JCStressTest @JCStressMeta(Expected.NoneLocked.class)
    @Description("Tests whether a release store and a volatile load of an off-heap long are atomic.")
    public static class OrderedVolatile {
        @Actor public void writer(Slot s) { s.putOrdered(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getVolatile()); }
    }

    @JCStressTest @JCStressMeta(Expected.ReadLocked.class)
    @Description("Tests whether a release store and compareAndExchange of an off-heap long are atomic.")
    public static class OrderedExchange {
        @Actor public void writer(Slot s) { s.putOrdered(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.exchange()); }
    }

    @JCStressTest @JCStressMeta(Expected.NoneLocked.class)
    @Description("Tests whether a volatile store and a plain load of an off-heap long are atomic.")
    public static class VolatilePlain {
        @Actor public void writer(Slot s) { s.putVolatile(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getPlain()); }
    }

    @JCStressTest @JCStressMeta(Expected.NoneLocked.class)
    @Description("Tests whether a volatile store and a volatile load of an off-heap long are atomic.")
    public static class VolatileVolatile {
        @Actor public void writer(Slot s) { s.putVolatile(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getVolatile()); }
    }

    @JCStressTest @JCStressMeta(Expected.ReadLocked.class)
    @Description("Tests whether a volatile store and compareAndExchange of an off-heap long are atomic.")
    public static class VolatileExchange {
        @Actor public void writer(Slot s) { s.putVolatile(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.exchange()); }
    }

    @JCStressTest @JCStressMeta(Expected.WriteLocked.class)
    @Description("Tests whether compareAndSet and a plain load of an off-heap long are atomic.")
    public static class CasPlain {
        @Actor public void writer(Slot s) { s.cas(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getPlain()); }
    }

    @JCStressTest @JCStressMeta(Expected.WriteLocked.class)
    @Description("Tests whether compareAndSet and a volatile load of an off-heap long are atomic.")
    public static class CasVolatile {
        @Actor public void writer(Slot s) { s.cas(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getVolatile()); }
    }

    @JCStressTest @JCStressMeta(Expected.BothLocked.class)
    @Description("Tests whether compareAndSet and compareAndExchange of an off-heap long are atomic.")
    public static class CasExchange {
        @Actor public void writer(Slot s) { s.cas(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.exchange()); }
    }

    @JCStressTest @JCStressMeta(Expected.WriteLocked.class)
    @Description("Tests whether getAndSet and a plain load of an off-heap long are atomic.")
    public static class GetAndSetPlain {
        @Actor public void writer(Slot s) { s.getAndSet(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getPlain()); }
    }

    @JCStressTest @JCStressMeta(Expected.WriteLocked.class)
    @Description("Tests whether getAndSet and a volatile load of an off-heap long are atomic.")
    public static class GetAndSetVolatile {
        @Actor public void writer(Slot s) { s.getAndSet(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getVolatile()); }
    }

    @JCStressTest @JCStressMeta(Expected.BothLocked.class)
    @Description("Tests whether getAndSet and compareAndExchange of an off-heap long are atomic.")
    public static class GetAndSetExchange {
        @Actor public void writer(Slot s) { s.getAndSet(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.exchange()); }
    }

    @JCStressTest @JCStressMeta(Expected.WriteLocked.class)
    @Description("Tests whether getAndAdd and a plain load of an off-heap long are atomic.")
    public static class GetAndAddPlain {
        @Actor public void writer(Slot s) { s.getAndAdd(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getPlain()); }
    }

    @JCStressTest @JCStressMeta(Expected.WriteLocked.class)
    @Description("Tests whether getAndAdd and a volatile load of an off-heap long are atomic.")
    public static class GetAndAddVolatile {
        @Actor public void writer(Slot s) { s.getAndAdd(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.getVolatile()); }
    }

    @JCStressTest @JCStressMeta(Expected.BothLocked.class)
    @Description("Tests whether getAndAdd and compareAndExchange of an off-heap long are atomic.")
    public static class GetAndAddExchange {
        @Actor public void writer(Slot s) { s.getAndAdd(); }
        @Actor public void reader(Slot s, Sighting r) { r.saw(s, s.exchange()); }
    }
}
