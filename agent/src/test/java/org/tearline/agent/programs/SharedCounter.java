// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.UNSAFE;

import java.nio.MappedByteBuffer;
import java.nio.file.Path;

/**
 * Writes or reads a counter at byte 60 of a mapped file that another process reads or writes. The reader ends when it
 * has read the last value. Arguments: file, write or read, last value.
 */
public final class SharedCounter {
    private static final int OFFSET = 60;

    /** Kept reachable, as collecting the buffer would unmap the file. */
    private static MappedByteBuffer mapped;

    public static void main(String[] arguments) throws Exception {
        long times = Long.parseLong(arguments[2]);
        mapped = Memory.map(Path.of(arguments[0]));
        long address = Memory.address(mapped) + OFFSET;
        if (arguments[1].equals("write")) {
            for (long i = 1; i <= times; i++) {
                UNSAFE.putOrderedLong(null, address, i);
            }
        } else {
            while (UNSAFE.getLongVolatile(null, address) != times) {
                Thread.onSpinWait();
            }
        }
    }
}
