// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.tearline.run.link.TesterJvm;
import org.tearline.run.link.WorkerProcess;

/**
 * Turns Ctrl-C and other signals that end the JVM into a request to stop. Delays the exit until the partial result
 * is printed, for at most 5 s, and all workers are gone. Must be created before the first worker, whose folder a
 * signal would otherwise leave behind. The JVM runs the hook in its own thread; all other calls come from the
 * command's thread.
 */
final class Interruption implements AutoCloseable {
    /** A worker answers within a millisecond, except on an overloaded machine. */
    private static final long PATIENCE_SECONDS = 5;

    private final PrintStream err;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::delayExit, "interruption");
    private volatile Runnable stop;
    private volatile boolean happened;

    /** @param err where an interruption is reported that comes before there is anything to stop */
    Interruption(PrintStream err) {
        this.err = err;
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is already shutting down.
            happened = true;
            WorkerProcess.endAll();
        }
    }

    /** Sets the action to run on Ctrl-C. Runs it immediately if Ctrl-C was pressed already. */
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
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            TesterJvm.awaitExit();
        }
    }

    private void delayExit() {
        // Set before stop is read, so that an action that is set meanwhile runs, too.
        happened = true;
        Runnable action = stop;
        try {
            if (action == null) {
                err.println("tester: interrupted");
            } else {
                action.run();
                closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        WorkerProcess.endAll();
    }
}
