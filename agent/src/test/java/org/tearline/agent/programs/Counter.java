// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.util.concurrent.CountDownLatch;

/**
 * Two threads on one long at an offset, as many times as told, this one first and last; with a third argument, waits
 * for a signal then. The reader claims the number of the main thread. Arguments: offset, times, [wait].
 */
public final class Counter {
    private Counter() {
    }

    public static void main(String[] arguments) throws Exception {
        long address = Memory.pages(2) + Long.parseLong(arguments[0]);
        int times = Integer.parseInt(arguments[1]);
        Thread reader = new Thread(() -> read(address, times), "reader") {
            @Override
            public long getId() {
                return 1;
            }
        };
        for (int i = 0; i < times; i++) {
            if (i == times - 1) {
                reader.join();
            }
            Memory.UNSAFE.putOrderedLong(null, address, i);
            if (i == 0) {
                reader.start();
            }
        }
        reader.join();
        if (arguments.length > 2) {
            System.out.println("waiting");
            new CountDownLatch(1).await();
        }
    }

    private static void read(long address, int times) {
        for (int i = 0; i < times; i++) {
            Memory.UNSAFE.getLongVolatile(null, address);
        }
    }
}
