// SPDX-License-Identifier: Apache-2.0
//DEPS org.jctools:jctools-core:4.0.7
package tried;

import java.util.List;
import java.util.Queue;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jctools.queues.SpmcArrayQueue;
import org.jctools.queues.SpscArrayQueue;

/** Passes numbers through five queues of JCTools, with as many producers and consumers as each of them allows. */
final class JcToolsQueues {
    private static final int NUMBERS = 200_000;
    private static final int CAPACITY = 1 << 10;

    /** The first two threads produce and the others consume, if the queue allows as many. */
    private record Kind(Queue<Integer> queue, int producers, int consumers) { }

    public static void main(String[] args) throws Exception {
        List<Kind> kinds = List.of(new Kind(new SpscArrayQueue<>(CAPACITY), 1, 1),
            new Kind(new SpmcArrayQueue<>(CAPACITY), 1, 2),
            new Kind(new MpscArrayQueue<>(CAPACITY), 2, 1),
            new Kind(new MpmcArrayQueue<>(CAPACITY), 2, 2),
            new Kind(new MpscUnboundedArrayQueue<>(CAPACITY), 2, 1));
        long[] sums = new long[2];
        Work.run(4, 10, (long) NUMBERS * kinds.size(), (thread, round) -> {
            for (Kind kind : kinds) {
                if (thread < kind.producers) {
                    produce(kind.queue, NUMBERS / kind.producers);
                } else if (thread >= 2 && thread - 2 < kind.consumers) {
                    sums[thread - 2] += consume(kind.queue, NUMBERS / kind.consumers);
                }
            }
            return round;
        });
        long each = (long) NUMBERS / 2 * (NUMBERS / 2 - 1) / 2;
        long all = (long) NUMBERS * (NUMBERS - 1) / 2;
        if (sums[0] + sums[1] != 10 * (2 * all + 3 * 2 * each)) {
            throw new AssertionError("the sums are " + sums[0] + " and " + sums[1]);
        }
    }

    private static void produce(Queue<Integer> queue, int count) {
        for (int i = 0; i < count; i++) {
            while (!queue.offer(i)) {
                Thread.yield();
            }
        }
    }

    private static long consume(Queue<Integer> queue, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            Integer next = queue.poll();
            while (next == null) {
                Thread.yield();
                next = queue.poll();
            }
            sum += next;
        }
        return sum;
    }
}
