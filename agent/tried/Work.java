// SPDX-License-Identifier: Apache-2.0
package tried;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Runs a program in rounds of several threads. Prints the time from the start of the command to the first round, the
 * throughput of the fastest round, and a digest of what the threads returned.
 */
final class Work {
    private static final int KEYS = 5_000;
    private static final int LONGEST = 200;
    /** One operation in four is a write, so that readers often read a value while it is being stored. */
    private static final int WRITES = 4;

    /** The work of one thread in one round. Returns what must not differ between runs, such as a digest of its reads. */
    interface Part {
        long run(int thread, int round) throws Exception;
    }

    static void run(int threads, int rounds, long operations, Part part) throws Exception {
        long began = System.currentTimeMillis() - Long.getLong("started", System.currentTimeMillis());
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        long fastest = Long.MAX_VALUE;
        long digest = 0;
        try {
            for (int round = 0; round < rounds; round++) {
                long start = System.nanoTime();
                List<Future<Long>> parts = new ArrayList<>();
                for (int thread = 0; thread < threads; thread++) {
                    int own = thread;
                    int current = round;
                    parts.add(pool.submit(() -> part.run(own, current)));
                }
                for (Future<Long> done : parts) {
                    digest = 31 * digest + done.get();
                }
                fastest = Math.min(fastest, System.nanoTime() - start);
            }
        } finally {
            pool.shutdownNow();
        }
        long throughput = operations * 1_000_000_000L / fastest;
        // In one piece, because a library's log may go to the same stream.
        System.out.print(String.format("%nbegan %d operations %d digest %016x%n", began, throughput, digest));
    }

    /** Reads and overwrites byte strings of various lengths in a map from three threads. */
    static void onMap(int rounds, int operations, BiConsumer<String, byte[]> put, Function<String, byte[]> get)
        throws Exception {
        for (int key = 0; key < KEYS; key++) {
            put.accept(key(key), value(key));
        }
        run(3, rounds, 3L * operations, (thread, round) -> {
            SplittableRandom random = new SplittableRandom(round * 3L + thread);
            long sum = 0;
            for (int i = 0; i < operations; i++) {
                int key = random.nextInt(KEYS);
                if (random.nextInt(WRITES) == 0) {
                    put.accept(key(key), value(key));
                } else {
                    sum += sum(get.apply(key(key)));
                }
            }
            return sum;
        });
    }

    private static String key(int key) {
        return "key-".repeat(key % 3 + 1) + key;
    }

    /** Returns the fixed value of a key: 1 to 200 bytes. */
    static byte[] value(int key) {
        byte[] value = new byte[key % LONGEST + 1];
        Arrays.fill(value, (byte) key);
        return value;
    }

    static long sum(byte[] value) {
        long sum = value.length;
        for (byte one : value) {
            sum = 31 * sum + one;
        }
        return sum;
    }
}
