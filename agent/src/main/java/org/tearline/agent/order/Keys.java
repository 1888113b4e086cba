// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

/** Numbers that identify places in memory. Pure. */
public final class Keys {
    /** 2^64 divided by the golden ratio: every bit of a key affects the upper bits of the product. */
    public static final long SPREAD = 0x9E3779B97F4A7C15L;
    /** Marks the key of a place in the heap. Addresses in user space have this bit clear. */
    private static final long HEAP = 1L << 63;

    private Keys() {
    }

    /** Returns the key of a place: its address, or the hash code of its object and its offset. */
    public static long of(Object base, long offset) {
        return base == null ? offset : inHeap(System.identityHashCode(base), offset);
    }

    static long inHeap(int hash, long offset) {
        return HEAP | (long) hash << Integer.SIZE | offset & 0xFFFF_FFFFL;
    }

    /** Returns the slot of a key in a table whose size is a power of two. */
    public static int slot(long key, int size) {
        return (int) (key * SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(size));
    }

    public static boolean isInHeap(long key) {
        return key < 0;
    }
}
