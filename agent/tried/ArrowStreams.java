// SPDX-License-Identifier: Apache-2.0
//DEPS org.apache.arrow:arrow-vector:18.1.0
//DEPS org.apache.arrow:arrow-memory-unsafe:18.1.0
//DEPS org.slf4j:slf4j-nop:2.0.17
//RUNTIME_OPTIONS --add-opens=java.base/java.nio=ALL-UNNAMED
//LIBRARY org.apache.arrow.memory
package tried;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.channels.Channels;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;

/** Fills Arrow vectors and sends them as a stream, which two threads read. */
final class ArrowStreams {
    private static final int STREAMS = 200;
    private static final int ROWS = 1_000;

    public static void main(String[] args) throws Exception {
        AtomicReference<byte[]> latest = new AtomicReference<>();
        try (BufferAllocator allocator = new RootAllocator()) {
            Work.run(3, 10, 3L * STREAMS * ROWS, (thread, round) -> {
                for (int i = 0; i < STREAMS; i++) {
                    if (thread == 0) {
                        latest.set(write(allocator));
                    } else if (latest.get() != null) {
                        check(allocator, latest.get());
                    }
                }
                return round;
            });
        }
    }

    private static byte[] write(BufferAllocator allocator) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (BigIntVector numbers = new BigIntVector("number", allocator);
             VarCharVector texts = new VarCharVector("text", allocator);
             VectorSchemaRoot root = VectorSchemaRoot.of(numbers, texts);
             ArrowStreamWriter writer = new ArrowStreamWriter(root, null, Channels.newChannel(out))) {
            for (int row = 0; row < ROWS; row++) {
                numbers.setSafe(row, row);
                texts.setSafe(row, Work.value(row));
            }
            root.setRowCount(ROWS);
            writer.writeBatch();
        }
        return out.toByteArray();
    }

    private static void check(BufferAllocator allocator, byte[] stream) throws Exception {
        try (ArrowStreamReader reader = new ArrowStreamReader(new ByteArrayInputStream(stream), allocator)) {
            reader.loadNextBatch();
            BigIntVector numbers = (BigIntVector) reader.getVectorSchemaRoot().getVector("number");
            VarCharVector texts = (VarCharVector) reader.getVectorSchemaRoot().getVector("text");
            for (int row = 0; row < ROWS; row++) {
                if (numbers.get(row) != row || texts.get(row).length != row % 200 + 1) {
                    throw new AssertionError("row " + row);
                }
            }
        }
    }
}
