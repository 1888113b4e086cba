// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.pages;

import java.util.concurrent.CountDownLatch;

/**
 * Creates a cell at the start, waits for a signal, and creates another one in a shutdown hook. Any argument: fills its
 * standard error until it is closed.
 */
public final class LastCounter {
    private static final long MEMORY = pages(1);

    public static void main(String[] arguments) throws InterruptedException {
        new Cell(60, 1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> new Cell(60, 2)));
        if (arguments.length > 0) {
            Thread filling = new Thread(LastCounter::fill);
            filling.setDaemon(true);
            filling.start();
        }
        System.out.println("waiting");
        new CountDownLatch(1).await();
    }

    private static void fill() {
        while (!System.err.checkError()) {
            System.err.println();
        }
    }

    /** Gets its address from elsewhere, so that the constructor is the site and not its caller. */
    private static final class Cell {
        Cell(int offset, long value) {
            put(allocate(offset), value);
        }

        private static long allocate(int offset) {
            return MEMORY + offset;
        }

        private static void put(long address, long value) {
            UNSAFE.putOrderedLong(null, address, value);
        }
    }
}
