// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Uses values in tasks, and then on the main thread once all tasks have ended, except that it runs one too early. */
public final class Pools {
    private static final int TIMES = 50;
    private static final int TASKS = 3;
    private static final int LINE = 64;
    private static final long NATIVE = Memory.pages(1) + 60;
    private static final ForkJoinPool FORK_JOIN = new ForkJoinPool(TASKS);
    private static final ExecutorService THREADS = Executors.newFixedThreadPool(TASKS, task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    });
    private static final Timer TIMER = new Timer(true);
    private static long sum;

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < TIMES; i++) {
            await(run(Executors.newFixedThreadPool(2), Pools::awaitedUse));
            awaitedUse();
            await(run(Executors.newFixedThreadPool(2), Pools::endedUse)::isTerminated);
            endedUse();
            await(run(new ForkJoinPool(2), Pools::forkJoinUse));
            forkJoinUse();
            FORK_JOIN.execute(Pools::quiescentUse);
            await(FORK_JOIN::isQuiescent);
            quiescentUse();
            THREADS.invokeAll(Collections.nCopies(1, task(Pools::invokedUse)));
            invokedUse();
            FORK_JOIN.submit(Pools::invokeAll).join();
            Future<?> future = THREADS.submit(Pools::doneUse);
            await(future::isDone);
            doneUse();
            CountDownLatch timed = new CountDownLatch(1);
            timedUse();
            TIMER.schedule(new TimerTask() {
                @Override
                public void run() {
                    timedUse();
                    timed.countDown();
                }
            }, 0);
            timed.await();
            combine();
            publish();
            Future<?> early = THREADS.submit(Pools::earlyUse);
            earlyUse();
            early.get();
        }
        for (int i = 0; i < TASKS; i++) {
            await(run(startingPool(), Pools::startingUse));
            startingUse();
        }
        System.out.println(sum);
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

    private static Callable<Void> task(Runnable task) {
        return () -> {
            task.run();
            return null;
        };
    }

    private static void invokeAll() {
        forkJoinInvokedUse();
        ForkJoinTask.invokeAll(List.of(ForkJoinTask.adapt(() -> { }), ForkJoinTask.adapt(() -> { }),
            ForkJoinTask.adapt(Pools::forkJoinInvokedUse)));
        forkJoinInvokedUse();
    }

    /** Returns a pool of virtual threads if the JDK has any. */
    private static ExecutorService startingPool() throws ReflectiveOperationException {
        for (Method method : Executors.class.getMethods()) {
            if (method.getName().equals("newVirtualThreadPerTaskExecutor")) {
                return (ExecutorService) method.invoke(null);
            }
        }
        return Executors.newCachedThreadPool();
    }

    static void awaitedUse() {
        use(NATIVE);
    }

    static void endedUse() {
        use(NATIVE + LINE);
    }

    static void forkJoinUse() {
        use(NATIVE + 2 * LINE);
    }

    static void quiescentUse() {
        use(NATIVE + 3 * LINE);
    }

    static void startingUse() {
        use(NATIVE + 4 * LINE);
    }

    static void invokedUse() {
        use(NATIVE + 5 * LINE);
    }

    static void forkJoinInvokedUse() {
        use(NATIVE + 6 * LINE);
    }

    static void doneUse() {
        use(NATIVE + 7 * LINE);
    }

    static void timedUse() {
        use(NATIVE + 8 * LINE);
    }

    /** The future that is completed last tells of both. */
    private static void combine() {
        CompletableFuture<Void> first = CompletableFuture.runAsync(Pools::combinedUse, THREADS);
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> last = CompletableFuture.runAsync(() -> await(done::getOpaque), THREADS);
        CompletableFuture<Void> both = CompletableFuture.allOf(first, last);
        while (!first.isDone()) {
            Thread.onSpinWait();
        }
        done.setOpaque(true);
        both.thenRun(Pools::combinedUse).join();
        combinedUse();
    }

    static void combinedUse() {
        use(NATIVE + 9 * LINE);
    }

    /** The second item is submitted while the subscriber still has the first one. */
    private static void publish() throws InterruptedException {
        AtomicBoolean open = new AtomicBoolean();
        CountDownLatch taken = new CountDownLatch(1);
        try (SubmissionPublisher<Boolean> publisher = new SubmissionPublisher<>(THREADS, 2)) {
            publisher.consume(first -> {
                if (first) {
                    await(open::getOpaque);
                } else {
                    publishedUse();
                    taken.countDown();
                }
            });
            publisher.submit(true);
            publishedUse();
            publisher.submit(false);
            open.setOpaque(true);
            taken.await();
        }
    }

    static void publishedUse() {
        use(NATIVE + 10 * LINE);
    }

    static void earlyUse() {
        use(NATIVE + 11 * LINE);
    }

    private static void use(long address) {
        sum += Memory.UNSAFE.getLong(address);
        Memory.UNSAFE.putLong(address, 1);
    }

    private Pools() {
    }
}
