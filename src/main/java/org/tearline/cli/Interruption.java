// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.tearline.run.Tester;

/**
 * Turns a Ctrl-C into a request to stop, and holds the JVM back until the partial result is printed and all workers are
 * gone. Made before the first worker. The command's thread opens, tells and closes it; the JVM runs the hook.
 */
final class Interruption implements AutoCloseable {
    /** The worker answers within a batch of a millisecond; this is for machines that are badly overloaded. */
    private static final long PATIENCE_SECONDS = 5;

    private final CountDownLatch putAway = new CountDownLatch(1);
    private final Thread hook = new Thread(this::hold, "interruption");
    private volatile Runnable stop;
    private volatile boolean happened;

    Interruption() {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is going down before it has begun.
            happened = true;
            Tester.endAll();
        }
    }

    /** Runs the action when the JVM is asked to end; at once if it has been asked already. */
    void onInterrupt(Runnable action) {
        stop = action;
        if (happened) {
            action.run();
        }
    }

    boolean happened() {
        return happened;
    }

    @Override
    public void close() {
        putAway.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            stay();
        }
    }

    /** The JVM ends with the exit code of the signal, unless an exit of our own overtakes it. */
    private static void stay() {
        while (true) {
            LockSupport.park();
        }
    }

    private void hold() {
        happened = true;
        Runnable action = stop;
        try {
            if (action != null) {
                action.run();
                putAway.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Tester.endAll();
    }
}
