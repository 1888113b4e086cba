// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.tearline.agent.access.Lines;
import org.tearline.agent.order.Keys;
import org.tearline.agent.order.Ordering;

/**
 * Template of the class that rewritten code calls after each watched access, and at other events, such as locking and
 * allocation. {@link Hook} defines it in java.nio, where it can read the fields of buffers, and replaces its native
 * methods: those in {@link Hook} call the agent, and let no exception reach the program. The parameter {@code id} is
 * the number of the instruction. The nodes of the JDK's queues extend the class, and so have a field {@link #held}.
 * Thread-safe.
 */
class Check {
    /**
     * Indexed by the upper 16 of the 31 bits of an object's hash code; 0 if plain accesses to it are not watched. The
     * last element stands for all objects that have no hash code yet. Volatile so that the JIT reads it in every
     * iteration of a loop.
     */
    static volatile byte[] watched;
    /** Replaced by a constant when the class is defined. */
    static int granule;
    /** Whether to report every misaligned access, even if it crosses no granule boundary. */
    static boolean listening;
    /**
     * Whether any thread has made an access that matters. Until then, there is nothing to pass on, and allocations,
     * unmapping and what orders accesses are not reported. Volatile for the same reason as {@link #watched}.
     */
    static volatile boolean tracking;
    /** Whether reads may be thrown away after a fence. Volatile for the same reason. */
    static volatile boolean defers;
    /**
     * Accesses and other events that the agent could not record, for example because the stack or the heap is
     * exhausted. A race may lose a count, but not the first. Not a LongAdder, since its call could fail as well.
     */
    static long lost;
    /** What made the first of them fail; null if there is none. */
    static Throwable firstLost;
    /**
     * Indexed by the lowest bits of the number of a line of memory: whether a copy or fill that is not aligned has
     * written it. Null before the first of these. Volatile for the same reason as {@link #watched}.
     */
    static volatile byte[] filled;
    /** Number of elements. */
    private static final int FILLED = 1 << 16;
    private static final int LINE_BITS = 6;
    /** Largest copy or fill of which all lines are marked. */
    private static final long MOST_FILLED = 1 << 20;

    /** Offset of the first element in a byte array, which a buffer over an array has as its address. */
    private static final long FIRST_ELEMENT = address(ByteBuffer.wrap(new byte[0]));
    /** Index in {@link #watched} of the objects without a hash code. */
    private static final int NO_HASH = 1 << 16;
    /** Lowest bits of the header of an object that is not locked. Other headers may lack the hash code. */
    private static final long UNLOCKED = 1;
    /** Mask of the bits of a header that tell whether the object is locked. */
    private static final long LOCK = 7;
    /** Mask of the bits that are {@link #UNLOCKED} if an object has no hash code and is not locked; 0 if not known. */
    private static final long HASH_AND_LOCK = findHashAndLock(new Object());
    private static final long HASH = HASH_AND_LOCK & ~LOCK;
    private static final int IN_KEY = Integer.SIZE - Long.numberOfTrailingZeros(HASH);
    /** Whether the header of a locked object is at an address that it contains, on a stack or in a monitor. */
    private static final boolean DISPLACED = Runtime.version().feature() < 21;
    private static final AtomicReferenceFieldUpdater<Check, Record> HELD =
        AtomicReferenceFieldUpdater.newUpdater(Check.class, Record.class, "held");

    /** What each field of the object passes on, see {@link Ordering#hold}; null if nothing. */
    volatile Record held;

    /** Called by the constructors of the classes that extend this one. */
    Check() {
    }

    /** @param read what a read has seen, as bits; 0 for other accesses */
    static void check(long read, Object base, long offset, int bytes, int id) {
        if (isReported(base, offset, bytes) || isFilled(base, offset)) {
            misaligned(null, base, offset, bytes, id, read);
        }
    }

    /** Checks a plain access. In the heap, only accesses to watched objects are checked. */
    static void plain(long read, Object base, long offset, int bytes, int id) {
        boolean reported = isReported(base, offset, bytes) && (base == null || watched(base));
        if (reported || isFilled(base, offset)) {
            misaligned(null, base, offset, bytes, id, read);
        }
    }

    /** Checks an access through a VarHandle of a byte array, whose index counts bytes. */
    static void view(long read, VarHandle handle, Object array, int index, int bytes, int id) {
        if (isReported(array, FIRST_ELEMENT + index, bytes) && watched(array)) {
            misaligned(handle, array, FIRST_ELEMENT + index, bytes, id, read);
        }
    }

    /** Marks the lines of a copy or fill that does not move whole values, see {@link #filled}. */
    private static void mark(Object base, long offset, long count) {
        if (base != null || ((offset | count) & Long.BYTES - 1) == 0 || count <= 0) {
            return;
        }
        if (filled == null) {
            filled = new byte[FILLED];
        }
        byte[] lines = filled;
        long last = offset + Math.min(count, MOST_FILLED) - 1 >>> LINE_BITS;
        for (long line = offset >>> LINE_BITS; line <= last; line++) {
            lines[(int) line & FILLED - 1] = 1;
        }
    }

    /** Checks a bulk access to units of unknown width. */
    static void bulk(Object base, long offset, long count, int id) {
        covered(base, offset, count, 1, id);
    }

    /** Checks the source of a copy. If either is an array, both consist of such elements. */
    static void source(Object base, long offset, Object target, long count, int id) {
        covered(base, offset, count, Math.max(elementBytes(base), elementBytes(target)), id);
    }

    /** Checks the target of a copy in the same way, or a fill, which has no source. */
    static void target(Object source, Object base, long offset, long count, int id) {
        mark(base, offset, count);
        source(base, offset, source, count, id);
    }

    /** Checks the access of a vector in a segment or array. */
    static void vector(Class<?> element, int lanes, Object base, long offset, int id) {
        int bytes = bytes(element);
        covered(base, offset, (long) lanes * bytes, bytes, id);
    }

    /** Checks the access of a vector in a buffer. One that is in the heap and read-only hides its array. */
    static void vectorInBuffer(Class<?> element, int lanes, ByteBuffer memory, int index, int id) {
        int bytes = bytes(element);
        inBuffer(memory, index, (long) lanes * bytes, bytes, id);
    }

    private static void inBuffer(ByteBuffer memory, int index, long count, int unit, int id) {
        Object base = memory.hasArray() ? memory.array() : null;
        if (base != null || memory.isDirect()) {
            covered(base, address(memory) + index, count, unit, id);
        }
    }

    static void vectorInArray(Class<?> element, int lanes, byte[] array, int index, int id) {
        vector(element, lanes, array, FIRST_ELEMENT + index, id);
    }

    private static int elementBytes(Object array) {
        return array == null ? 1 : bytes(array.getClass().getComponentType());
    }

    /** Returns 1 if the type is unknown or no number. */
    private static int bytes(Class<?> element) {
        if (element == long.class || element == double.class) {
            return Long.BYTES;
        }
        if (element == int.class || element == float.class) {
            return Integer.BYTES;
        }
        return element == short.class || element == char.class ? Short.BYTES : 1;
    }

    /** Checks a copy from or to a part of an array. */
    static void part(Object array, int index, int count, int id) {
        if (array instanceof byte[]) {
            bulk(array, FIRST_ELEMENT + index, count, id);
        }
    }

    /** Checks a copy from or to a whole array. */
    static void whole(Object array, int id) {
        copyOf(array, Integer.MAX_VALUE, id);
    }

    /** Checks a copy of the elements before an index, which may be larger than the length of the array. */
    static void copyOf(Object array, int end, int id) {
        copyOfRange(array, 0, end, id);
    }

    static void copyOfRange(Object array, int from, int end, int id) {
        if (array instanceof byte[] bytes) {
            bulk(bytes, FIRST_ELEMENT + from, Math.min(end, bytes.length) - from, id);
        }
    }

    /** Makes a copy for the JDK and checks it. */
    static void copy(Object source, int from, Object target, int to, int count, int read, int write) {
        System.arraycopy(source, from, target, to, count);
        part(source, from, count, read);
        part(target, to, count, write);
    }

    /**
     * Called when a channel or checksum has read from a buffer or written to it.
     *
     * @param end position after the bytes that were accessed; the buffer still has the position before them
     */
    static void transferred(ByteBuffer memory, int end, int id) {
        inBuffer(memory, memory.position(), end - memory.position(), 1, id);
    }

    /** Returns the class file of a hidden class that the program defines, rewritten if necessary. */
    static byte[] hidden(byte[] bytes, Lookup lookup) {
        byte[] rewritten = defined(bytes, lookup.lookupClass());
        return rewritten == null ? bytes : rewritten;
    }

    /** Called when a direct method handle is made. One to Unsafe is counted, since calls through it are not watched. */
    static void handle(Class<?> type, Object member) {
        if (type.getName().equals("sun.misc.Unsafe") || type.getName().equals("jdk.internal.misc.Unsafe")) {
            linked(member);
        }
    }

    /** Called before a method is first called through reflection. */
    static void reflected(Method method) {
        handle(method.getDeclaringClass(), method);
    }

    /**
     * Called before an instruction that passes on what its thread knows: an ordered write, or a plain one near a fence.
     *
     * @param base   null for native memory; for a static field, a class that has it, or the handle
     * @param handle VarHandle, field updater or array; null for a word, or a field with a number
     * @param where  offset, index, or number of a field
     * @param how    see {@link Ordering}
     */
    static void releasing(Object base, Object handle, long where, int how) {
        if (!tracking || !orders(base, where, how)) {
            return;
        }
        if (base instanceof Check holder) {
            holder.update(false, handle, where, how);
            return;
        }
        long key = key(base, where);
        if (!wasReleased(base, handle, key, how)) {
            access(false, 0, base, handle, key, how);
        }
    }

    private void update(boolean acquires, Object handle, long where, int how) {
        Record before;
        Record after;
        do {
            before = held;
            after = hold(acquires, before, this, handle, where, how);
        } while (after != before && after != null && !HELD.compareAndSet(this, before, after));
    }

    /** Called after an instruction from which its thread learns what others passed on: an ordered read. */
    static void acquiring(Object base, Object handle, long where, int how) {
        if (base instanceof Check holder) {
            if (holder.held != null && !isKnown(holder.held)) {
                holder.update(true, handle, where, how);
            }
            return;
        }
        // Nothing was passed on through an object without a hash code.
        if (tracking && (base == null || hasHash(base))) {
            acquire(0, base, handle, where, how);
        }
    }

    /**
     * Called instead of the former if what was read may show whether other reads are valid.
     *
     * @param value what was read, as bits
     */
    static void reading(long value, Object base, Object handle, long where, int how) {
        if (base instanceof Check || !defers) {
            acquiring(base, handle, where, how);
        } else {
            acquire(value, base, handle, where, how | Ordering.VALUE);
        }
    }

    private static void acquire(long value, Object base, Object handle, long where, int how) {
        if (orders(base, where, how)) {
            long key = key(base, where);
            if (!wasAcquired(value, base, handle, key, how)) {
                access(true, value, base, handle, key, how);
            }
        }
    }

    /** A misaligned word passes nothing on, as it may tear. One in a buffer has been reported below its VarHandle. */
    private static boolean orders(Object base, long where, int how) {
        if ((how & Ordering.FIELD) != 0) {
            return base != null && !(base instanceof ByteBuffer);
        }
        return (where & (how >>> Ordering.BYTES) - 1) == 0;
    }

    /** Returns the key of a place, see {@link Keys}. */
    private static long key(Object base, long where) {
        return base == null ? where : hash(base, where) | (Keys.HEAP | where & Keys.OFFSET);
    }

    /**
     * Returns the hash code of an object, as a key has it. If that is elsewhere, since the object is locked, getting it
     * would be a call for the JIT: then returns a number that stands for the monitor, or 0 if {@link Ordering} knows.
     */
    private static long hash(Object base, long where) {
        long header = word(base, 0);
        long hash = header & HASH;
        if ((header & LOCK) == UNLOCKED && hash != 0) {
            return hash << IN_KEY;
        }
        if (!DISPLACED || (header & UNLOCKED) != 0 || header == 0) {
            return (long) System.identityHashCode(base) << Integer.SIZE;
        }
        if ((header & LOCK) != 0) {
            return (header / Long.BYTES & Integer.MAX_VALUE) << Integer.SIZE;
        }
        return where == Ordering.MONITOR ? (word(null, header) & HASH) << IN_KEY : 0;
    }

    /** Called before and after something that passes on nothing. */
    static void ignore(boolean begins) {
        if (tracking) {
            ignored(begins);
        }
    }

    static void fence(int kind) {
        if (tracking) {
            fenced(kind);
        }
    }

    /**
     * Called when Unsafe has allocated memory, after memory is mapped, and before it is unmapped. The address is 0 for
     * 0 bytes and, on JDK 17, for memory that was unmapped before.
     */
    static void replace(long address, long bytes, boolean unmaps) {
        if (tracking && address != 0) {
            replaced(address, bytes, unmaps);
        }
    }

    /** Computes no hash code for an object as long as objects without one are not watched. */
    private static boolean watched(Object base) {
        byte[] table = watched;
        boolean mayBeWatched = table[NO_HASH] != 0 || hasHash(base);
        return mayBeWatched && table[System.identityHashCode(base) >>> 15 & 0xFFFF] != 0 || listening;
    }

    /** Whether an object may have a hash code, whose first computation takes more time than a dozen checks. */
    private static boolean hasHash(Object base) {
        return (word(base, 0) & HASH_AND_LOCK) != UNLOCKED;
    }

    /** Finds the 31 bits of the hash code, whose position depends on the JDK, by giving an object a hash code. */
    private static long findHashAndLock(Object object) {
        long before = word(object, 0);
        long hash = System.identityHashCode(object);
        long changed = word(object, 0) ^ before;
        int shift = Long.numberOfTrailingZeros(changed) - Long.numberOfTrailingZeros(hash);
        long bits = 0x7FFF_FFFFL << shift | LOCK;
        return changed != 0 && changed == hash << shift && (before & bits) == UNLOCKED ? bits : 0;
    }

    /** Whether an access is misaligned and, unless {@link #listening}, may cross a granule boundary. */
    private static boolean isReported(Object base, long offset, int bytes) {
        int block = base == null ? granule : Math.min(granule, Lines.OBJECT_ALIGNMENT);
        return (offset & bytes - 1) != 0 && (((int) offset & block - 1) > block - bytes || listening);
    }

    /** Whether a copy or fill may have written the parts of an aligned value in native memory one by one. */
    private static boolean isFilled(Object base, long offset) {
        return base == null && filled != null && filled[(int) (offset >>> LINE_BITS) & FILLED - 1] != 0;
    }

    private static native void misaligned(VarHandle handle, Object base, long offset, int bytes, int id, long read);

    private static native void covered(Object base, long offset, long count, int unit, int id);
    private static native void linked(Object member);
    private static native byte[] defined(byte[] file, Class<?> lookupClass);
    private static native void ignored(boolean begins);
    private static native void fenced(int kind);
    private static native void replaced(long address, long bytes, boolean unmaps);
    private static native long address(ByteBuffer memory);
    private static native boolean wasReleased(Object base, Object handle, long key, int how);
    private static native boolean wasAcquired(long value, Object base, Object handle, long key, int how);
    private static native boolean isKnown(Record held);
    private static native Record hold(boolean acquires, Record held, Object base, Object handle, long where, int how);
    private static native void access(boolean acquires, long value, Object base, Object handle, long key, int how);
    private static native long word(Object base, long offset);
}
