// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

/** Runs parts of a program, each in a new thread. */
final class Turns {
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

    static void together(Part... parts) throws InterruptedException {
        Thread[] threads = new Thread[parts.length];
        for (int i = 0; i < parts.length; i++) {
            threads[i] = thread(parts[i]);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static Thread thread(Part part) {
        return new Thread(() -> {
            try {
                part.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
