// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Passes values on through fields, elements and atomic variables. A second method, whose name starts with "other",
 * reads another variable than was written, and so fails. Some kinds never pass anything on.
 */
public final class Variables {
    private static final Box BOX = new Box();
    private static final Box OTHER_BOX = new Box();
    private static final Child CHILD = new Child();
    private static final int[] INTS = new int[5];
    private static final Counter[] COUNTERS = {new Counter(), new Counter()};
    private static final AtomicLong[] ATOMICS = {new AtomicLong(), new AtomicLong(), new AtomicLong(),
        new AtomicLong()};
    private static final AtomicIntegerArray ATOMIC_INTS = new AtomicIntegerArray(2);
    private static final List<AtomicReference<Long>> REFERENCES =
        List.of(new AtomicReference<>(0L), new AtomicReference<>(0L));
    private static final LongAdder ADDER = new LongAdder();
    private static final List<AtomicStampedReference<String>> STAMPED =
        List.of(new AtomicStampedReference<>("", 0), new AtomicStampedReference<>("", 0));
    private static final AtomicLongFieldUpdater<Box> UPDATER =
        AtomicLongFieldUpdater.newUpdater(Box.class, "updatedThere");
    private static final AtomicLongFieldUpdater<Box> BACK_UPDATER =
        AtomicLongFieldUpdater.newUpdater(Box.class, "updatedBack");
    private static final Link[] LINKS = {new Link(0), new Link(0)};
    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle THERE = field("handleThere");
    private static final VarHandle BACK = field("handleBack");
    private static final VarHandle STATIC_THERE = staticField("staticHandleThere");
    private static final VarHandle STATIC_BACK = staticField("staticHandleBack");
    private static final long UNSAFE_THERE = offset("unsafeThere");
    private static final long UNSAFE_BACK = offset("unsafeBack");
    private static final long REFERENCE_THERE = offset("referenceThere");
    private static final long REFERENCE_BACK = offset("referenceBack");

    private static volatile long staticThere;
    private static volatile long staticBack;
    private static long staticHandleThere;
    private static volatile long staticHandleBack;

    private static final Way FIELD = new Way(v -> BOX.there = v, () -> BOX.there, v -> BOX.back = v, () -> BOX.back);
    /** Both are in one word. */
    private static final Way INT = new Way(v -> BOX.intThere = (int) v, () -> BOX.intThere,
        v -> BOX.intBack = (int) v, () -> BOX.intBack);
    private static final Way STATIC = new Way(v -> staticThere = v, () -> staticThere, v -> staticBack = v,
        () -> staticBack);
    private static final Way INHERITED = new Way(v -> CHILD.there = v, () -> CHILD.sent(), v -> CHILD.back = v,
        () -> CHILD.answered());
    private static final Way UNSAFE = new Way(v -> Memory.UNSAFE.putOrderedLong(BOX, UNSAFE_THERE, v),
        () -> BOX.unsafeThere, v -> BOX.unsafeBack = v, () -> Memory.UNSAFE.getLongVolatile(BOX, UNSAFE_BACK));
    private static final Way HANDLE = new Way(v -> THERE.setRelease(BOX, v), () -> (long) THERE.getAcquire(BOX),
        v -> BACK.setVolatile(BOX, v), () -> BOX.handleBack);
    private static final Way STATIC_HANDLE = new Way(v -> STATIC_THERE.setRelease(v),
        () -> (long) STATIC_THERE.getVolatile(), v -> STATIC_BACK.setVolatile(v), () -> staticHandleBack);
    private static final Way ELEMENT = new Way(v -> ELEMENTS.setRelease(INTS, 0, (int) v),
        () -> (int) ELEMENTS.getVolatile(INTS, 0), v -> ELEMENTS.getAndAdd(INTS, 1, 1),
        () -> (int) ELEMENTS.getAcquire(INTS, 1));
    private static final Way ATOMIC = new Way(v -> ATOMICS[0].lazySet(v), () -> ATOMICS[0].get(),
        v -> ATOMICS[1].incrementAndGet(), () -> ATOMICS[1].longValue());
    private static final Way SUBCLASS = new Way(v -> COUNTERS[0].send(v), () -> COUNTERS[0].sent(),
        v -> COUNTERS[1].send(v), () -> COUNTERS[1].sent());
    private static final Way REFERENCE = new Way(v -> REFERENCES.get(0).set(v), () -> REFERENCES.get(0).getAcquire(),
        v -> REFERENCES.get(1).accumulateAndGet(v, Math::max), () -> REFERENCES.get(1).get());
    private static final Way ATOMIC_ELEMENT = new Way(v -> ATOMIC_INTS.set(0, (int) v), () -> ATOMIC_INTS.get(0),
        v -> ATOMIC_INTS.addAndGet(1, 1), () -> ATOMIC_INTS.getAcquire(1));
    private static final Way UPDATED = new Way(v -> UPDATER.lazySet(BOX, v), () -> BOX.updatedThere,
        v -> BOX.updatedBack = v, () -> BACK_UPDATER.get(BOX));
    private static final Way STAMP = new Way(v -> STAMPED.get(0).set("", (int) v), () -> STAMPED.get(0).getStamp(),
        v -> STAMPED.get(1).attemptStamp("", (int) v), () -> STAMPED.get(1).getStamp());
    private static final Way UNSAFE_REFERENCE = new Way(v -> Memory.UNSAFE.putOrderedObject(BOX, REFERENCE_THERE, v),
        () -> BOX.referenceThere, v -> BOX.referenceBack = v,
        () -> (Long) Memory.UNSAFE.getObjectVolatile(BOX, REFERENCE_BACK));
    private static final Way NESTED = new Way(v -> LINKS[0].next = new Link(v), () -> LINKS[0].next.value,
        v -> LINKS[1].next = new Link(v), () -> LINKS[1].next.value);
    private static final Way OPAQUE = Way.toMiss(v -> ELEMENTS.setOpaque(INTS, 2, (int) v),
        () -> (int) ELEMENTS.getVolatile(INTS, 2));
    private static final Way PLAIN = Way.toMiss(v -> ELEMENTS.setRelease(INTS, 3, (int) v),
        () -> (int) ELEMENTS.get(INTS, 3));
    private static final Way ADDED = Way.toMiss(v -> ADDER.add(v), () -> ADDER.sum());
    private static final Way WEAK = Way.toMiss(v -> ATOMICS[2].weakCompareAndSetPlain(0, v), () -> ATOMICS[2].get());
    private static final Way RELEASING = Way.toMiss(v -> ATOMICS[3].set(v),
        () -> ATOMICS[3].weakCompareAndSetRelease(1, 1) ? 1 : 0);
    private static final Way ACQUIRING = Way.toMiss(v -> ELEMENTS.getAndAddAcquire(INTS, 4, (int) v),
        () -> (int) ELEMENTS.getVolatile(INTS, 4));
    private static final Way OTHER_OBJECT = Way.toMiss(v -> BOX.there = v, () -> OTHER_BOX.there);

    public static void main(String[] arguments) throws Exception {
        Way.together(Variables::field);
        Way.together(Variables::intField);
        Way.together(Variables::staticField);
        Way.together(Variables::inheritedField);
        Way.together(Variables::unsafeField);
        Way.together(Variables::handle);
        Way.together(Variables::staticHandle);
        Way.together(Variables::element);
        Way.together(Variables::atomic);
        Way.together(Variables::subclass);
        Way.together(Variables::reference);
        Way.together(Variables::atomicElement);
        Way.together(Variables::updater);
        Way.together(Variables::stamped);
        Way.together(Variables::unsafeReference);
        Way.together(Variables::nested);
        Way.inTurn(Variables::otherField);
        Way.inTurn(Variables::otherIntField);
        Way.inTurn(Variables::otherStaticField);
        Way.inTurn(Variables::otherInheritedField);
        Way.inTurn(Variables::otherUnsafeField);
        Way.inTurn(Variables::otherHandle);
        Way.inTurn(Variables::otherStaticHandle);
        Way.inTurn(Variables::otherElement);
        Way.inTurn(Variables::otherAtomic);
        Way.inTurn(Variables::otherSubclass);
        Way.inTurn(Variables::otherReference);
        Way.inTurn(Variables::otherAtomicElement);
        Way.inTurn(Variables::otherUpdater);
        Way.inTurn(Variables::otherStamped);
        Way.inTurn(Variables::opaque);
        Way.inTurn(Variables::plain);
        Way.inTurn(Variables::adder);
        Way.inTurn(Variables::weak);
        Way.inTurn(Variables::releasing);
        Way.inTurn(Variables::acquiring);
        Way.inTurn(Variables::otherObject);
        System.out.println(Way.sum());
    }

    static void field(boolean writes) {
        FIELD.pass(writes);
    }

    static void otherField(boolean writes) {
        FIELD.miss(writes);
    }

    static void intField(boolean writes) {
        INT.pass(writes);
    }

    static void otherIntField(boolean writes) {
        INT.miss(writes);
    }

    static void staticField(boolean writes) {
        STATIC.pass(writes);
    }

    static void otherStaticField(boolean writes) {
        STATIC.miss(writes);
    }

    static void inheritedField(boolean writes) {
        INHERITED.pass(writes);
    }

    static void otherInheritedField(boolean writes) {
        INHERITED.miss(writes);
    }

    static void unsafeField(boolean writes) {
        UNSAFE.pass(writes);
    }

    static void otherUnsafeField(boolean writes) {
        UNSAFE.miss(writes);
    }

    static void handle(boolean writes) {
        HANDLE.pass(writes);
    }

    static void otherHandle(boolean writes) {
        HANDLE.miss(writes);
    }

    static void staticHandle(boolean writes) {
        STATIC_HANDLE.pass(writes);
    }

    static void otherStaticHandle(boolean writes) {
        STATIC_HANDLE.miss(writes);
    }

    static void element(boolean writes) {
        ELEMENT.pass(writes);
    }

    static void otherElement(boolean writes) {
        ELEMENT.miss(writes);
    }

    static void atomic(boolean writes) {
        ATOMIC.pass(writes);
    }

    static void otherAtomic(boolean writes) {
        ATOMIC.miss(writes);
    }

    static void subclass(boolean writes) {
        SUBCLASS.pass(writes);
    }

    static void otherSubclass(boolean writes) {
        SUBCLASS.miss(writes);
    }

    static void reference(boolean writes) {
        REFERENCE.pass(writes);
    }

    static void otherReference(boolean writes) {
        REFERENCE.miss(writes);
    }

    static void atomicElement(boolean writes) {
        ATOMIC_ELEMENT.pass(writes);
    }

    static void otherAtomicElement(boolean writes) {
        ATOMIC_ELEMENT.miss(writes);
    }

    static void updater(boolean writes) {
        UPDATED.pass(writes);
    }

    static void otherUpdater(boolean writes) {
        UPDATED.miss(writes);
    }

    static void stamped(boolean writes) {
        STAMP.pass(writes);
    }

    static void otherStamped(boolean writes) {
        STAMP.miss(writes);
    }

    static void opaque(boolean writes) {
        OPAQUE.miss(writes);
    }

    static void plain(boolean writes) {
        PLAIN.miss(writes);
    }

    static void adder(boolean writes) {
        ADDED.miss(writes);
    }

    static void weak(boolean writes) {
        WEAK.miss(writes);
    }

    static void releasing(boolean writes) {
        RELEASING.miss(writes);
    }

    static void acquiring(boolean writes) {
        ACQUIRING.miss(writes);
    }

    static void unsafeReference(boolean writes) {
        UNSAFE_REFERENCE.pass(writes);
    }

    static void nested(boolean writes) {
        NESTED.pass(writes);
    }

    static void otherObject(boolean writes) {
        OTHER_OBJECT.miss(writes);
    }

    private static VarHandle field(String name) {
        try {
            return MethodHandles.lookup().findVarHandle(Box.class, name, long.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static VarHandle staticField(String name) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(Variables.class, name, long.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long offset(String name) {
        try {
            return Memory.UNSAFE.objectFieldOffset(Box.class.getDeclaredField(name));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static class Box {
        private volatile long there;
        private volatile long back;
        private volatile int intThere;
        private volatile int intBack;
        private volatile long unsafeThere;
        private volatile long unsafeBack;
        private volatile Long referenceThere = 0L;
        private volatile Long referenceBack = 0L;
        private volatile long updatedThere;
        private volatile long updatedBack;
        private long handleThere;
        private volatile long handleBack;
    }

    /** Is linked to another one. */
    private static final class Link {
        private final long value;
        private volatile Link next;

        Link(long value) {
            this.value = value;
            this.next = this;
        }
    }

    private static class Parent {
        protected volatile long there;
        protected volatile long back;
    }

    private static final class Child extends Parent {
        long sent() {
            return there;
        }

        long answered() {
            return back;
        }
    }

    private static final class Counter extends AtomicLong {
        private static final long serialVersionUID = 1;

        void send(long value) {
            addAndGet(value - get());
        }

        long sent() {
            return get();
        }
    }

    private Variables() {
    }
}
