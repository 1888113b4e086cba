// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.tearline.memory.Region;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.ThreadCpus;
import org.tearline.platform.MeasuredLine;
import org.tearline.platform.MeasuredLine.Step;

/**
 * Times what a line costs: locked additions beside another thread's stores, and stores and loads across boundaries.
 * Points take turns in short windows, so that neighbours in a table are neighbours in time, and all of it is repeated.
 * Some three seconds. Run in a worker, whose loops reach C2. One thread, which starts a second one.
 */
final class LineMeasurement {
    /** Long enough for the clock not to matter, short enough to lie between two moves of a guest's CPU. */
    private static final long SHARING_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long ACCESS_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final int REPEATS = 5;
    /** A hundred and twenty windows of each point in all. */
    private static final int WINDOWS = 24;
    /** Compiled after some thousand turns; until then times fall. */
    private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(150);
    private static final int TURNS = 64;
    /** Some microseconds of accesses that take a seventh of a nanosecond: the clock takes twenty. */
    private static final int ACCESS_TURNS = 1_024;
    /** Sixty-four additions take some microseconds, also on a line that is fought over. */
    private static final long AWAY_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    /** After this time a busy machine is measured as it is. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final int ACCESSES_A_TURN = 8;
    private static final int PICOS = 1_000;
    /** Beyond the largest line that a JVM knows. */
    private static final List<Integer> DISTANCES = List.of(8, 16, 32, 64, 128, 256, 512);

    private final long base;
    private final int lineBytes;
    private final Runnable alive;
    private final long started = System.nanoTime();
    private Neighbour neighbour;
    private volatile long sink;

    private LineMeasurement(long base, int lineBytes, Runnable alive) {
        this.base = base;
        this.lineBytes = lineBytes;
        this.alive = alive;
    }

    /**
     * Measures all that these threads can.
     *
     * @param alive called now and then: where two threads wait for each other's turns on a busy machine, it takes long
     */
    static MeasuredLine measure(Geometry geometry, ThreadCpus cpus, Runnable alive) throws InterruptedException {
        try (Region region = Region.open(Memory.UNSAFE, geometry.pageBytes())) {
            return new LineMeasurement(region.base(), geometry.lineBytes(), alive).measure(cpus);
        }
    }

    private MeasuredLine measure(ThreadCpus cpus) throws InterruptedException {
        if (cpus.pinned()) {
            Pinning.pin(cpus.readers().get(0));
        }
        List<Integer> boundaries = Stream.concat(Stream.of(0), IntStream.iterate(Long.BYTES, bytes ->
            bytes <= lineBytes, bytes -> 2 * bytes).boxed()).toList();
        Step store = repeated(boundaries, false, ACCESS_NANOS, i -> stores(across(boundaries.get(i))));
        Step load = repeated(boundaries, false, ACCESS_NANOS, i -> loads(across(boundaries.get(i))));
        if (!cpus.canOverlap()) {
            return new MeasuredLine(null, null, store, load);
        }
        neighbour = new Neighbour(cpus.pinned() ? cpus.writers().get(0) : -1);
        try {
            Step coherence = repeated(DISTANCES, true, SHARING_NANOS, i -> {
                neighbour.storeTo(base + DISTANCES.get(i));
                return additions(base);
            });
            // A line apart each time: first both in one aligned pair, then each in a pair of its own.
            Step pair = repeated(List.of(lineBytes, 2 * lineBytes), true, SHARING_NANOS, i -> {
                long mine = base + (long) i * lineBytes;
                neighbour.storeTo(mine + lineBytes);
                return additions(mine);
            });
            return new MeasuredLine(coherence, pair, store, load);
        } finally {
            neighbour.end();
        }
    }

    /** Returns an address at which eight bytes lie across a multiple of so many bytes and of no larger power of two. */
    private long across(int boundary) {
        return boundary == 0 ? base : base + boundary - Long.BYTES / 2;
    }

    private Step repeated(List<Integer> bytes, boolean dearFirst, long nanos, IntToLongFunction turn) {
        for (int point = 0; point < bytes.size(); point++) {
            window(WARM_UP_NANOS / bytes.size(), point, turn);
        }
        List<long[][]> repeats = new ArrayList<>();
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            long[][] samples = new long[bytes.size()][WINDOWS];
            for (int window = 0; window < WINDOWS; window++) {
                alive.run();
                for (int i = 0; i < bytes.size(); i++) {
                    // Not always after the same one.
                    int point = (i + window) % bytes.size();
                    samples[point][window] = shared(nanos, point, turn);
                }
            }
            repeats.add(samples);
        }
        return StepFinder.find(bytes, repeats, dearFirst);
    }

    /**
     * Returns a window in which the neighbour, if there is one, stored all the time; on a busy machine the last of
     * some.
     */
    private long shared(long nanos, int point, IntToLongFunction turn) {
        while (true) {
            long before = neighbour == null ? 0 : neighbour.absences;
            long picos = window(nanos, point, turn);
            if (neighbour == null || neighbour.thereSince(before) || System.nanoTime() - started > PATIENCE_NANOS) {
                return picos;
            }
        }
    }

    /** Picoseconds of one operation, at least 1; a turn in which this thread lost its CPU does not count. */
    private static long window(long nanos, int point, IntToLongFunction turn) {
        turn.applyAsLong(point);
        long operations = 0;
        long counted = 0;
        long start = System.nanoTime();
        long last = start;
        while (last - start < nanos) {
            long made = turn.applyAsLong(point);
            long now = System.nanoTime();
            if (now - last < AWAY_NANOS) {
                operations += made;
                counted += now - last;
            }
            last = now;
        }
        return operations == 0 ? nanos * PICOS : Math.max(1, counted * PICOS / operations);
    }

    private static long additions(long address) {
        for (int i = 0; i < TURNS; i++) {
            UnsafeApi.getAndAddLong(null, address, 1L);
        }
        return TURNS;
    }

    /** Opaque: C2 makes a MOV of each and neither merges nor drops any (JDK 17 and 25). */
    private static long stores(long address) {
        for (int i = 0; i < ACCESS_TURNS; i++) {
            UnsafeApi.putLongOpaque(null, address, i);
            UnsafeApi.putLongOpaque(null, address, i);
            UnsafeApi.putLongOpaque(null, address, i);
            UnsafeApi.putLongOpaque(null, address, i);
            UnsafeApi.putLongOpaque(null, address, i);
            UnsafeApi.putLongOpaque(null, address, i);
            UnsafeApi.putLongOpaque(null, address, i);
            UnsafeApi.putLongOpaque(null, address, i);
        }
        return ACCESS_TURNS * ACCESSES_A_TURN;
    }

    /** Four sums, so that no addition waits for the one before. */
    private long loads(long address) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        for (int i = 0; i < ACCESS_TURNS; i++) {
            a += UnsafeApi.getLongOpaque(null, address);
            b += UnsafeApi.getLongOpaque(null, address);
            c += UnsafeApi.getLongOpaque(null, address);
            d += UnsafeApi.getLongOpaque(null, address);
            a += UnsafeApi.getLongOpaque(null, address);
            b += UnsafeApi.getLongOpaque(null, address);
            c += UnsafeApi.getLongOpaque(null, address);
            d += UnsafeApi.getLongOpaque(null, address);
        }
        sink = a + b + c + d;
        return ACCESS_TURNS * ACCESSES_A_TURN;
    }

    /** A thread that stores to one address without end. Told by one other thread. */
    private static final class Neighbour {
        private static final int STORES = 256;

        private final Thread thread;
        private volatile long target;
        private volatile long storing;
        private volatile long absences;
        private volatile long seen;
        private volatile boolean over;

        Neighbour(int cpu) {
            thread = new Thread(() -> store(cpu), "neighbour");
            thread.setDaemon(true);
            thread.start();
        }

        /** Returns when the other thread has begun to store there. */
        void storeTo(long address) {
            target = address;
            while (storing != address) {
                Thread.onSpinWait();
            }
        }

        private void store(int cpu) {
            if (cpu >= 0) {
                Pinning.pin(cpu);
            }
            seen = System.nanoTime();
            long away = 0;
            while (!over) {
                long now = System.nanoTime();
                away += now - seen > AWAY_NANOS ? 1 : 0;
                absences = away;
                seen = now;
                long address = target;
                storing = address;
                for (int i = 0; i < STORES && address != 0; i++) {
                    UnsafeApi.putLongOpaque(null, address, i);
                }
            }
        }

        /** Returns whether the thread had its CPU ever since it had been away so many times. */
        boolean thereSince(long before) {
            return System.nanoTime() - seen <= AWAY_NANOS && absences == before;
        }

        /** Returns when nothing is stored any more, so that the memory may be given back. */
        void end() throws InterruptedException {
            over = true;
            thread.join();
        }
    }
}
