package org.tearline.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns a Ctrl-C into a request to stop, and holds the JVM back until the partial result is printed. Registered and
 * finished by the command's thread; the JVM runs the hook.
 */
final class Interruption {
    /** The worker answers within a batch of a millisecond; this is for machines in great distress. */
    private static final long PATIENCE_SECONDS = 5;

    private final CountDownLatch printed = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean interrupted;

    private Interruption(Runnable stop) {
        hook = new Thread(() -> await(stop), "interruption");
    }

    /** Calls {@code stop} when the JVM is asked to end before {@link #finish()}. */
    static Interruption register(Runnable stop) {
        Interruption interruption = new Interruption(stop);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** Says that everything is printed; whether there was an interruption. */
    boolean finish() {
        printed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is going down already: the hook is what brought us here.
            return true;
        }
        return interrupted;
    }

    private void await(Runnable stop) {
        interrupted = true;
        stop.run();
        try {
            printed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
