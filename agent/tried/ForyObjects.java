// SPDX-License-Identifier: Apache-2.0
//DEPS org.apache.fory:fory-core:1.6.0
//LIBRARY org.apache.fory.memory
package tried;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.memory.MemoryUtils;

/** Serializes objects with Fory into direct buffers, which another thread reads. */
public final class ForyObjects {
    private static final int OBJECTS = 300_000;
    private static final int BUFFERS = 16;

    public static final class Order {
        public String customer;
        public long price;
    }

    public static void main(String[] args) throws Exception {
        BlockingQueue<MemoryBuffer> free = new ArrayBlockingQueue<>(BUFFERS);
        BlockingQueue<MemoryBuffer> filled = new ArrayBlockingQueue<>(BUFFERS);
        for (int i = 0; i < BUFFERS; i++) {
            free.add(MemoryUtils.wrap(ByteBuffer.allocateDirect(1 << 10)));
        }
        Fory[] each = {fory(), fory()};
        Work.run(2, 10, OBJECTS, (thread, round) -> {
            Order order = new Order();
            long sum = 0;
            for (int i = 0; i < OBJECTS; i++) {
                if (thread == 0) {
                    MemoryBuffer buffer = free.take();
                    order.customer = "customer ".repeat(i % 3) + i;
                    order.price = (long) i << 32;
                    buffer.writerIndex(0);
                    each[thread].serialize(buffer, order);
                    filled.put(buffer);
                } else {
                    MemoryBuffer buffer = filled.take();
                    buffer.readerIndex(0);
                    Order read = (Order) each[thread].deserialize(buffer);
                    sum = 31 * sum + read.price + read.customer.length();
                    free.put(buffer);
                }
            }
            return sum;
        });
    }

    private static Fory fory() {
        Fory fory = Fory.builder().requireClassRegistration(true).build();
        fory.register(Order.class);
        return fory;
    }
}
