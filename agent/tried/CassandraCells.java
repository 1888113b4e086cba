// SPDX-License-Identifier: Apache-2.0
//DEPS org.apache.cassandra:cassandra-all:5.0.2
//DEPS org.slf4j:slf4j-nop:1.7.36
//LIBRARY org.apache.cassandra.utils.memory.MemoryUtil
package tried;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.rows.BufferCell;
import org.apache.cassandra.db.rows.NativeCell;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.utils.concurrent.ImmediateFuture;
import org.apache.cassandra.utils.concurrent.OpOrder;
import org.apache.cassandra.utils.memory.NativeAllocator;
import org.apache.cassandra.utils.memory.NativePool;

/** Writes cells of a Cassandra memtable to off-heap memory while two threads read the latest ones. */
final class CassandraCells {
    private static final int CELLS = 100_000;
    private static final int LATEST = 1_000;
    private static final int ROUNDS = 10;

    public static void main(String[] args) throws Exception {
        DatabaseDescriptor.clientInitialization();
        ColumnMetadata column = ColumnMetadata.regularColumn("tried", "cells", "value", BytesType.instance);
        NativeAllocator allocator = (NativeAllocator) new NativePool(1L << 30, 1L << 30, 0.9f,
            () -> ImmediateFuture.success(true)).newAllocator("cells");
        OpOrder order = new OpOrder();
        AtomicReferenceArray<NativeCell> latest = new AtomicReferenceArray<>(LATEST);
        Work.run(3, ROUNDS, 3L * CELLS, (thread, round) -> {
            for (int i = 0; i < CELLS; i++) {
                if (thread > 0) {
                    check(latest.get(i % LATEST));
                    continue;
                }
                byte[] value = Work.value(i);
                try (OpOrder.Group group = order.start()) {
                    latest.set(i % LATEST, new NativeCell(allocator, group,
                        BufferCell.live(column, value.length, ByteBuffer.wrap(value))));
                }
            }
            return round;
        });
        System.exit(0);
    }

    private static void check(NativeCell cell) {
        if (cell != null && cell.timestamp() != cell.valueSize()) {
            throw new AssertionError(cell.timestamp() + " and " + cell.valueSize());
        }
    }
}
