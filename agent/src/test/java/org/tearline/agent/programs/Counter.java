// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.pages;

import java.util.concurrent.CountDownLatch;

/**
 * Writes a long that another thread reads. The first and the last access are writes. If there is a third argument, then
 * waits for a signal. The reader overrides getId() to return the main thread's ID. Arguments: offset, accesses per
 * thread, [wait].
 */
public final class Counter {
    public static void main(String[] arguments) throws Exception {
        long address = pages(2) + Long.parseLong(arguments[0]);
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
            UNSAFE.putOrderedLong(null, address, i);
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
            UNSAFE.getLongVolatile(null, address);
        }
    }
}
