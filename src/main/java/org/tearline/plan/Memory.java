package org.tearline.plan;

import java.util.Locale;

/** Through which Java API the bytes are reached. Immutable. */
public enum Memory {
    /** A raw off-heap address, accessed with Agrona's UnsafeApi. */
    UNSAFE,
    /** Agrona's UnsafeBuffer over a direct ByteBuffer. */
    DIRECT,
    /** The JDK's own direct ByteBuffer: get/putLong for plain, a byteBufferViewVarHandle for every other mode. */
    BYTEBUFFER;

    /** The name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
