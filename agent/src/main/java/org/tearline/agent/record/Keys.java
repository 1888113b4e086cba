// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import org.tearline.agent.access.Lines;

/** Numbers that identify values, and their places in a line or an object. Pure. */
record Keys(Lines lines) {
    /** Marks the key of a value in the heap. Addresses in user space have this bit clear. */
    private static final long HEAP = 1L << 63;
    /** Added to a place in the heap. Places in a line are smaller. */
    private static final int HEAP_PLACE = 1 << 11;

    /** Returns the key of a value: its address, or the hash code of its object and its offset. */
    static long of(Object base, long offset) {
        return base == null ? offset
            : HEAP | (long) System.identityHashCode(base) << Integer.SIZE | offset & 0xFFFF_FFFFL;
    }

    static boolean isInHeap(long key) {
        return key < 0;
    }

    /** Returns the key of the entry that all untracked values at a place share. The key is smaller than any address. */
    int ofPlace(Object base, long offset, int bytes) {
        return ofPlace(base != null, Site.slot(base != null, offset, bytes, lines));
    }

    static int ofPlace(boolean heap, int place) {
        return heap ? HEAP_PLACE + place : place;
    }

    static int place(int key) {
        return key & HEAP_PLACE - 1;
    }
}
