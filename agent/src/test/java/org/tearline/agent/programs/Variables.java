// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.ARRAY_LONGS;
import static org.tearline.agent.programs.Memory.BUFFER_LONGS;
import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.checked;
import static org.tearline.agent.programs.Memory.pages;
import static org.tearline.agent.programs.Table.miss;
import static org.tearline.agent.programs.Table.way;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.stream.Stream;

/** Passes values on through fields, elements, atomic variables, words and fences, or fails to. */
public final class Variables {
    private static final int TIMES = 3;
    private static final Box[] BOXES = {new Box(), new Box()};
    private static final Child[] CHILDREN = {new Child(), new Child()};
    private static final int[] INTS = new int[9];
    private static final Counter[] COUNTERS = {new Counter(), new Counter()};
    private static final AtomicLong[] ATOMICS =
        Stream.generate(AtomicLong::new).limit(9).toArray(AtomicLong[]::new);
    private static final AtomicIntegerArray ATOMIC_INTS = new AtomicIntegerArray(4);
    private static final List<AtomicReference<Long>> REFERENCES =
        List.of(new AtomicReference<>(0L), new AtomicReference<>(0L));
    private static final List<AtomicStampedReference<String>> STAMPED =
        List.of(new AtomicStampedReference<>("", 0), new AtomicStampedReference<>("", 0));
    private static final AtomicLongFieldUpdater<Box> UPDATER = AtomicLongFieldUpdater.newUpdater(Box.class, "updated");
    private static final long NATIVE = pages(1);
    private static final byte[] BYTES = new byte[32];
    private static final long IN_BYTES = sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET;
    private static final byte[] ARRAY = new byte[32];
    private static final ByteBuffer BUFFER = Memory.direct(48);
    private static final ByteBuffer[] MAPPED = Memory.mapTwice("words");
    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle HANDLE =
        checked(() -> MethodHandles.lookup().findVarHandle(Box.class, "handled", long.class));
    private static final VarHandle STATIC_THERE = staticField("staticHandleThere");
    private static final VarHandle STATIC_BACK = staticField("staticHandleBack");
    private static final long FIELD = offset("field");
    private static final long REFERENCE = offset("reference");
    private static volatile long staticThere;
    private static volatile long staticBack;
    private static long staticHandleThere;
    private static volatile long staticHandleBack;

    public static void main(String[] arguments) throws Exception {
        fields();
        atomics();
        words();
        failures();
    }

    private static void fields() throws Exception {
        way("field", (i, v) -> BOXES[i].field = v, i -> BOXES[i].field);
        // Both are in one word.
        way("intField", v -> BOXES[0].intThere = (int) v, () -> BOXES[0].intThere,
            v -> BOXES[0].intBack = (int) v, () -> BOXES[0].intBack);
        way("staticField", v -> staticThere = v, () -> staticThere, v -> staticBack = v, () -> staticBack);
        way("inheritedField", (i, v) -> CHILDREN[i].inherited = v, i -> CHILDREN[i].read());
        way("unsafeWrite", (i, v) -> UNSAFE.putOrderedLong(BOXES[i], FIELD, v), i -> BOXES[i].field);
        way("unsafeRead", (i, v) -> BOXES[i].field = v, i -> UNSAFE.getLongVolatile(BOXES[i], FIELD));
        way("unsafeReferenceWrite", (i, v) -> UNSAFE.putOrderedObject(BOXES[i], REFERENCE, v),
            i -> BOXES[i].reference);
        way("unsafeReferenceRead", (i, v) -> BOXES[i].reference = v,
            i -> (Long) UNSAFE.getObjectVolatile(BOXES[i], REFERENCE));
        way("handle", (i, v) -> HANDLE.setVolatile(BOXES[i], v), i -> BOXES[i].handled);
        way("staticHandle", v -> STATIC_THERE.setRelease(v), () -> (long) STATIC_THERE.getVolatile(),
            v -> STATIC_BACK.setVolatile(v), () -> staticHandleBack);
        way("element", (i, v) -> ELEMENTS.setRelease(INTS, i, (int) v),
            i -> (int) ELEMENTS.getVolatile(INTS, i));
        way("addedElement", (i, v) -> ELEMENTS.getAndAdd(INTS, 5 + i, 1),
            i -> (int) ELEMENTS.getAcquire(INTS, 5 + i));
        way("enumField", v -> Letter.A.there = v, () -> Letter.A.there, v -> Letter.B.there = v,
            () -> Letter.B.there);
    }

    private static void atomics() throws Exception {
        way("atomic", (i, v) -> ATOMICS[i].lazySet(v), i -> ATOMICS[i].get());
        way("incremented", (i, v) -> ATOMICS[7 + i].incrementAndGet(), i -> ATOMICS[7 + i].longValue());
        way("methodReference", ATOMICS[5]::set, ATOMICS[5]::get, ATOMICS[6]::set, ATOMICS[6]::get);
        way("atomicSubclass", (i, v) -> COUNTERS[i].send(v), i -> COUNTERS[i].sent());
        way("atomicReference", (i, v) -> REFERENCES.get(i).set(v), i -> REFERENCES.get(i).getAcquire());
        way("accumulated", (i, v) -> REFERENCES.get(i).accumulateAndGet(v, (one, other) -> other),
            i -> REFERENCES.get(i).get());
        way("atomicElement", (i, v) -> ATOMIC_INTS.set(i, (int) v), i -> ATOMIC_INTS.get(i));
        way("addedAtomicElement", (i, v) -> ATOMIC_INTS.addAndGet(2 + i, 1),
            i -> ATOMIC_INTS.getAcquire(2 + i));
        way("updater", (i, v) -> UPDATER.lazySet(BOXES[i], v), i -> BOXES[i].updated);
        way("updaterRead", (i, v) -> BOXES[i].updated = v, i -> UPDATER.get(BOXES[i]));
        way("stampedReference", (i, v) -> STAMPED.get(i).set("", (int) v), i -> STAMPED.get(i).getStamp());
        way("attemptedStamp", (i, v) -> STAMPED.get(i).attemptStamp("", (int) v),
            i -> STAMPED.get(i).getStamp());
    }

    /** Aligned words in memory, in an array if this JDK orders accesses there. */
    private static void words() throws Exception {
        way("word", (i, v) -> UNSAFE.putOrderedLong(null, NATIVE + 8 * i, v),
            i -> UNSAFE.getLongVolatile(null, NATIVE + 8 * i));
        way("updatedWord", (i, v) -> UNSAFE.putLongVolatile(null, NATIVE + 8 * i, v),
            i -> UNSAFE.getAndAddLong(null, NATIVE + 8 * i, 0));
        way("heapWord", (i, v) -> UNSAFE.putOrderedLong(BYTES, IN_BYTES + 8 * i, v),
            i -> UNSAFE.getLongVolatile(BYTES, IN_BYTES + 8 * i));
        way("viewWord", (i, v) -> BUFFER_LONGS.setRelease(BUFFER, 8 * i, v),
            i -> (long) BUFFER_LONGS.getAcquire(BUFFER, 8 * i));
        way("addedViewWord", (i, v) -> BUFFER_LONGS.getAndAdd(BUFFER, 24 + 8 * i, 1),
            i -> (long) BUFFER_LONGS.getVolatile(BUFFER, 24 + 8 * i));
        if (ARRAY_LONGS.isAccessModeSupported(VarHandle.AccessMode.GET_VOLATILE)) {
            way("arrayWord", (i, v) -> ARRAY_LONGS.setRelease(ARRAY, 8 * i, v),
                i -> (long) ARRAY_LONGS.getAcquire(ARRAY, 8 * i));
            way("addedArrayWord", (i, v) -> ARRAY_LONGS.getAndAdd(ARRAY, 16 + 8 * i, 1),
                i -> (long) ARRAY_LONGS.getVolatile(ARRAY, 16 + 8 * i));
        }
        // Each word is written in one mapping of the file, and read in the other.
        way("mappedWord",
            (i, v) -> UNSAFE.putOrderedLong(null, Memory.address(MAPPED[i]) + 8 * i, v),
            i -> UNSAFE.getLongVolatile(null, Memory.address(MAPPED[1 - i]) + 8 * i));
        way("fencedWord", v -> {
            UNSAFE.storeFence();
            UNSAFE.putLong(NATIVE + 16, v);
        }, () -> loaded(NATIVE + 16), v -> {
            UNSAFE.fullFence();
            UNSAFE.putLong(NATIVE + 24, v);
        }, () -> loaded(NATIVE + 24));
    }

    private static long fenced(long value) {
        VarHandle.acquireFence();
        return value;
    }

    private static long loaded(long address) {
        long value = UNSAFE.getLong(address);
        UNSAFE.loadFence();
        return value;
    }

    private static void failures() throws Exception {
        miss("opaque", v -> ELEMENTS.setOpaque(INTS, 7, (int) v), () -> (int) ELEMENTS.getVolatile(INTS, 7));
        miss("plainRead", v -> ELEMENTS.setRelease(INTS, 3, (int) v), () -> (int) ELEMENTS.get(INTS, 3));
        miss("weak", v -> ATOMICS[2].weakCompareAndSetPlain(0, v), () -> ATOMICS[2].get());
        miss("releasing", v -> ATOMICS[3].set(v), () -> ATOMICS[3].weakCompareAndSetRelease(1, 1) ? 1 : 0);
        miss("acquiring", v -> ELEMENTS.getAndAddAcquire(INTS, 4, (int) v),
            () -> (int) ELEMENTS.getVolatile(INTS, 4));
        miss("viewReleasing", v -> BUFFER_LONGS.setRelease(BUFFER, 16, v),
            () -> (long) BUFFER_LONGS.getAndAddRelease(BUFFER, 16, 0));
        miss("otherObject", v -> BOXES[0].field = v, () -> BOXES[1].field);
        miss("plainWord", v -> UNSAFE.putOrderedLong(null, NATIVE + 32, v),
            () -> UNSAFE.getLong(NATIVE + 32));
        // A word that may tear passes nothing on.
        miss("misalignedWord", v -> UNSAFE.putOrderedLong(null, NATIVE + 60, v),
            () -> UNSAFE.getLongVolatile(null, NATIVE + 60));
        miss("unfencedRead", v -> {
            VarHandle.releaseFence();
            BOXES[0].plain = v;
        }, () -> BOXES[0].plain);
        miss("unfencedWrite", v -> BOXES[1].plain = v, () -> fenced(BOXES[1].plain));
        Table.unordered("lateWrite", value -> Turns.alternate(TIMES, () -> {
            ATOMICS[4].incrementAndGet();
            value.write();
        }, () -> {
            ATOMICS[4].incrementAndGet();
            value.read();
        }));
    }

    private static VarHandle staticField(String name) {
        return checked(() -> MethodHandles.lookup().findStaticVarHandle(Variables.class, name, long.class));
    }

    @SuppressWarnings("deprecation")
    private static long offset(String name) {
        return checked(() -> UNSAFE.objectFieldOffset(Box.class.getDeclaredField(name)));
    }

    private static class Box {
        private volatile long field;
        private volatile int intThere;
        private volatile int intBack;
        private volatile Long reference = 0L;
        private volatile long updated;
        private volatile long handled;
        private long plain;
    }

    private enum Letter {
        A, B;

        private volatile long there;
    }

    private static class Parent {
        protected volatile long inherited;
    }

    private static final class Child extends Parent {
        long read() {
            return inherited;
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
}
