// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

/** Numbers that identify places in memory. Pure. */
public final class Keys {
    /** 2^64 divided by the golden ratio: every bit of a key affects the upper bits of the product. */
    public static final long SPREAD = 0x9E3779B97F4A7C15L;
    /** Marks the key of a place in the heap. Addresses in user space have this bit clear. */
    public static final long HEAP = 1L << 63;
    /** Mask of the part of a key in the heap that is the offset. */
    public static final long OFFSET = 0xFFFF_FFFFL;

    private Keys() {
    }

    /** Returns the key of a place: its address, or the hash code of its object and its offset. */
    public static long of(Object base, long offset) {
        return base == null ? offset : HEAP | (long) System.identityHashCode(base) << Integer.SIZE | offset & OFFSET;
    }

    /** Returns the offset or address of a place. */
    static long offset(long key) {
        return isInHeap(key) ? key & OFFSET : key;
    }

    /** Returns the slot of a key in a table whose size is a power of two. */
    public static int slot(long key, int size) {
        return (int) (key * SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(size));
    }

    public static boolean isInHeap(long key) {
        return key < 0;
    }
}
