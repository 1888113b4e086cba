// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.reflect.Method;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Passes values on to tasks of a fork/join pool or virtual threads, and back. Does not wait for the late ones. */
public final class Tasks {
    private static final int TIMES = 200;
    /** The agent knows the order of the first few threads of a value. */
    private static final int THREADS = 3;
    private static final int VALUES = 32;
    private static final int LINE = 64;
    private static final long NATIVE = Memory.pages(1) + 60;
    private static final ForkJoinPool POOL = new ForkJoinPool(2);
    private static final Phaser PHASER = new Phaser(2);
    private static long sum;

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < TIMES; i++) {
            submittedUse();
            POOL.submit(Tasks::submittedUse).get();
            invokedUse();
            POOL.invoke(new Action(Tasks::invokedUse));
            POOL.invoke(new Action(Tasks::fork));
            POOL.invoke(new Action(Tasks::invokeBoth));
            ForkJoinTask<?> task = POOL.submit(Tasks::lateUse);
            lateUse();
            await(task::isDone);
            stream();
        }
        Thread other = new Thread(() -> phases(1));
        other.start();
        phases(0);
        other.join();
        for (int i = 0; i < THREADS; i++) {
            virtualUse();
            start(Tasks::virtualUse).join();
            Thread thread = start(Tasks::lateVirtualUse);
            lateVirtualUse();
            await(() -> !thread.isAlive());
        }
        System.out.println(sum);
    }

    /** A part of the work of the pool. */
    private static final class Action extends RecursiveAction {
        private static final long serialVersionUID = 1;

        private final transient Runnable part;

        Action(Runnable part) {
            this.part = part;
        }

        @Override
        protected void compute() {
            part.run();
        }
    }

    private static void await(BooleanSupplier end) {
        while (!end.getAsBoolean()) {
            Thread.yield();
        }
    }

    private static void fork() {
        forkedUse();
        new Action(Tasks::forkedUse).fork().join();
        forkedUse();
    }

    private static void invokeBoth() {
        bothUse();
        otherBothUse();
        ForkJoinTask.invokeAll(new Action(Tasks::bothUse), new Action(Tasks::otherBothUse));
        bothUse();
        otherBothUse();
    }

    /** Starts a virtual thread if the JDK has any. */
    private static Thread start(Runnable part) throws ReflectiveOperationException {
        for (Method method : Thread.class.getMethods()) {
            if (method.getName().equals("startVirtualThread")) {
                return (Thread) method.invoke(null, part);
            }
        }
        Thread thread = new Thread(part);
        thread.start();
        return thread;
    }

    static void submittedUse() {
        use(NATIVE);
    }

    static void invokedUse() {
        use(NATIVE + LINE);
    }

    static void forkedUse() {
        use(NATIVE + 2 * LINE);
    }

    static void bothUse() {
        use(NATIVE + 3 * LINE);
    }

    static void otherBothUse() {
        use(NATIVE + 4 * LINE);
    }

    static void virtualUse() {
        use(NATIVE + 5 * LINE);
    }

    static void lateUse() {
        use(NATIVE + 6 * LINE);
    }

    static void lateVirtualUse() {
        use(NATIVE + 7 * LINE);
    }

    /** Uses values on a thread of their own before and on this one after those of a parallel stream. */
    private static void stream() throws InterruptedException {
        Thread thread = new Thread(() -> IntStream.range(0, VALUES).forEach(Tasks::streamedUse));
        thread.start();
        thread.join();
        IntStream.range(0, VALUES).parallel().forEach(Tasks::streamedUse);
        IntStream.range(0, VALUES).forEach(Tasks::streamedUse);
    }

    static void streamedUse(int value) {
        use(NATIVE + (8 + value) * LINE);
    }

    /** Uses a value in each other phase. */
    private static void phases(int own) {
        for (int phase = 0; phase < TIMES; phase++) {
            if (phase % 2 == own) {
                phasedUse();
            }
            PHASER.arriveAndAwaitAdvance();
        }
    }

    static void phasedUse() {
        use(NATIVE + (8 + VALUES) * LINE);
    }

    private static void use(long address) {
        sum += Memory.UNSAFE.getLong(address);
        Memory.UNSAFE.putLong(address, 1);
    }

    private Tasks() {
    }
}
