// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.PAGE;
import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.pages;

import java.nio.ByteBuffer;
import org.tearline.agent.programs.Turns.Part;

/**
 * Accesses longs at byte 60 of a line from two threads in turn. Each method accesses a value of its own, or that of the
 * method with the same name before the last word. Without an argument, the report shows how values are shared; with
 * one, how callers share a method. Not thread-safe.
 */
public final class Sharing {
    private static final int TIMES = 400;
    /** Few, because some hosts take milliseconds for a locked access across a line. */
    private static final int LOCKED_TIMES = 2;
    private static final int LINE = 64;
    private static final long NATIVE = pages(1);
    private static final long ADDRESS = NATIVE + 60;
    private static final ByteBuffer BUFFER = Memory.direct(PAGE);
    private static final long BULK = Memory.address(BUFFER);
    private static final byte[] BYTES = new byte[16];

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            callers();
            return;
        }
        Turns.around(Sharing::lockedUpdate, Sharing::lockedUpdate);
        Turns.around(Sharing::contendedWrite, Sharing::contendedRead);
        Part[] writes = {Sharing::copyMemory, Sharing::setMemory, Sharing::put, Sharing::putPart,
            Sharing::putBuffer, Sharing::putAt, Sharing::putPartAt, Sharing::putBufferAt};
        for (int i = 0; i < writes.length; i++) {
            bulkRead(2 * i);
            Turns.inTurn(times(TIMES, writes[i]));
            bulkRead(2 * i);
        }
    }

    private static void callers() throws Exception {
        times(100, () -> put(ADDRESS, 1)).run();
        Turns.inTurn(times(TIMES, () -> put(ADDRESS, 2)));
        times(100, () -> outer(LINE + 60, 1, 1)).run();
        times(TIMES, () -> {
            put(ADDRESS + 2 * LINE, 1);
            put(ADDRESS + 2 * LINE, 2);
        }).run();
    }

    private static Part times(int times, Part part) {
        return () -> {
            for (int i = 0; i < times; i++) {
                part.run();
            }
        };
    }

    static void lockedUpdate() {
        for (int i = 0; i < LOCKED_TIMES; i++) {
            UNSAFE.getAndAddLong(null, ADDRESS + 2 * LINE, 1);
        }
    }

    static void contendedWrite() {
        UNSAFE.putOrderedLong(null, ADDRESS + 7 * LINE, 1);
    }

    static void contendedRead() {
        UNSAFE.getLongVolatile(null, ADDRESS + 7 * LINE);
    }

    private static void bulkRead(int line) {
        for (int i = 0; i < TIMES; i++) {
            UNSAFE.getLongVolatile(null, BULK + line * LINE + 60);
        }
    }

    static void copyMemory() {
        UNSAFE.copyMemory(BULK, BULK + 52, 16);
    }

    static void setMemory() {
        UNSAFE.setMemory(BULK + 2 * LINE, 2 * LINE, (byte) 1);
    }

    static void put() {
        BUFFER.position(4 * LINE + 52).put(BYTES);
    }

    static void putPart() {
        BUFFER.position(6 * LINE + 55).put(BYTES, 4, 12);
    }

    static void putBuffer() {
        BUFFER.position(8 * LINE + 52).put(ByteBuffer.wrap(BYTES));
    }

    static void putAt() {
        BUFFER.put(10 * LINE + 52, BYTES);
    }

    static void putPartAt() {
        BUFFER.put(12 * LINE + 55, BYTES, 4, 12);
    }

    static void putBufferAt() {
        BUFFER.put(14 * LINE + 52, ByteBuffer.wrap(BYTES), 0, 16);
    }

    /** Passes an offset through three wrappers, one of them recursive. */
    private static void outer(long offset, long value, int again) {
        inner(NATIVE + offset, value, again);
    }

    private static void inner(long address, long value, int again) {
        if (again > 0) {
            inner(address, value, again - 1);
        } else {
            put(address, value);
        }
    }

    private static void put(long address, long value) {
        UNSAFE.putOrderedLong(null, address, value);
    }
}
