// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.nio.ByteBuffer;

/** One long at byte 60 of a page, shared by threads that run one after the other. Argument: how. Not thread-safe. */
public final class Sharing {
    private static final int TIMES = 400;
    private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(2 * Memory.PAGE).alignedSlice(Memory.PAGE);
    private static final long PAGE = Memory.address(BUFFER);
    private static final long ADDRESS = PAGE + 60;

    private Sharing() {
    }

    public static void main(String[] arguments) throws InterruptedException {
        switch (arguments[0]) {
            case "published" -> inTurn(Sharing::write, Sharing::read, Sharing::read);
            case "handed" -> inTurn(Sharing::write, () -> {
                read();
                write();
            });
            case "locked" -> inTurn(Sharing::add, Sharing::add, Sharing::add);
            case "contended" -> inTurn(Sharing::write, Sharing::read, Sharing::write);
            case "copied" -> inTurn(Sharing::read, () -> times(() -> Memory.UNSAFE.copyMemory(PAGE, PAGE + 64, 16)),
                Sharing::read);
            case "set" -> inTurn(Sharing::read, () -> Memory.UNSAFE.setMemory(PAGE, Memory.PAGE, (byte) 1),
                Sharing::read);
            case "put" -> inTurn(Sharing::read, () -> times(() -> BUFFER.position(52).put(new byte[16])),
                Sharing::read);
            case "callers" -> inTurn(Sharing::first, Sharing::second);
            case "turns" -> times(() -> {
                put(ADDRESS, 1);
                put(ADDRESS, 2);
            });
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** The first and the last in this thread, those between in one of their own. */
    private static void inTurn(Runnable... parts) throws InterruptedException {
        for (int i = 0; i < parts.length; i++) {
            if (i == 0 || i == 2) {
                parts[i].run();
            } else {
                Thread thread = new Thread(parts[i]);
                thread.start();
                thread.join();
            }
        }
    }

    private static void times(Runnable part) {
        for (int i = 0; i < TIMES; i++) {
            part.run();
        }
    }

    private static void write() {
        times(() -> Memory.UNSAFE.putOrderedLong(null, ADDRESS, 1));
    }

    private static void read() {
        times(() -> Memory.UNSAFE.getLongVolatile(null, ADDRESS));
    }

    private static void add() {
        times(() -> Memory.UNSAFE.getAndAddLong(null, ADDRESS, 1));
    }

    private static void first() {
        for (int i = 0; i < 100; i++) {
            put(ADDRESS, i);
        }
    }

    private static void second() {
        times(() -> put(ADDRESS, 1));
    }

    private static void put(long address, long value) {
        Memory.UNSAFE.putOrderedLong(null, address, value);
    }
}
