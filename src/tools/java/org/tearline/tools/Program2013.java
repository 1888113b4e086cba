// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;

/**
 * Works like the program of 2013 that showed such tears: one thread stores 0 and -1 in turn, another loads until
 * it sees neither. Nothing is pinned or stressed, and nothing is counted. Used to compare the time to the first tear.
 */
final class Program2013 {
    private static final int PAGE_BYTES = 4_096;
    /** Loads between two looks at the clock. */
    private static final int LOADS = 1_000;

    private Program2013() {
    }

    /** Prints the nanoseconds until the first tear, or -1. The arguments: write, read, offset and a limit in ms. */
    public static void main(String[] arguments) {
        long page = UnsafeApi.allocateMemory(3L * PAGE_BYTES) + PAGE_BYTES - 1 & -PAGE_BYTES;
        long address = page + Integer.parseInt(arguments[2]);
        UnsafeApi.putLong(address, 0);
        Thread writer = new Thread(() -> write(address, arguments[0]));
        writer.setDaemon(true);
        writer.start();
        System.out.println(read(address, arguments[1], TimeUnit.MILLISECONDS.toNanos(Long.parseLong(arguments[3]))));
    }

    private static void write(long address, String mode) {
        for (long value = -1; true; value = ~value) {
            switch (mode) {
                case "ordered" -> UnsafeApi.putLongRelease(null, address, value);
                case "volatile" -> UnsafeApi.putLongVolatile(null, address, value);
                default -> UnsafeApi.compareAndSetLong(null, address, ~value, value);
            }
        }
    }

    private static long read(long address, String mode, long limit) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < limit) {
            for (int i = 0; i < LOADS; i++) {
                long seen = mode.equals("volatile") ? UnsafeApi.getLongVolatile(null, address)
                    : UnsafeApi.compareAndExchangeLong(null, address, 0, 0);
                if (seen != 0 && seen != -1) {
                    return System.nanoTime() - start;
                }
            }
        }
        return -1;
    }
}
