// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Runs parts of a program, each in a new thread. Another thread starts these, so that only a monitor puts them in
 * order, of which the agent knows nothing.
 */
final class Turns {
    private static final Object MONITOR = new Object();
    private static final Queue<Thread> UNSTARTED = new ArrayDeque<>();
    private static int left;
    private static int turn;

    static {
        Thread starter = new Thread(Turns::startThreads);
        starter.setDaemon(true);
        starter.start();
    }

    private Turns() {
    }

    /** What a thread does. */
    interface Part {
        void run() throws Exception;
    }

    static void inTurn(Part... parts) throws InterruptedException {
        for (Part part : parts) {
            together(part);
        }
    }

    /** Runs two parts in turn, each on a thread of its own. */
    static void alternate(int times, Part first, Part second) throws InterruptedException {
        turn = 0;
        together(() -> takeTurns(times, 0, first), () -> takeTurns(times, 1, second));
    }

    private static void takeTurns(int times, int own, Part part) throws Exception {
        for (int i = 0; i < times; i++) {
            synchronized (MONITOR) {
                while (turn % 2 != own) {
                    MONITOR.wait();
                }
            }
            part.run();
            synchronized (MONITOR) {
                turn++;
                MONITOR.notifyAll();
            }
        }
    }

    static void together(Part... parts) throws InterruptedException {
        synchronized (MONITOR) {
            for (Part part : parts) {
                UNSTARTED.add(new Thread(() -> run(part)));
            }
            left = parts.length;
            MONITOR.notifyAll();
            while (left > 0) {
                MONITOR.wait();
            }
        }
    }

    private static void run(Part part) {
        try {
            part.run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            synchronized (MONITOR) {
                left--;
                MONITOR.notifyAll();
            }
        }
    }

    private static void startThreads() {
        try {
            synchronized (MONITOR) {
                while (true) {
                    for (Thread thread = UNSTARTED.poll(); thread != null; thread = UNSTARTED.poll()) {
                        thread.start();
                    }
                    MONITOR.wait();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
