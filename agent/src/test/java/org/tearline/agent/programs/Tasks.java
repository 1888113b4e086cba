// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static java.util.Collections.nCopies;
import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.ForkJoinTask.adapt;
import static org.tearline.agent.programs.Table.ordered;
import static org.tearline.agent.programs.Table.unordered;

import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.tearline.agent.programs.Table.Row;
import org.tearline.agent.programs.Table.Value;
import org.tearline.agent.programs.Turns.Part;

/** Passes values on to tasks and threads, and back once they have ended, or does not wait for them. */
public final class Tasks {
    private static final int TIMES = 50;
    private static final int THREADS = Turns.THREADS;
    private static final ForkJoinPool FORK_JOIN = new ForkJoinPool(2);
    private static final ExecutorService POOL = Executors.newFixedThreadPool(THREADS);
    private static final Timer TIMER = new Timer(true);

    public static void main(String[] arguments) throws Exception {
        forkJoin();
        pools();
        futures();
        synchronizers();
        threads();
        POOL.shutdown();
        FORK_JOIN.shutdown();
    }

    /** Uses the value before and after it is given away, again and again. */
    private static void around(String name, Row row) throws Exception {
        ordered(name, value -> {
            for (int i = 0; i < TIMES; i++) {
                value.use();
                row.run(value);
                value.use();
            }
        });
    }

    /** Uses the value without waiting for the task that uses it, too. */
    private static void late(String name, Row row) throws Exception {
        unordered(name, value -> {
            for (int i = 0; i < TIMES; i++) {
                row.run(value);
            }
        });
    }

    private static void forkJoin() throws Exception {
        around("submitted", value -> FORK_JOIN.submit(value::use).get());
        around("forked", value -> FORK_JOIN.invoke(adapt(() -> {
            value.use();
            adapt(value::use).fork().join();
            value.use();
        })));
        around("invokedBoth", value -> FORK_JOIN.invoke(adapt(() -> {
            ForkJoinTask.invokeAll(adapt(value::use), adapt(value.at(1)::use));
            value.use();
            value.at(1).use();
        })));
        around("invokedList", value -> FORK_JOIN.submit(() -> {
            ForkJoinTask.invokeAll(List.of(adapt(() -> { }), adapt(value::use)));
            value.use();
        }).join());
        around("quiescent", value -> {
            FORK_JOIN.execute(value::use);
            await(FORK_JOIN::isQuiescent);
        });
        ordered("parallelStream", value -> {
            Turns.startAndJoin(() -> lines().forEach(line -> value.at(line).use()));
            lines().parallel().forEach(line -> value.at(line).use());
            lines().forEach(line -> value.at(line).use());
        });
        late("forkJoinLate", value -> {
            ForkJoinTask<?> task = FORK_JOIN.submit(value::use);
            value.use();
            await(task::isDone);
        });
    }

    private static IntStream lines() {
        return IntStream.range(0, TIMES);
    }

    private static void pools() throws Exception {
        around("awaited", value -> await(run(Executors.newFixedThreadPool(2), value::use)));
        around("terminated", value -> await(run(Executors.newFixedThreadPool(2), value::use)::isTerminated));
        around("forkJoinAwaited", value -> await(run(new ForkJoinPool(2), value::use)));
        around("startingAwaited", value -> await(run(startingPool(), value::use)));
        around("timed", value -> {
            CountDownLatch done = new CountDownLatch(1);
            TIMER.schedule(new TimerTask() {
                @Override
                public void run() {
                    value.use();
                    done.countDown();
                }
            }, 0);
            done.await();
        });
        // All threads read what the main thread rewrites between their rounds.
        around("readByCrowd", value -> {
            CyclicBarrier all = new CyclicBarrier(THREADS);
            POOL.invokeAll(nCopies(THREADS, () -> all.await() + value.read()));
        });
        late("poolLate", value -> {
            Future<?> task = POOL.submit(value::use);
            value.use();
            task.get();
        });
        // Without the barrier, a thread may be done before another one takes its task, which the queue then orders.
        late("crowdLate", value -> {
            CyclicBarrier all = new CyclicBarrier(THREADS);
            POOL.invokeAll(nCopies(THREADS, () -> {
                all.await();
                value.use();
                return null;
            }));
        });
    }

    private static void futures() throws Exception {
        around("invokedAll", value -> POOL.invokeAll(List.of(Executors.callable(value::use))));
        around("done", value -> await(POOL.submit(value::use)::isDone));
        around("chained", value -> runAsync(value::use, POOL)
            .thenRunAsync(value::use, POOL).join());
        around("combined", Tasks::combine);
        around("published", Tasks::publish);
    }

    private static void synchronizers() throws Exception {
        ordered("phased", value -> {
            Phaser phaser = new Phaser(2);
            Turns.startAndJoin(() -> phases(phaser, 0, value), () -> phases(phaser, 1, value));
        });
        ordered("permitted", value -> {
            Semaphore permit = new Semaphore(1);
            Turns.crowd(TIMES, i -> {
                permit.acquire();
                value.use();
                permit.release();
            });
        });
    }

    private static void threads() throws Exception {
        // Each thread counts by locked instructions, and the main thread reads the sum.
        ordered("lockedAndJoined", value -> {
            value.write();
            Turns.crowd(TIMES, i -> value.add());
            value.read();
        });
        around("joined", value -> Turns.startAndJoin(value::use));
        unordered("handedThroughPipe", value ->
            Turns.alternate(2, Collections.<Part>nCopies(THREADS, value::use).toArray(Part[]::new)));
    }

    private static void phases(Phaser phaser, int own, Value value) {
        for (int phase = 0; phase < TIMES; phase++) {
            if (phase % 2 == own) {
                value.use();
            }
            phaser.arriveAndAwaitAdvance();
        }
    }

    /** The future that is completed last tells of both. */
    private static void combine(Value value) {
        CompletableFuture<Void> first = runAsync(value::use, POOL);
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> last = runAsync(() -> await(done::getOpaque), FORK_JOIN);
        CompletableFuture<Void> both = CompletableFuture.allOf(first, last);
        await(first::isDone);
        done.setOpaque(true);
        both.thenRun(value::use).join();
    }

    /** The second item is submitted while the subscriber still has the first one. */
    private static void publish(Value value) throws InterruptedException {
        AtomicBoolean open = new AtomicBoolean();
        CountDownLatch taken = new CountDownLatch(1);
        try (SubmissionPublisher<Boolean> publisher = new SubmissionPublisher<>(POOL, 2)) {
            publisher.consume(first -> {
                if (first) {
                    await(open::getOpaque);
                } else {
                    value.use();
                    taken.countDown();
                }
            });
            publisher.submit(true);
            value.use();
            publisher.submit(false);
            open.setOpaque(true);
            taken.await();
        }
    }

    private static ExecutorService run(ExecutorService pool, Runnable task) {
        pool.execute(task);
        pool.shutdown();
        return pool;
    }

    private static void await(ExecutorService pool) throws InterruptedException {
        if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("Still running: " + pool);
        }
    }

    private static void await(BooleanSupplier end) {
        while (!end.getAsBoolean()) {
            Thread.yield();
        }
    }

    /** Returns a pool of virtual threads if the JDK has any. */
    private static ExecutorService startingPool() throws ReflectiveOperationException {
        try {
            return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException e) {
            return Executors.newCachedThreadPool();
        }
    }
}
