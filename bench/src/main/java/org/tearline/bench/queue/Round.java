// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One run of a queue: a producer that puts in numbered elements for a while, a consumer that checks each. Either side
 * is called by a thread of its own; the numbers are for a third one when both have ended. It ends whatever the counters
 * say: with the time, with the damage, or when it is told to.
 */
final class Round {
    /** Elements between two looks at the clock. */
    private static final int LOOK = 1 << 12;

    private final Spsc queue;
    private final long nanos;
    private final long mostMessages;
    private final Flags flags = new Flags();
    private final CountDownLatch ended = new CountDownLatch(2);
    private final Delivery delivery = new Delivery();
    private long elapsedNanos;
    private boolean complete;

    /** Holds what the threads tell each other: written at most twice in a run, so its line stays with both. */
    private static final class Flags {
        long b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
        volatile boolean stopped;
        volatile long sent = -1;
        long a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
    }

    Round(Spsc queue, int millis, long mostMessages) {
        this.queue = queue;
        this.nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        this.mostMessages = mostMessages;
    }

    /** The producer's part. */
    void produce() {
        long end = System.nanoTime() + nanos;
        long sequence = 0;
        while (sequence < mostMessages && !flags.stopped) {
            if (queue.offer(sequence)) {
                sequence++;
                if ((sequence & LOOK - 1) == 0 && System.nanoTime() - end >= 0) {
                    break;
                }
            } else {
                Thread.onSpinWait();
            }
        }
        flags.sent = sequence;
        ended.countDown();
    }

    /** The consumer's part. */
    void consume() {
        Received received = new Received();
        long start = System.nanoTime();
        while (!flags.stopped) {
            if (queue.poll(received)) {
                if (!delivery.take(received.sequence, received.checksum)) {
                    flags.stopped = true;
                }
            } else if (flags.sent >= 0) {
                // Once more: the last ones may have come between the two looks.
                if (!queue.poll(received)) {
                    complete = true;
                    break;
                }
                if (!delivery.take(received.sequence, received.checksum)) {
                    flags.stopped = true;
                }
            } else {
                Thread.onSpinWait();
            }
        }
        elapsedNanos = System.nanoTime() - start;
        ended.countDown();
    }

    /** Returns whether both parts ended within so long. */
    boolean ended(int within) throws InterruptedException {
        return ended.await(within, TimeUnit.MILLISECONDS);
    }

    /** Ends both parts, whatever they wait for. Thread-safe. */
    void stop() {
        flags.stopped = true;
    }

    Damage damage() {
        return delivery.end(flags.sent, complete);
    }

    TornCounter torn() {
        return queue.torn();
    }

    /** Nanoseconds for one element; none came out of a run that was stopped at its beginning. */
    double nanosEach() {
        return (double) elapsedNanos / Math.max(1, delivery.received());
    }
}
