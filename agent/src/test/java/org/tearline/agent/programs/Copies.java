// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Publishes copies of an array. Each method accesses the copy of the one with the same name before the last word. */
public final class Copies {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final byte[] SOURCE = new byte[100];
    private static byte[] copy;
    private static byte[] range;
    private static byte[] cloned;
    private static byte[] again;
    private static long sum;

    public static void main(String[] arguments) throws Exception {
        // Copies are watched from the first misaligned access on.
        LONGS.set(SOURCE, 60, 1L);
        Turns.inTurn(Copies::copyOf, Copies::copyOfRead, Copies::copyOfRead);
        Turns.inTurn(Copies::copyOfRange, Copies::copyOfRangeRead, Copies::copyOfRangeRead);
        Turns.inTurn(Copies::cloned, Copies::clonedRead, Copies::clonedRead);
        copyOfAgain();
        Turns.inTurn(Copies::copyOfAgainRead);
        copyOfAgainWrite();
        System.out.println(sum);
    }

    static void copyOf() {
        copy = Arrays.copyOf(SOURCE, 128);
    }

    static void copyOfRead() {
        sum += (long) LONGS.get(copy, 60);
    }

    static void copyOfRange() {
        range = Arrays.copyOfRange(SOURCE, 1, 90);
    }

    static void copyOfRangeRead() {
        sum += (long) LONGS.get(range, 60);
    }

    static void cloned() {
        cloned = SOURCE.clone();
    }

    static void clonedRead() {
        sum += (long) LONGS.get(cloned, 60);
    }

    static void copyOfAgain() {
        again = Arrays.copyOf(SOURCE, 128);
    }

    static void copyOfAgainRead() {
        sum += (long) LONGS.get(again, 60);
    }

    /** Writes to a copy that another thread reads. */
    static void copyOfAgainWrite() {
        LONGS.set(again, 60, 1L);
    }

    private Copies() {
    }
}
