// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.util.concurrent.ArrayBlockingQueue;
import org.jctools.queues.SpscArrayQueue;
import org.openjdk.jmh.annotations.Param;

/** Measures the stages in {@link HeapQueues} and the queues of libraries, all with aligned counters. */
public class QueueCost extends QueuePair {
    @Param({"lamport", "ordered", "cached", "padded", "inlined", "sparse", "jctools", "agrona", "array-blocking"})
    public String queue;
    /** Where the two threads run: free, on two cores, or on the two hardware threads of one core; see Cores. */
    @Param({"free", "two", "one"})
    public String cores;

    @Override
    Spsc make() {
        return of(queue);
    }

    static Spsc of(String name) {
        return switch (name) {
            case "lamport" -> new HeapQueues.Lamport();
            case "ordered" -> new HeapQueues.Ordered();
            case "cached" -> new HeapQueues.Cached();
            case "padded" -> new HeapQueues.Padded();
            case "inlined" -> new HeapQueues.Inlined(0);
            case "sparse" -> new HeapQueues.Inlined(HeapQueues.ON_OWN_LINE);
            case "jctools" -> new LibraryQueues.OfReferences(new SpscArrayQueue<>(Spsc.CAPACITY));
            case "agrona" -> new LibraryQueues.AgronaRing();
            case "array-blocking" -> new LibraryQueues.OfReferences(new ArrayBlockingQueue<>(Spsc.CAPACITY));
            default -> throw new IllegalArgumentException("no queue '" + name + "'");
        };
    }
}
