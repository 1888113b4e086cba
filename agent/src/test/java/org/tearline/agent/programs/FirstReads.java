// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads a misaligned long under a sequence lock, before anything has made the agent link what it needs for that. */
public final class FirstReads {
    private static final VarHandle SEQUENCE =
        MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final int TIMES = 2_000;
    private static final int OFFSET = 60;

    private static final ByteBuffer BUFFER = Memory.direct(256);
    private static volatile boolean stop;

    public static void main(String[] arguments) throws InterruptedException {
        Thread writer = new Thread(FirstReads::write);
        writer.start();
        int seen = 0;
        for (int i = 0; i < TIMES || seen == 0; i++) {
            seen = read();
        }
        stop = true;
        writer.join();
        System.out.println("FirstReads ordered");
    }

    private static void write() {
        for (long value = 0; !stop; value++) {
            int sequence = (int) SEQUENCE.get(BUFFER, 0);
            SEQUENCE.setOpaque(BUFFER, 0, sequence + 1);
            VarHandle.releaseFence();
            BUFFER.putLong(OFFSET, value);
            SEQUENCE.setRelease(BUFFER, 0, sequence + 2);
        }
    }

    private static int read() {
        int sequence;
        int again;
        do {
            do {
                sequence = (int) SEQUENCE.getAcquire(BUFFER, 0);
            } while ((sequence & 1) != 0);
            BUFFER.getLong(OFFSET);
            VarHandle.acquireFence();
            again = (int) SEQUENCE.getOpaque(BUFFER, 0);
        } while (sequence != again);
        return again;
    }
}
