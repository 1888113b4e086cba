// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.PAGE;
import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.pages;

import java.nio.ByteBuffer;
import org.tearline.agent.programs.Expected.Part;

/**
 * Accesses longs at byte 60 of a line from two threads in turn. Without an argument, the report shows how values are
 * shared, and the program prints the hits and the evidence; with one, how callers share a method. Not thread-safe.
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
    private static final String WATCHED = "400 unordered";
    private static final String PLAIN = "plain " + WATCHED;

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            callers();
            return;
        }
        Part update = () -> UNSAFE.getAndAddLong(null, ADDRESS + 2 * LINE, 1);
        Expected.say("6 locked", update);
        Turns.around(times(LOCKED_TIMES, update), times(LOCKED_TIMES, update));
        Part write = () -> UNSAFE.putOrderedLong(null, ADDRESS + 7 * LINE, 1);
        Part read = () -> UNSAFE.getLongVolatile(null, ADDRESS + 7 * LINE);
        Expected.say("2 unordered", write);
        Expected.say("1 unordered", read);
        Turns.around(write, read);
        written(WATCHED, 0, () -> UNSAFE.copyMemory(BULK, BULK + 52, 16));
        written(WATCHED, 2, () -> UNSAFE.setMemory(BULK + 2 * LINE, 2 * LINE, (byte) 1));
        written(PLAIN, 4, () -> BUFFER.position(4 * LINE + 52).put(BYTES));
        written(PLAIN, 6, () -> BUFFER.position(6 * LINE + 55).put(BYTES, 4, 12));
        written(PLAIN, 8, () -> BUFFER.position(8 * LINE + 52).put(ByteBuffer.wrap(BYTES)));
        written(PLAIN, 10, () -> BUFFER.put(10 * LINE + 52, BYTES));
        written(PLAIN, 12, () -> BUFFER.put(12 * LINE + 55, BYTES, 4, 12));
        written(PLAIN, 14, () -> BUFFER.put(14 * LINE + 52, ByteBuffer.wrap(BYTES), 0, 16));
    }

    /** Another thread writes the value in a line again and again, between reads. */
    private static void written(String truth, int line, Part write) throws Exception {
        Expected.say(truth, write);
        Turns.around(times(TIMES, () -> UNSAFE.getLongVolatile(null, BULK + line * LINE + 60)), times(TIMES, write));
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

    private static Turns.Part times(int times, Turns.Part part) {
        return () -> {
            for (int i = 0; i < times; i++) {
                part.run();
            }
        };
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
