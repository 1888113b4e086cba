// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.tearline.run.link.DaemonThread;

/**
 * Work in a thread of its own. If memory runs out, the thread may die without completing the task. Therefore
 * {@link #join} waits for the thread, not for the task. Thread-safe.
 */
final class Background<T> {
    private final FutureTask<T> task;
    private final Thread thread;

    /** Starts the work. */
    Background(Callable<T> work) {
        task = new FutureTask<>(work);
        thread = new DaemonThread(task, "background");
        thread.start();
    }

    T join() {
        try {
            thread.join();
            if (!task.isDone()) {
                throw new OutOfMemoryError("thread " + thread.getName());
            }
            return task.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
