// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.tearline.loop.ReadKernel.ReadTally;
import org.tearline.loop.ReadKernel;
import org.tearline.loop.Target;
import org.tearline.loop.WriteKernel.WriteTally;
import org.tearline.run.link.DaemonThread;
import org.tearline.run.link.TrialFailed;
import org.tearline.run.link.Wait;
import org.tearline.trial.Side;
import org.tearline.trial.ThreadCpus;

/**
 * The writer and reader threads of a trial, pinned once and used for all rounds. The threads park if no round follows.
 * Within a batch, each thread updates only its own tally. Used by one thread; any thread may call {@link #stop()}.
 */
final class TrialThreads implements AutoCloseable {
    /** Without a stressor, a batch of this size takes a few microseconds, so reading the clock adds little. */
    static final int MAX_BATCH = 8_192;

    private static final int FIRST_BATCH = 64;
    private static final long SHORT_BATCH_NANOS = 40_000;
    private static final long LONG_BATCH_NANOS = 150_000;
    private static final int SPINS_BEFORE_YIELD = 1_000;
    /**
     * About 0.2 ms, in which the next round usually begins. In a virtual machine, parked threads begin it 0.2 to 0.4 ms
     * later, and most rounds take only a millisecond.
     */
    private static final int SPINS_BEFORE_PARK = 5_000;

    /**
     * A slice takes 10 ms, or up to about 110 ms on an overloaded machine. If it takes this much longer than planned,
     * the process was stopped and continued from a terminal, so the rest of the time does not count.
     */
    private static final long SUSPENDED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int UNPINNED = -1;

    private final int writers;
    private final List<Thread> threads = new ArrayList<>();
    private final List<RoundTally> roundTallies = new ArrayList<>();
    private final CountDownLatch placed;
    private volatile Round current;
    private volatile boolean closed;
    private volatile boolean stopped;
    private volatile boolean misplaced;
    /** What was thrown after an access, or between rounds; null if nothing was. */
    private volatile Throwable late;

    TrialThreads(int writers, int readers, ThreadCpus threadCpus) {
        this.writers = writers;
        placed = new CountDownLatch(writers + readers);
        for (int i = 0; i < writers; i++) {
            startThread("writer", cpu(threadCpus.writers(), i));
        }
        for (int i = 0; i < readers; i++) {
            startThread("reader", cpu(threadCpus.readers(), i));
        }
    }

    private static int cpu(List<Integer> cpus, int thread) {
        if (cpus.isEmpty()) {
            return UNPINNED;
        }
        return cpus.get(thread);
    }

    private void startThread(String role, int cpu) {
        int index = threads.size();
        roundTallies.add(new RoundTally());
        Thread thread = new DaemonThread(() -> work(index, cpu), role + "-" + index);
        threads.add(thread);
        thread.start();
    }

    /** Waits until every thread has tried to pin itself; returns whether all are still on their CPUs. */
    boolean awaitPlacement() {
        Wait.uninterrupted(placed::await);
        return !misplaced;
    }

    /** Ends the running round early and makes every later one end at once. */
    void stop() {
        stopped = true;
        Round round = current;
        if (round != null) {
            round.over = true;
        }
    }

    boolean stopped() {
        return stopped;
    }

    int size() {
        return threads.size();
    }

    RoundTally run(Round round) throws TrialFailed {
        begin(round);
        return finish(round);
    }

    /** Starts a round. If this process has no readers, the caller must end it by setting {@link Round#over}. */
    void begin(Round round) {
        for (int i = 0; i < roundTallies.size(); i++) {
            roundTallies.set(i, new RoundTally());
        }
        current = round;
        threads.forEach(LockSupport::unpark);
    }

    /** Waits for the end of a round; fails if an access threw. */
    RoundTally finish(Round round) throws TrialFailed {
        Wait.uninterrupted(round.finished::await);
        current = null;
        if (late != null) {
            throw TrialFailed.of(late);
        }
        if (round.failure != null) {
            throw TrialFailed.of(round.failure);
        }
        RoundTally all = new RoundTally();
        roundTallies.forEach(all::join);
        return all;
    }

    @Override
    public void close() {
        closed = true;
        threads.forEach(LockSupport::unpark);
    }

    private void place(int cpu) {
        try {
            Pinning.preferPerformanceCore();
            if (cpu != UNPINNED && !Pinning.pin(cpu)) {
                misplaced = true;
            }
        } finally {
            placed.countDown();
        }
    }

    private void work(int index, int cpu) {
        place(cpu);
        Round done = null;
        while (!closed) {
            try {
                done = awaitRound(done);
                if (done != null) {
                    run(done, index, cpu);
                }
            } catch (Throwable thrown) {
                // HotSpot may throw the InternalError of an access only after its loop.
                late = thrown;
            }
        }
    }

    /** Returns null once there are no more rounds. */
    private Round awaitRound(Round done) {
        int spins = 0;
        while (!closed) {
            Round round = current;
            if (round != null && round != done) {
                return round;
            }
            if (spins++ < SPINS_BEFORE_PARK) {
                Thread.onSpinWait();
            } else {
                LockSupport.park(this);
            }
        }
        return null;
    }

    private void run(Round round, int index, int cpu) {
        try {
            if (index < writers) {
                write(round, index);
            } else {
                read(round, index);
            }
            if (cpu != UNPINNED && !Pinning.holds(cpu)) {
                misplaced = true;
            }
        } catch (Throwable thrown) {
            // Includes the InternalError that HotSpot throws after a SIGBUS in compiled code.
            round.fail(thrown);
        } finally {
            round.finished.countDown();
        }
    }

    private void write(Round round, int index) {
        Target target = round.place.target(Side.WRITE);
        WriteTally tally = new WriteTally();
        long[] table = round.place.generations().table(index);
        // Memory contains the first writer's first value, which is also what a CAS must find.
        tally.last = round.place.generations().table(0)[0];
        tally.next = 1;
        int batch = Math.min(FIRST_BATCH, round.limits.writeBatch());
        long begin = System.nanoTime();
        long start = begin;
        boolean ready = false;
        while (!round.over) {
            round.kernels.writer().run(target, table, batch, tally);
            if (!ready) {
                ready = true;
                round.writersReady.incrementAndGet();
            }
            long now = System.nanoTime();
            batch = nextBatch(batch, now - start, round.limits.writeBatch());
            start = now;
        }
        roundTallies.get(index).addWrites(tally, System.nanoTime() - begin);
    }

    private void read(Round round, int index) {
        RoundTally roundTally = roundTallies.get(index);
        Target target = round.place.target(Side.READ);
        ReadKernel kernel = round.kernels.reader();
        ReadTally tally = new ReadTally(round.limits.readBatch(), round.place.trial().seenWidth());
        tally.startAt(round.place.generations().table(0)[0]);
        awaitWriters(round);
        int batch = Math.min(FIRST_BATCH, round.limits.readBatch());
        long begin = System.nanoTime();
        long start = begin;
        while (!round.over) {
            int kept = kernel.run(target, round.place.candidates(), batch, tally);
            long now = System.nanoTime();
            if (kept > 0) {
                roundTally.addTorn(round.place.decoder(), tally, kept, counted(now - begin, round));
            }
            boolean tornEnough = round.limits.atFirstTear() && roundTally.firstTornNanos() >= 0;
            if (tornEnough || stopped || now - begin >= round.limits.nanos()
                || tally.changes >= round.limits.changes()) {
                round.over = true;
            }
            batch = nextBatch(batch, now - start, round.limits.readBatch());
            start = System.nanoTime();
        }
        roundTally.addReads(tally, counted(System.nanoTime() - begin, round));
    }

    /** Returns the time without most of that for which the process was stopped. */
    private static long counted(long nanos, Round round) {
        return Math.min(nanos, round.limits.nanos() + SUSPENDED_NANOS);
    }

    /** Waits until every writer has stored a batch. */
    void awaitWriters(Round round) {
        for (int spins = 0; round.writersReady.get() < writers && !round.over; spins++) {
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** Lengthens batches that the clock would slow down, and shortens those that would delay a stop. */
    private static int nextBatch(int batch, long nanos, int max) {
        if (nanos < SHORT_BATCH_NANOS) {
            return Math.min(2 * batch, max);
        }
        if (nanos > LONG_BATCH_NANOS) {
            return Math.max(1, batch / 2);
        }
        return batch;
    }
}
