// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

/** A wait of a thread that nobody interrupts. */
@FunctionalInterface
public interface Wait {
    void end() throws InterruptedException;

    /** Waits for the end. An interrupt would be a bug. */
    static void uninterrupted(Wait wait) {
        try {
            wait.end();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
