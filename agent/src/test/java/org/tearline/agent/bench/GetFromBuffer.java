// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Plain reads from a direct buffer. */
final class GetFromBuffer implements Workload {
    private static final int BYTES = 512;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(4 * BYTES).alignedSlice(64)
        .order(ByteOrder.nativeOrder());
    private final int first;
    private final int step;
    private long sink;

    GetFromBuffer(int first, int step) {
        this.first = first;
        this.step = step;
    }

    @Override
    public void run(int times) {
        long sum = sink;
        int offset = 0;
        for (int i = 0; i < times; i++) {
            sum += memory.getLong(first + offset);
            offset = offset + step & BYTES - 1;
        }
        sink = sum;
    }
}
