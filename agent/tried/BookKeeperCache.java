// SPDX-License-Identifier: Apache-2.0
//DEPS org.apache.bookkeeper:bookkeeper-server:4.17.1
//DEPS org.slf4j:slf4j-nop:2.0.17
package tried;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.apache.bookkeeper.bookie.storage.ldb.WriteCache;

/** Puts entries into BookKeeper's off-heap write cache while two threads read them. */
final class BookKeeperCache {
    private static final int ENTRIES = 100_000;

    public static void main(String[] args) throws Exception {
        try (WriteCache cache = new WriteCache(UnpooledByteBufAllocator.DEFAULT, 64 << 20)) {
            for (int round = 0; round < 10; round++) {
                cache.clear();
                Work.run(3, 1, 3L * ENTRIES, (thread, ignored) -> {
                    for (int i = 0; i < ENTRIES; i++) {
                        if (thread == 0) {
                            cache.put(1, i, Unpooled.wrappedBuffer(Work.value(i)));
                        } else {
                            check(cache.get(1, i), i);
                        }
                    }
                    return thread;
                });
            }
        }
    }

    private static void check(ByteBuf entry, int number) {
        if (entry == null) {
            return;
        }
        byte[] read = new byte[entry.readableBytes()];
        entry.readBytes(read).release();
        if (Work.sum(read) != Work.sum(Work.value(number))) {
            throw new AssertionError("entry " + number);
        }
    }
}
