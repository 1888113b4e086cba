// SPDX-License-Identifier: Apache-2.0
package com.example;

import org.agrona.concurrent.AtomicBuffer;

/** A counter in a buffer that threads or processes share. Thread-safe if the index is a multiple of 8. */
public final class SharedCounter {
    private final AtomicBuffer buffer;
    private final int index;

    public SharedCounter(AtomicBuffer buffer, int index) {
        this.buffer = buffer;
        this.index = index;
    }

    public void set(long value) {
        buffer.putLongRelease(index, value);
    }

    public long get() {
        return buffer.getLongVolatile(index);
    }
}
