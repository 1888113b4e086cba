// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.tearline.bench.machine.Pinning;
import org.tearline.bench.queue.QueueFile.Side;
import org.tearline.bench.result.StepResult;
import tools.jackson.databind.json.JsonMapper;

/**
 * Command: one side of a queue in a mapped file, in a process of its own:
 * {@code QueueEnd producer|consumer FILE WARM RUNS MILLIS}. The consumer prints a step's result. A side whose other one
 * dies says so on stderr and exits with {@value #ALONE}. Single-threaded.
 */
public final class QueueEnd {
    /** Exit code: the other side is gone. */
    public static final int ALONE = 4;
    /** Exit code: the other side never came, or never ended. */
    public static final int LATE = 5;

    private static final int LOOK = 1 << 12;
    /** Failed tries between two looks at whether the other side lives: some 0.1 ms. */
    private static final int IDLE = 1 << 14;
    /** To start a JVM, and to end. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final QueueFile file;
    private final Side side;
    private final int warm;
    private final int runs;
    private final long runNanos;

    private QueueEnd(QueueFile file, Side side, int warm, int runs, int millis) {
        this.file = file;
        this.side = side;
        this.warm = warm;
        this.runs = runs;
        this.runNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    public static void main(String[] args) throws IOException {
        Side side = args[0].equals(Side.PRODUCER.word()) ? Side.PRODUCER : Side.CONSUMER;
        QueueEnd end = new QueueEnd(QueueFile.open(Path.of(args[1])), side, Integer.parseInt(args[2]),
            Integer.parseInt(args[3]), Integer.parseInt(args[4]));
        System.exit(side == Side.PRODUCER ? end.produce() : end.consume());
    }

    /** Comes, and waits for the other side; whether that came too. */
    private boolean meet() {
        Pinning.pin(side.ordinal());
        file.take(side);
        long patience = System.nanoTime() + PATIENCE_NANOS;
        while (file.process(side.other()) == QueueFile.NONE) {
            if (System.nanoTime() - patience > 0) {
                System.err.println("queue: no " + side.other().word() + " came within 10 s");
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    private int produce() {
        if (!meet()) {
            return LATE;
        }
        OffHeapQueue queue = file.queue();
        long end = System.nanoTime() + (warm + runs) * runNanos;
        long most = file.subject().mostMessages();
        long sequence = 0;
        int idle = 0;
        boolean over = false;
        boolean gone = false;
        while (sequence < most && !over) {
            if (queue.offer(sequence)) {
                sequence++;
                idle = 0;
                over = (sequence & LOOK - 1) == 0 && (System.nanoTime() - end > 0 || file.stopped());
            } else if (gone) {
                file.done(side, sequence);
                return alone(sequence + " messages went in before the queue was full");
            } else if (++idle % IDLE == 0) {
                // One more offer: the consumer may have emptied the queue before it went.
                gone = file.gone(Side.CONSUMER);
                over = System.nanoTime() - end > 0 || file.stopped();
            } else {
                Thread.onSpinWait();
            }
        }
        file.done(side, sequence);
        return farewell(sequence);
    }

    /** Waits until the consumer has taken the last one: it reads from our memory, but the word is ours. */
    private int farewell(long sequence) {
        long patience = System.nanoTime() + PATIENCE_NANOS;
        while (file.done(Side.CONSUMER) == QueueFile.NONE) {
            if (file.gone(Side.CONSUMER) && file.done(Side.CONSUMER) == QueueFile.NONE) {
                return alone(sequence + " messages had gone in");
            }
            if (System.nanoTime() - patience > 0) {
                System.err.println("queue: the consumer did not end within 10 s");
                return LATE;
            }
            Thread.onSpinWait();
        }
        return 0;
    }

    private int consume() {
        if (!meet()) {
            return LATE;
        }
        OffHeapQueue queue = file.queue();
        Received received = new Received();
        Delivery delivery = new Delivery();
        Slices slices = new Slices();
        int idle = 0;
        boolean hope = true;
        boolean complete = false;
        boolean last = false;
        boolean alone = false;
        while (hope && !complete) {
            if (queue.poll(received)) {
                hope = delivery.take(received.sequence, received.checksum);
                idle = 0;
                if ((delivery.received() & LOOK - 1) == 0) {
                    hope &= slices.inTime(delivery.received());
                }
            } else if (last) {
                complete = true;
            } else if (file.done(Side.PRODUCER) != QueueFile.NONE) {
                // One more look: the last ones may have come between the two.
                last = true;
            } else if (++idle % IDLE == 0) {
                alone = file.gone(Side.PRODUCER) && file.done(Side.PRODUCER) == QueueFile.NONE;
                last = alone;
                hope = slices.inTime(delivery.received());
            } else {
                Thread.onSpinWait();
            }
        }
        file.stop();
        file.done(side, delivery.received());
        Damage damage = delivery.end(file.done(Side.PRODUCER), complete && !alone);
        if (alone) {
            return alone(damage.messages() + " messages came out, " + (damage.any() ? "of them " + damage.lost()
                + " lost, " + damage.repeated() + " repeated, " + damage.reordered() + " reordered, " + damage.garbled()
                + " garbled" : "all whole and in order"));
        }
        System.out.println(JsonMapper.builder().build().writeValueAsString(StepResult.of(
            slices.tally(damage, queue.torn()).cells(2))));
        return 0;
    }

    /** The consumer's time in slices: what short runs are between threads. */
    private final class Slices {
        private final QueueTally tally = new QueueTally(file.subject());
        private final long limit = System.nanoTime() + (warm + runs) * runNanos + PATIENCE_NANOS;
        private long start = System.nanoTime();
        private long before;
        private int slices;

        /** Returns whether there is time left; ends a slice that is long enough. */
        private boolean inTime(long received) {
            long now = System.nanoTime();
            if (now - start >= runNanos && received > before) {
                if (++slices > warm) {
                    tally.add((double) (now - start) / (received - before), Damage.NONE, TornCounter.NONE);
                }
                start = now;
                before = received;
            }
            return now - limit < 0;
        }

        /** Returns all slices; of a stream that was too short for one, the rest is one. */
        private QueueTally tally(Damage damage, TornCounter torn) {
            tally.add(tally.isEmpty() ? (double) (System.nanoTime() - start) / Math.max(1, damage.messages() - before)
                : Double.NaN, damage, torn);
            return tally;
        }
    }

    private int alone(String words) {
        System.err.println("queue: the " + side.other().word() + ", process " + file.process(side.other())
            + ", is gone; " + words);
        return ALONE;
    }
}
