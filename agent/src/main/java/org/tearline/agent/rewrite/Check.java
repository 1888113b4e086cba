// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;

/**
 * Template of the class that rewritten code calls after each watched access. {@link Hook} defines it in java.nio, where
 * it can read the fields of buffers, and replaces its native methods. A method with the name of a field calls the agent
 * through the method handle in that field. The last parameter of every check is the number of the instruction.
 * Thread-safe.
 */
final class Check {
    static MethodHandle misaligned;
    static MethodHandle view;
    static MethodHandle written;
    static MethodHandle created;
    static MethodHandle locked;
    static MethodHandle unlocked;
    static MethodHandle readLocked;
    static MethodHandle readUnlocked;
    static MethodHandle allocated;
    static MethodHandle unmapped;
    static MethodHandle linked;
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
    /** Whether any value is tracked, which a bulk write may cover. Volatile, too, as a copy may be in a loop. */
    static volatile boolean tracking;

    /** Alignment of objects in the heap. */
    private static final int OBJECT_ALIGNMENT = 8;
    private static final long FIRST_ELEMENT = address(ByteBuffer.wrap(new byte[0]));
    private static final int NO_HASH = 1 << 16;
    /** Lowest bits of the header of an object that is not locked, so that the header contains its hash code. */
    private static final long UNLOCKED = 1;
    private static final long LOCK = 7;
    /** Bits of a header that are {@link #UNLOCKED} as long as the object has no hash code; 0 if they are unknown. */
    private static final long HASH = hash(new Object());

    private Check() {
    }

    static void check(long address, int bytes, int id) throws Throwable {
        check(null, address, bytes, id);
    }

    static void check(Object base, long offset, int bytes, int id) throws Throwable {
        if (cut(base, offset, bytes)) {
            misaligned(base, offset, bytes, id);
        }
    }

    /** Checks a plain access. */
    static void plain(long address, int bytes, int id) throws Throwable {
        check(null, address, bytes, id);
    }

    static void plain(Object base, long offset, int bytes, int id) throws Throwable {
        if (cut(base, offset, bytes) && (base == null || watched(base))) {
            misaligned(base, offset, bytes, id);
        }
    }

    /** Checks an access through a VarHandle of a byte array. */
    static void plain(VarHandle handle, Object array, int index, int bytes, int id) throws Throwable {
        if (cut(array, FIRST_ELEMENT + index, bytes) && watched(array)) {
            view(handle, array, FIRST_ELEMENT + index, bytes, id);
        }
    }

    static void bulk(long address, long count, int id) throws Throwable {
        bulk(null, address, count, id);
    }

    static void bulk(Object base, long offset, long count, int id) throws Throwable {
        if (tracking) {
            written(base, offset, count, id);
        }
    }

    static void copied(Object array, int index, int count, int id) throws Throwable {
        if (tracking && array instanceof byte[]) {
            written(array, FIRST_ELEMENT + index, count, id);
        }
    }

    /** @param array a copy that has just been made */
    static void copied(Object array, int id) throws Throwable {
        if (tracking && array instanceof byte[] bytes) {
            written(bytes, FIRST_ELEMENT, bytes.length, id);
        }
    }

    /** @param count bytes that a channel has just read into the buffer, which end at its position */
    static void read(int count, ByteBuffer memory, int id) throws Throwable {
        if (tracking) {
            written(array(memory), address(memory) + memory.position() - count, count, id);
        }
    }

    /** Called when a direct method handle is made. Calls of one to a method of Unsafe are not watched, only counted. */
    static void handle(Class<?> type, Object member) throws Throwable {
        if (type.getName().equals("sun.misc.Unsafe") || type.getName().equals("jdk.internal.misc.Unsafe")) {
            linked(String.valueOf(member));
        }
    }

    /** Called before a method is first called through reflection. */
    static void reflected(Method method) throws Throwable {
        handle(method.getDeclaringClass(), method);
    }

    /** Called when a thread has locked it, and with null when it unlocks it. */
    static void owned(AbstractOwnableSynchronizer lock, Thread owner) throws Throwable {
        if (!tracking) {
            return;
        }
        if (owner == null) {
            unlocked(lock);
        } else {
            locked(lock);
        }
    }

    /** Called when a thread has locked it for reading, or has tried to. */
    static void shared(boolean success, AbstractOwnableSynchronizer lock) throws Throwable {
        if (tracking && success) {
            readLocked(lock);
        }
    }

    /** Called when a thread is about to unlock what it has locked for reading. */
    static void unshared(AbstractOwnableSynchronizer lock) throws Throwable {
        if (tracking) {
            readUnlocked(lock);
        }
    }

    static void memory(long address, long bytes) throws Throwable {
        if (tracking && address != 0) {
            allocated(address, bytes);
        }
    }

    /** Called before memory is unmapped; the address is 0 if it already is. */
    static void unmap(long address, long bytes) throws Throwable {
        if (tracking && address != 0) {
            unmapped(address, bytes);
        }
    }

    private static boolean watched(Object base) {
        byte[] table = watched;
        return (table[NO_HASH] != 0 || hasHash(base)) && table[System.identityHashCode(base) >>> 15 & 0xFFFF] != 0
            || listening;
    }

    /** Whether an object may have a hash code. Computing the first one takes more time than a dozen checks. */
    private static boolean hasHash(Object base) {
        return (header(base) & HASH) != UNLOCKED;
    }

    /** Finds the bits by giving an object a hash code. JDKs differ in their position. */
    private static long hash(Object object) {
        long before = header(object);
        long hash = System.identityHashCode(object);
        long changed = header(object) ^ before;
        int shift = Long.numberOfTrailingZeros(changed) - Long.numberOfTrailingZeros(hash);
        long bits = 0x7FFF_FFFFL << shift | LOCK;
        return changed != 0 && changed == hash << shift && (before & bits) == UNLOCKED ? bits : 0;
    }

    private static boolean cut(Object base, long offset, int bytes) {
        int block = base == null ? granule : Math.min(granule, OBJECT_ALIGNMENT);
        return (offset & bytes - 1) != 0 && (((int) offset & block - 1) > block - bytes || listening);
    }

    private static void misaligned(Object base, long offset, int bytes, int id) throws Throwable {
        misaligned.invokeExact(base, offset, bytes, id);
    }

    private static void view(VarHandle handle, Object base, long offset, int bytes, int id) throws Throwable {
        view.invokeExact(handle, base, offset, bytes, id);
    }

    private static void written(Object base, long offset, long count, int id) throws Throwable {
        written.invokeExact(base, offset, count, id);
    }

    private static void linked(String member) throws Throwable {
        linked.invokeExact(member);
    }

    static void created(AbstractOwnableSynchronizer lock) throws Throwable {
        created.invokeExact(lock);
    }

    private static void locked(AbstractOwnableSynchronizer lock) throws Throwable {
        locked.invokeExact(lock);
    }

    private static void unlocked(AbstractOwnableSynchronizer lock) throws Throwable {
        unlocked.invokeExact(lock);
    }

    private static void readLocked(AbstractOwnableSynchronizer lock) throws Throwable {
        readLocked.invokeExact(lock);
    }

    private static void readUnlocked(AbstractOwnableSynchronizer lock) throws Throwable {
        readUnlocked.invokeExact(lock);
    }

    private static void allocated(long address, long bytes) throws Throwable {
        allocated.invokeExact(address, bytes);
    }

    private static void unmapped(long address, long bytes) throws Throwable {
        unmapped.invokeExact(address, bytes);
    }

    private static native byte[] array(ByteBuffer memory);

    private static native long address(ByteBuffer memory);

    private static native long header(Object object);
}
