// SPDX-License-Identifier: Apache-2.0
//DEPS de.ruedigermoeller:fst:2.57
//RUNTIME_OPTIONS --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED
//LIBRARY org.nustaq
package tried;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.nustaq.offheap.bytez.malloc.MallocBytez;
import org.nustaq.offheap.bytez.malloc.MallocBytezAllocator;
import org.nustaq.offheap.structs.FSTStruct;
import org.nustaq.offheap.structs.FSTStructAllocator;

/** Sets a volatile field of FST structs to 0 and -1 in turn, while another thread counts torn values. */
public final class FstStructs {
    private static final int STRUCTS = 40;
    private static final int CHANGES = 2_000_000;
    private static volatile int changed;

    /** A struct of 21 bytes: a header of 8, then the fields without padding. The next struct follows directly. */
    public static class Ticker extends FSTStruct {
        protected volatile long price;
        protected byte kind;
        protected volatile int owner;

        public long getPrice() {
            return price;
        }

        public void setPrice(long price) {
            this.price = price;
        }

        /** FST replaces this body. */
        public boolean ownerCAS(int expected, int now) {
            return expected == now;
        }
    }

    public static void main(String[] args) throws Exception {
        FSTStructAllocator allocator = new FSTStructAllocator(1 << 20, new MallocBytezAllocator());
        List<Ticker> all = Stream.generate(() -> allocator.newStruct(new Ticker())).limit(20 * STRUCTS).toList();
        see("across a line", all, offset -> offset > 56);
        see("across 32 bytes inside a line", all, offset -> offset > 24 && offset < 32);
        see("at multiples of 8", all, offset -> offset % 8 == 0);
    }

    private static void see(String where, List<Ticker> all, LongPredicate wanted) throws Exception {
        List<Ticker> structs = all.stream().filter(one -> wanted.test((((MallocBytez) one.getBase()).getBaseAdress()
            + one.getOffset() + 8) % 64)).limit(STRUCTS).toList();
        long[] torn = new long[STRUCTS];
        CyclicBarrier both = new CyclicBarrier(2);
        changed = 0;
        Work.run(2, 1, (long) STRUCTS * CHANGES, (thread, round) -> {
            all.forEach(one -> one.ownerCAS(thread, thread + 1));
            for (int i = 0; i < STRUCTS; i++) {
                both.await();
                if (thread == 0) {
                    change(structs.get(i));
                } else {
                    torn[i] = read(structs.get(i), i);
                }
            }
            return structs.size();
        });
        System.out.printf("saw the volatile field %s torn in %d of %d structs, %d times in %,d changes%n", where,
            Arrays.stream(torn).filter(count -> count > 0).count(), STRUCTS, Arrays.stream(torn).sum(),
            (long) STRUCTS * CHANGES);
    }

    private static void change(Ticker struct) {
        for (int i = 0; i < CHANGES; i++) {
            struct.setPrice(-(i & 1L));
        }
        changed++;
    }

    private static long read(Ticker struct, int before) {
        long torn = 0;
        while (changed == before) {
            long price = struct.getPrice();
            torn += price == 0 || price == -1 ? 0 : 1;
        }
        return torn;
    }
}
