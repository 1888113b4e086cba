// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.tearline.agent.programs.Expected.Part;

/** Publishes copies of an array, so that a copy is the first write to a value. */
public final class Copies {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final byte[] SOURCE = new byte[100];
    private static byte[] copy;
    private static long sum;

    public static void main(String[] arguments) throws Exception {
        Part read = () -> sum += (long) LONGS.get(copy, 60);
        Part write = () -> LONGS.set(copy, 60, 1L);
        Part[] copies = {() -> copy = Arrays.copyOf(SOURCE, 128), () -> copy = Arrays.copyOfRange(SOURCE, 1, 90),
            () -> copy = SOURCE.clone()};
        Expected.say("8 at 4 ordered", copies);
        Expected.say("8 at 4 ordered", "main");
        Expected.say("8 at 4 unordered", read, write);
        // Copies are watched from the first misaligned access on.
        LONGS.set(SOURCE, 60, 1L);
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
