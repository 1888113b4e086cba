// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.stream.Stream;
import org.tearline.agent.programs.Table.Truth;

/** Passes values on through fields, elements, atomic variables, words and fences, or fails to. */
public final class Variables {
    private static final int TIMES = 3;
    private static final Box BOX = new Box();
    private static final Box OTHER_BOX = new Box();
    private static final Child CHILD = new Child();
    private static final int[] INTS = new int[5];
    private static final Counter[] COUNTERS = {new Counter(), new Counter()};
    private static final AtomicLong[] ATOMICS =
        Stream.generate(AtomicLong::new).limit(7).toArray(AtomicLong[]::new);
    private static final AtomicIntegerArray ATOMIC_INTS = new AtomicIntegerArray(2);
    private static final List<AtomicReference<Long>> REFERENCES =
        List.of(new AtomicReference<>(0L), new AtomicReference<>(0L));
    private static final List<AtomicStampedReference<String>> STAMPED =
        List.of(new AtomicStampedReference<>("", 0), new AtomicStampedReference<>("", 0));
    private static final AtomicLongFieldUpdater<Box> UPDATER =
        AtomicLongFieldUpdater.newUpdater(Box.class, "updatedThere");
    private static final AtomicLongFieldUpdater<Box> BACK_UPDATER =
        AtomicLongFieldUpdater.newUpdater(Box.class, "updatedBack");
    private static final Link[] LINKS = {new Link(0), new Link(0)};
    private static final long NATIVE = Memory.pages(1);
    private static final byte[] BYTES = new byte[32];
    private static final long IN_BYTES = sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET;
    private static final byte[] ARRAY = new byte[16];
    private static final VarHandle IN_ARRAY =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(32).alignedSlice(8);
    private static final ByteBuffer MAPPED_ONCE = mapped();
    private static final ByteBuffer MAPPED_TWICE = mapped();
    private static final VarHandle WORDS =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
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

    public static void main(String[] arguments) throws Exception {
        Table table = new Table(arguments);
        fields(table);
        atomics(table);
        words(table);
        failures(table);
    }

    private static void fields(Table table) throws Exception {
        Way.row(table, "field", v -> BOX.there = v, () -> BOX.there, v -> BOX.back = v, () -> BOX.back);
        // Both are in one word.
        Way.row(table, "intField", v -> BOX.intThere = (int) v, () -> BOX.intThere, v -> BOX.intBack = (int) v,
            () -> BOX.intBack);
        Way.row(table, "staticField", v -> staticThere = v, () -> staticThere, v -> staticBack = v, () -> staticBack);
        Way.row(table, "inheritedField", v -> CHILD.there = v, CHILD::sent, v -> CHILD.back = v, CHILD::answered);
        Way.row(table, "unsafeField", v -> Memory.UNSAFE.putOrderedLong(BOX, UNSAFE_THERE, v), () -> BOX.unsafeThere,
            v -> BOX.unsafeBack = v, () -> Memory.UNSAFE.getLongVolatile(BOX, UNSAFE_BACK));
        Way.row(table, "unsafeReference", v -> Memory.UNSAFE.putOrderedObject(BOX, REFERENCE_THERE, v),
            () -> BOX.referenceThere, v -> BOX.referenceBack = v,
            () -> (Long) Memory.UNSAFE.getObjectVolatile(BOX, REFERENCE_BACK));
        Way.row(table, "handle", v -> THERE.setRelease(BOX, v), () -> (long) THERE.getAcquire(BOX),
            v -> BACK.setVolatile(BOX, v), () -> BOX.handleBack);
        Way.row(table, "staticHandle", v -> STATIC_THERE.setRelease(v), () -> (long) STATIC_THERE.getVolatile(),
            v -> STATIC_BACK.setVolatile(v), () -> staticHandleBack);
        Way.row(table, "element", v -> ELEMENTS.setRelease(INTS, 0, (int) v),
            () -> (int) ELEMENTS.getVolatile(INTS, 0), v -> ELEMENTS.getAndAdd(INTS, 1, 1),
            () -> (int) ELEMENTS.getAcquire(INTS, 1));
        // The type of the field is that of its class.
        Way.row(table, "link", v -> LINKS[0].next = new Link(v), () -> LINKS[0].next.value,
            v -> LINKS[1].next = new Link(v), () -> LINKS[1].next.value);
        Way.row(table, "enumField", v -> Letter.A.there = v, () -> Letter.A.there, v -> Letter.B.there = v,
            () -> Letter.B.there);
    }

    private static void atomics(Table table) throws Exception {
        Way.row(table, "atomic", v -> ATOMICS[0].lazySet(v), () -> ATOMICS[0].get(),
            v -> ATOMICS[1].incrementAndGet(), () -> ATOMICS[1].longValue());
        Way.row(table, "methodReference", ATOMICS[5]::set, ATOMICS[5]::get, ATOMICS[6]::set, ATOMICS[6]::get);
        Way.row(table, "atomicSubclass", v -> COUNTERS[0].send(v), () -> COUNTERS[0].sent(),
            v -> COUNTERS[1].send(v), () -> COUNTERS[1].sent());
        Way.row(table, "atomicReference", v -> REFERENCES.get(0).set(v), () -> REFERENCES.get(0).getAcquire(),
            v -> REFERENCES.get(1).accumulateAndGet(v, Math::max), () -> REFERENCES.get(1).get());
        Way.row(table, "atomicElement", v -> ATOMIC_INTS.set(0, (int) v), () -> ATOMIC_INTS.get(0),
            v -> ATOMIC_INTS.addAndGet(1, 1), () -> ATOMIC_INTS.getAcquire(1));
        Way.row(table, "updater", v -> UPDATER.lazySet(BOX, v), () -> BOX.updatedThere, v -> BOX.updatedBack = v,
            () -> BACK_UPDATER.get(BOX));
        Way.row(table, "stampedReference", v -> STAMPED.get(0).set("", (int) v), () -> STAMPED.get(0).getStamp(),
            v -> STAMPED.get(1).attemptStamp("", (int) v), () -> STAMPED.get(1).getStamp());
    }

    /** Aligned words in memory, in an array if this JDK orders accesses there. */
    private static void words(Table table) throws Exception {
        Way.row(table, "word", v -> Memory.UNSAFE.putOrderedLong(null, NATIVE, v),
            () -> Memory.UNSAFE.getLongVolatile(null, NATIVE),
            v -> Memory.UNSAFE.putLongVolatile(null, NATIVE + 8, v),
            () -> Memory.UNSAFE.getAndAddLong(null, NATIVE + 8, 0));
        Way.row(table, "heapWord", v -> Memory.UNSAFE.putOrderedLong(BYTES, IN_BYTES, v),
            () -> Memory.UNSAFE.getLongVolatile(BYTES, IN_BYTES),
            v -> Memory.UNSAFE.putLongVolatile(BYTES, IN_BYTES + 8, v),
            () -> Memory.UNSAFE.getLongVolatile(BYTES, IN_BYTES + 8));
        Way.row(table, "viewWord", v -> WORDS.setRelease(BUFFER, 0, v), () -> (long) WORDS.getAcquire(BUFFER, 0),
            v -> WORDS.getAndAdd(BUFFER, 8, 1), () -> (long) WORDS.getVolatile(BUFFER, 8));
        if (IN_ARRAY.isAccessModeSupported(VarHandle.AccessMode.GET_VOLATILE)) {
            Way.row(table, "arrayWord", v -> IN_ARRAY.setRelease(ARRAY, 0, v),
                () -> (long) IN_ARRAY.getAcquire(ARRAY, 0), v -> IN_ARRAY.getAndAdd(ARRAY, 8, 1),
                () -> (long) IN_ARRAY.getVolatile(ARRAY, 8));
        }
        long one = Memory.address(MAPPED_ONCE);
        long other = Memory.address(MAPPED_TWICE);
        Way.row(table, "mappedWord", v -> Memory.UNSAFE.putOrderedLong(null, one, v),
            () -> Memory.UNSAFE.getLongVolatile(null, other),
            v -> Memory.UNSAFE.putOrderedLong(null, other + 8, v),
            () -> Memory.UNSAFE.getLongVolatile(null, one + 8));
        Way.row(table, "fencedField", v -> {
            VarHandle.releaseFence();
            BOX.plainThere = v;
        }, () -> fenced(BOX.plainThere), v -> {
            VarHandle.releaseFence();
            BOX.plainBack = v;
        }, () -> fenced(BOX.plainBack));
        Way.row(table, "fencedWord", v -> {
            Memory.UNSAFE.storeFence();
            Memory.UNSAFE.putLong(NATIVE + 16, v);
        }, () -> loaded(NATIVE + 16), v -> {
            Memory.UNSAFE.fullFence();
            Memory.UNSAFE.putLong(NATIVE + 24, v);
        }, () -> loaded(NATIVE + 24));
    }

    private static long fenced(long value) {
        VarHandle.acquireFence();
        return value;
    }

    private static long loaded(long address) {
        long value = Memory.UNSAFE.getLong(address);
        Memory.UNSAFE.loadFence();
        return value;
    }

    private static void failures(Table table) throws Exception {
        Way.miss(table, "opaque", v -> ELEMENTS.setOpaque(INTS, 2, (int) v), () -> (int) ELEMENTS.getVolatile(INTS, 2));
        Way.miss(table, "plainRead", v -> ELEMENTS.setRelease(INTS, 3, (int) v), () -> (int) ELEMENTS.get(INTS, 3));
        Way.miss(table, "weak", v -> ATOMICS[2].weakCompareAndSetPlain(0, v), () -> ATOMICS[2].get());
        Way.miss(table, "releasing", v -> ATOMICS[3].set(v), () -> ATOMICS[3].weakCompareAndSetRelease(1, 1) ? 1 : 0);
        Way.miss(table, "acquiring", v -> ELEMENTS.getAndAddAcquire(INTS, 4, (int) v),
            () -> (int) ELEMENTS.getVolatile(INTS, 4));
        Way.miss(table, "viewReleasing", v -> WORDS.setRelease(BUFFER, 16, v),
            () -> (long) WORDS.getAndAddRelease(BUFFER, 16, 0));
        Way.miss(table, "otherObject", v -> BOX.there = v, () -> OTHER_BOX.there);
        Way.miss(table, "plainWord", v -> Memory.UNSAFE.putOrderedLong(null, NATIVE + 32, v),
            () -> Memory.UNSAFE.getLong(NATIVE + 32));
        // A word that may tear passes nothing on.
        Way.miss(table, "misalignedWord", v -> Memory.UNSAFE.putOrderedLong(null, NATIVE + 60, v),
            () -> Memory.UNSAFE.getLongVolatile(null, NATIVE + 60));
        Way.miss(table, "unfencedRead", v -> {
            VarHandle.releaseFence();
            BOX.plainThere = v;
        }, () -> BOX.plainThere);
        Way.miss(table, "unfencedWrite", v -> BOX.plainBack = v, () -> fenced(BOX.plainBack));
        table.row("lateWrite", Truth.UNORDERED, value -> Turns.alternate(TIMES, () -> {
            ATOMICS[4].incrementAndGet();
            value.write();
        }, () -> {
            ATOMICS[4].incrementAndGet();
            value.read();
        }));
    }

    private static ByteBuffer mapped() {
        Path path = Path.of("words");
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
            return file.map(FileChannel.MapMode.READ_WRITE, 0, Memory.PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        private long plainThere;
        private long plainBack;
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

    private enum Letter {
        A, B;

        private volatile long there;
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
