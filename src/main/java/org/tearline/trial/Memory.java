// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.List;

/** The kinds of memory, each with the Java API that accesses it. */
public enum Memory {
    /** A raw off-heap address, accessed with Agrona's UnsafeApi. */
    UNSAFE,
    /** Agrona's UnsafeBuffer over a direct ByteBuffer. */
    DIRECT,
    /**
     * The JDK's own direct ByteBuffer: getLong and putLong for plain accesses, byteBufferViewVarHandle for all others.
     */
    BYTEBUFFER,
    /** A byte array on the Java heap, accessed with Agrona's UnsafeApi. */
    HEAP,
    /** A ByteBuffer on the Java heap, accessed like {@link #BYTEBUFFER}. */
    HEAPBUFFER,
    /** A byte array on the Java heap, accessed through a byteArrayViewVarHandle. Occurs only in published results. */
    HEAPVIEW,
    /** A mapped file, accessed with Agrona's UnsafeApi at its address. */
    MAPPED,
    /** The JDK's MemorySegment in a shared arena: unaligned layouts for plain accesses, aligned ones for all others. */
    SEGMENT;

    /** The kinds of memory available to trials. */
    public static final List<Memory> TRIED = List.of(UNSAFE, DIRECT, BYTEBUFFER, HEAP, HEAPBUFFER, MAPPED,
        SEGMENT);

    /** Whether another process can map the same bytes. */
    public boolean canBeShared() {
        return this == MAPPED;
    }

    /** Whether the memory is an array, which a garbage collection may move. */
    public boolean onHeap() {
        return this == HEAP || this == HEAPBUFFER;
    }

    public int firstJava() {
        if (this == SEGMENT) {
            // The first JDK in which MemorySegment is not a preview (JEP 454).
            return 22;
        }
        return 17;
    }

    /**
     * Why trials cannot use this memory in a JVM of this feature version, in words that follow its name; null if they
     * can.
     */
    public String problem(int java) {
        if (this == HEAPVIEW) {
            return "is no longer tested";
        }
        if (java >= firstJava()) {
            return null;
        }
        return "needs JDK " + firstJava() + " or newer, but this is " + java;
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
