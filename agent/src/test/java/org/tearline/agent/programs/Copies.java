// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.ARRAY_LONGS;

import java.util.Arrays;
import org.tearline.agent.programs.Expected.Part;

/** Publishes copies of an array, so that a copy is the first write to a value. */
public final class Copies {
    private static final byte[] SOURCE = new byte[100];
    private static byte[] copy;
    private static long sum;

    public static void main(String[] arguments) throws Exception {
        Part read = () -> sum += (long) ARRAY_LONGS.get(copy, 60);
        Part write = () -> ARRAY_LONGS.set(copy, 60, 1L);
        Part[] copies = {() -> copy = Arrays.copyOf(SOURCE, 128), () -> copy = Arrays.copyOfRange(SOURCE, 1, 90),
            () -> copy = SOURCE.clone()};
        Expected.say("8 at 4 ordered", copies);
        Expected.say("8 at 4 ordered", "main");
        Expected.say("8 at 4 unordered", read, write);
        // Copies are watched from the first misaligned access on.
        ARRAY_LONGS.set(SOURCE, 60, 1L);
        for (Part make : copies) {
            Turns.inTurn(make, read, read);
        }
        // Writes to a copy that another thread reads.
        copies[0].run();
        Turns.inTurn(read);
        write.run();
        System.out.println(sum);
    }
}
