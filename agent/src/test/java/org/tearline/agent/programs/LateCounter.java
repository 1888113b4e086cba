// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.UNSAFE;

import java.nio.file.Files;
import java.nio.file.Path;

/** Counts to 100 at offset 60, reads until a file exists, and counts again. Argument: the file. */
public final class LateCounter {
    public static void main(String[] arguments) throws InterruptedException {
        long address = Memory.pages(1) + 60;
        count(address, 100);
        System.out.println("waiting");
        while (!Files.exists(Path.of(arguments[0]))) {
            UNSAFE.getLongVolatile(null, address);
            peek(address);
            Thread.sleep(1);
        }
        count(address, 100);
    }

    private static long peek(long address) {
        return UNSAFE.getLongVolatile(null, address);
    }

    private static void count(long address, int times) {
        for (int i = 0; i < times; i++) {
            UNSAFE.putOrderedLong(null, address, i);
        }
    }
}
