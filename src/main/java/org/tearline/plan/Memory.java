package org.tearline.plan;

import java.util.Locale;

/** Through which Java API the bytes are reached. Immutable. */
public enum Memory {
    /** A raw off-heap address, accessed with Agrona's UnsafeApi. */
    UNSAFE,
    /** Agrona's UnsafeBuffer over a direct ByteBuffer. */
    DIRECT,
    /** The JDK's own direct ByteBuffer: get/putLong for plain, a byteBufferViewVarHandle for every other mode. */
    BYTEBUFFER,
    /** A byte array on the Java heap, accessed with Agrona's UnsafeApi. */
    HEAP,
    /** A mapped file, accessed with Agrona's UnsafeApi at its address. */
    MAPPED;

    /** Whether another process can have the same bytes. */
    public boolean canBeShared() {
        return this == MAPPED;
    }

    /** The name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
