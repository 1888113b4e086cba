// SPDX-License-Identifier: Apache-2.0
package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.tearline.junit.NoLineCrossing;

/** Fails if the counter lies across a cache line. */
@NoLineCrossing
class SharedCounterTest {
    /** Aligned by default; at 60 the eight bytes cross the line boundary at 64. */
    private static final int OFFSET = Integer.getInteger("counter.offset", 64);

    @Test
    void shouldCount() {
        SharedCounter counter = new SharedCounter(new UnsafeBuffer(BufferUtil.allocateDirectAligned(128, 64)), OFFSET);
        for (long value = 1; value < 100; value++) {
            counter.set(value);
            assertEquals(value, counter.get());
        }
    }
}
