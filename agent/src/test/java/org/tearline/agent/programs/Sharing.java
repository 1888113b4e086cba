// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.nio.ByteBuffer;

/** Accesses a long at byte 60 of a page from two threads in turn. Argument: the way of sharing. Not thread-safe. */
public final class Sharing {
    private static final int TIMES = 400;
    /** Few, because some hosts take milliseconds for a locked access across a line. */
    private static final int LOCKED_TIMES = 10;
    private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(2 * Memory.PAGE).alignedSlice(Memory.PAGE);
    private static final long PAGE = Memory.address(BUFFER);
    private static final long ADDRESS = PAGE + 60;
    private static final Runnable WRITE = times(TIMES, () -> Memory.UNSAFE.putOrderedLong(null, ADDRESS, 1));
    private static final Runnable READ = times(TIMES, () -> Memory.UNSAFE.getLongVolatile(null, ADDRESS));
    private static final Runnable ADD = times(LOCKED_TIMES, () -> Memory.UNSAFE.getAndAddLong(null, ADDRESS, 1));
    private static final Runnable COPY = times(TIMES, () -> Memory.UNSAFE.copyMemory(PAGE, PAGE + 64, 16));
    private static final Runnable SET = () -> Memory.UNSAFE.setMemory(PAGE, Memory.PAGE, (byte) 1);
    private static final byte[] BYTES = new byte[16];

    public static void main(String[] arguments) throws InterruptedException {
        switch (arguments[0]) {
            case "published" -> inTurn(WRITE, READ, READ);
            case "handed" -> inTurn(WRITE, times(2, () -> {
                READ.run();
                WRITE.run();
            }));
            case "locked" -> inTurn(ADD, ADD, ADD);
            case "contended" -> inTurn(WRITE, READ, WRITE);
            case "copyMemory" -> inTurn(READ, COPY, READ);
            case "setMemory" -> inTurn(READ, SET, READ);
            case "initialized" -> inTurn(() -> {
                ADD.run();
                SET.run();
            }, ADD, ADD);
            case "put" -> writtenBy(() -> BUFFER.position(52).put(BYTES));
            case "put part" -> writtenBy(() -> BUFFER.position(55).put(BYTES, 4, 12));
            case "put buffer" -> writtenBy(() -> BUFFER.position(52).put(ByteBuffer.wrap(BYTES)));
            case "put at" -> writtenBy(() -> BUFFER.put(52, BYTES));
            case "put part at" -> writtenBy(() -> BUFFER.put(55, BYTES, 4, 12));
            case "put buffer at" -> writtenBy(() -> BUFFER.put(52, ByteBuffer.wrap(BYTES), 0, 16));
            case "nested" -> times(100, () -> outer(60, 1, 1)).run();
            case "callers" -> inTurn(times(100, () -> put(ADDRESS, 1)), times(TIMES, () -> put(ADDRESS, 2)));
            case "turns" -> times(TIMES, () -> {
                put(ADDRESS, 1);
                put(ADDRESS, 2);
            }).run();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** Runs the parts one after another, the second one in a new thread. */
    private static void inTurn(Runnable... parts) throws InterruptedException {
        for (int i = 0; i < parts.length; i++) {
            Thread thread = new Thread(parts[i]);
            if (i == 1) {
                thread.start();
                thread.join();
            } else {
                thread.run();
            }
        }
    }

    private static Runnable times(int times, Runnable part) {
        return () -> {
            for (int i = 0; i < times; i++) {
                part.run();
            }
        };
    }

    private static void writtenBy(Runnable write) throws InterruptedException {
        inTurn(READ, times(TIMES, write), READ);
    }

    /** Passes an offset through three wrappers, one of them recursive. */
    private static void outer(long offset, long value, int again) {
        inner(PAGE + offset, value, again);
    }

    private static void inner(long address, long value, int again) {
        if (again > 0) {
            inner(address, value, again - 1);
        } else {
            put(address, value);
        }
    }

    private static void put(long address, long value) {
        Memory.UNSAFE.putOrderedLong(null, address, value);
    }
}
