// SPDX-License-Identifier: Apache-2.0
//DEPS org.apache.flink:flink-core:1.20.0
//DEPS org.slf4j:slf4j-nop:1.7.36
//LIBRARY org.apache.flink.core.memory
package tried;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;

/** Passes packed records between threads in Flink's off-heap memory segments, which are used again. */
final class FlinkSegments {
    private static final int BYTES = 4096;
    private static final int RECORD = 13;
    private static final int SEGMENTS = 64;
    private static final int TIMES = 5_000;

    public static void main(String[] args) throws Exception {
        BlockingQueue<MemorySegment> free = new ArrayBlockingQueue<>(SEGMENTS);
        BlockingQueue<MemorySegment> full = new ArrayBlockingQueue<>(SEGMENTS);
        for (int i = 0; i < SEGMENTS; i++) {
            free.add(MemorySegmentFactory.allocateOffHeapUnsafeMemory(BYTES));
        }
        Work.run(2, 10, TIMES, (thread, round) -> {
            for (int i = 0; i < TIMES; i++) {
                MemorySegment segment = (thread == 0 ? free : full).take();
                for (int at = 0; at + RECORD <= BYTES; at += RECORD) {
                    if (thread == 0) {
                        segment.put(at, (byte) 1);
                        segment.putLong(at + 1, i);
                        segment.putInt(at + 9, at);
                    } else if (segment.getLong(at + 1) != i || segment.getInt(at + 9) != at) {
                        throw new AssertionError("record at " + at);
                    }
                }
                (thread == 0 ? full : free).put(segment);
            }
            return round;
        });
    }
}
