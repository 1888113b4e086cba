// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.UnsafeApi;
import org.tearline.bench.machine.Pinning;
import org.tearline.bench.result.StepResult;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs queues between two pinned threads, many short runs of each. As a command, in a JVM of its own, it prints a
 * step's result: {@code QueueRuns LINEBYTES WARM RUNS MILLIS ID…}. One at a time in a process.
 */
public final class QueueRuns {
    /** A run that takes longer than its time by so much is ended from outside. */
    private static final int GRACE_MILLIS = 2_000;
    private static final int PAGE_BYTES = 4096;

    private final int lineBytes;
    private final int warm;
    private final int runs;
    private final int millis;

    /** So many runs of so many milliseconds, after some that do not count. */
    public QueueRuns(int lineBytes, int warm, int runs, int millis) {
        this.lineBytes = lineBytes;
        this.warm = warm;
        this.runs = runs;
        this.millis = millis;
    }

    public static void main(String[] args) {
        QueueRuns queues = new QueueRuns(Integer.parseInt(args[0]), Integer.parseInt(args[1]),
            Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        List<QueueTally> tallies = List.of(args).subList(4, args.length).stream()
            .map(id -> queues.of(Subject.of(id))).toList();
        System.out.println(JsonMapper.builder().build().writeValueAsString(StepResult.of(
            tallies.stream().flatMap(tally -> tally.cells(1).stream()).toList())));
    }

    /** Returns all runs of a queue. */
    QueueTally of(Subject subject) {
        long allocated = UnsafeApi.allocateMemory(Place.bytes() + PAGE_BYTES);
        try {
            long memory = (allocated + PAGE_BYTES - 1) & -PAGE_BYTES;
            Element[] pool = subject.inMemory() ? null : Element.pool();
            return of(subject, () -> subject.make(memory, lineBytes, pool));
        } finally {
            UnsafeApi.freeMemory(allocated);
        }
    }

    /** The same with a queue from elsewhere. */
    QueueTally of(Subject subject, Supplier<Spsc> queues) {
        QueueTally tally = new QueueTally(subject);
        BlockingQueue<Optional<Round>> produced = side("producer", 0, Round::produce);
        BlockingQueue<Optional<Round>> consumed = side("consumer", 1, Round::consume);
        try {
            for (int run = -warm; run < runs; run++) {
                Round round = new Round(queues.get(), millis, subject.mostMessages());
                consumed.add(Optional.of(round));
                produced.add(Optional.of(round));
                // A run ends by itself; one that does not is told to, and one that does not hear has died.
                if (!round.ended(millis + GRACE_MILLIS)) {
                    round.stop();
                    if (!round.ended(GRACE_MILLIS)) {
                        throw new IllegalStateException("a run of " + subject.id() + " does not end");
                    }
                }
                if (run >= 0) {
                    tally.add(round);
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted in " + subject.id(), e);
        } finally {
            produced.add(Optional.empty());
            consumed.add(Optional.empty());
        }
        return tally;
    }

    /** Returns a pinned thread that does its part of each round that it is given, until it is given none. */
    private static BlockingQueue<Optional<Round>> side(String name, int cpu, Consumer<Round> part) {
        BlockingQueue<Optional<Round>> rounds = new LinkedBlockingQueue<>();
        Thread thread = new Thread(() -> {
            Pinning.pin(cpu);
            try {
                for (Optional<Round> next = rounds.take(); next.isPresent(); next = rounds.take()) {
                    part.accept(next.get());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
        return rounds;
    }
}
