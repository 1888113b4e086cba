// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.nio.file.Files;
import java.nio.file.Path;

/** Counts at 60, reads until a file is there, and counts 100 times more. Argument: the file. Not thread-safe. */
public final class LateCounter {
    private LateCounter() {
    }

    public static void main(String[] arguments) {
        long address = Memory.pages(1) + 60;
        count(address, 100);
        System.out.println("waiting");
        while (!Files.exists(Path.of(arguments[0]))) {
            Memory.UNSAFE.getLongVolatile(null, address);
        }
        count(address, 100);
    }

    private static void count(long address, int times) {
        for (int i = 0; i < times; i++) {
            Memory.UNSAFE.putOrderedLong(null, address, i);
        }
    }
}
