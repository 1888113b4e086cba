// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.ARRAY_LONGS;
import static org.tearline.agent.programs.Memory.PAGE;
import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.direct;
import static org.tearline.agent.programs.Memory.map;
import static org.tearline.agent.programs.Memory.pages;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.tearline.agent.programs.Expected.Part;

/** Uses memory that is filled by copies, or freed and allocated again. */
public final class Reused {
    private static final int TIMES = 20;
    private static final int LINE = 64;
    /** A size that nobody else allocates. */
    private static final int BYTES = 880;
    private static final int COPIES = 500_000_000;
    private static final int COMPILE_MILLIS = 200;
    private static final int MOST_TRIES = 1_000;
    private static final byte[] SOURCE = new byte[100];
    private static final byte[] LOOPED = new byte[128];
    private static final ByteBuffer FILLED = direct(2 * PAGE);
    private static final long NATIVE = pages(1);
    private static final String AT_60 = "8 at 60 unordered";
    private static final String IN_ARRAY = "8 at 4 unordered";
    private static long freed;
    private static long line;
    /** Not volatile, so that the compiled loop reads no field again for it. */
    private static boolean looped;
    private static long sum;
    private static byte written;

    public static void main(String[] arguments) throws Exception {
        Expected.say("8 at 4 unordered", (Part) Reused::loopedCopy, (Part) Reused::loopedRead);
        Turns.together(Reused::loopedCopy, Reused::loopedRead);
        // Bulk writes are recorded from the first misaligned access on.
        Part first = () -> UNSAFE.putLongVolatile(null, NATIVE + 60, 1);
        Expected.say("8 at 60 ordered", first);
        Turns.together(first);
        fill();
        writeParts();
        useFreedMemory();
        // Reads under a lock what it has written without one, byte by byte, so that no write is seen.
        Part read = () -> {
            UNSAFE.putByte(NATIVE + 11 * LINE + 60, ++written);
            synchronized (SOURCE) {
                sum += UNSAFE.getLongVolatile(null, NATIVE + 11 * LINE + 60);
            }
        };
        Expected.inTurn("8 at 60 unknown", read, read);
        mapAgain();
        System.out.println(sum);
    }

    /** A copy is the first write to what is read. */
    private static void fill() throws Exception {
        byte[] filled = new byte[128];
        readTwice(IN_ARRAY, () -> System.arraycopy(SOURCE, 0, filled, 0, 100),
            () -> sum += (long) ARRAY_LONGS.get(filled, 60));
        readTwice(AT_60, () -> FILLED.put(0, SOURCE, 0, 100), () -> sum += FILLED.getLong(60));
        // Reads a value across a page.
        readTwice(AT_60, () -> FILLED.put(PAGE - 50, SOURCE, 0, 100),
            () -> sum += FILLED.getLong(PAGE - 4));
        byte[] refilled = new byte[128];
        Part copy = () -> System.arraycopy(SOURCE, 0, refilled, 0, 100);
        Expected.say(IN_ARRAY, copy);
        Expected.around(IN_ARRAY, copy, () -> sum += (long) ARRAY_LONGS.get(refilled, 60));
    }

    /** Writes longs in two parts, before or after somebody reads them. */
    private static void writeParts() throws Exception {
        Part write = () -> {
            for (int part = 58; part < 66; part += Integer.BYTES) {
                UNSAFE.putIntVolatile(null, NATIVE + line + part, 1);
            }
        };
        Part read = () -> sum += UNSAFE.getLongVolatile(null, NATIVE + line + 58);
        Expected.say("4 at 58,62 unordered", write);
        line = 13 * LINE;
        readTwice("8 at 58 unordered", write, read);
        line = 15 * LINE;
        Expected.around("8 at 58 unordered", write, read);
    }

    private static void readTwice(String truth, Turns.Part write, Part read) throws Exception {
        Expected.say(truth, read);
        Turns.inTurn(write, read, read);
    }

    private static void useFreedMemory() throws Exception {
        Part write = () -> UNSAFE.putLongVolatile(null, inLine(freed), 1);
        Part read = () -> sum += UNSAFE.getLongVolatile(null, inLine(freed));
        Expected.say(AT_60, write, read);
        freed = UNSAFE.allocateMemory(BYTES);
        int reused = 0;
        for (int i = 0; i < TIMES; i++) {
            Turns.inTurn(write, read, read);
            long before = freed;
            freed = again(before);
            reused += freed == before ? 1 : 0;
        }
        if (reused == 0) {
            throw new AssertionError("no memory was allocated again");
        }
        long contended = UNSAFE.allocateMemory(BYTES);
        Part writeContended = () -> UNSAFE.putLongVolatile(null, inLine(contended), 1);
        Expected.say(AT_60, writeContended);
        Expected.around(AT_60, writeContended, () -> sum += UNSAFE.getLongVolatile(null, inLine(contended)));
        again(contended);
    }

    /** Maps files anew each time; the system reuses the address. */
    private static void mapAgain() throws Exception {
        Path file = Files.write(Path.of("remapped"), new byte[PAGE]);
        for (int i = 0; i < TIMES; i++) {
            Expected.inTurn(AT_60, () -> unmap(map(file).putLong(60, 1)), () -> {
                ByteBuffer mapped = map(file);
                sum += mapped.getLong(60);
                unmap(mapped);
            });
        }
        ByteBuffer one = map(file);
        ByteBuffer other = map(file);
        for (int i = 0; i < TIMES; i++) {
            Expected.inTurn(AT_60, () -> one.put(2 * LINE, SOURCE), () -> sum += other.getLong(2 * LINE + 60));
        }
        Set<Long> addresses = new HashSet<>();
        for (int i = 0; i < TIMES; i++) {
            Path next = Files.write(Path.of("other" + i), new byte[PAGE]);
            Part read = () -> {
                ByteBuffer mapped = map(next);
                sum += mapped.getLong(LINE + 60);
                unmap(mapped);
            };
            Expected.inTurn(AT_60, () -> {
                ByteBuffer mapped = map(next).putLong(LINE + 60, 1);
                addresses.add(Memory.address(mapped));
                unmap(mapped);
            }, read, read);
        }
        if (addresses.size() == TIMES) {
            throw new AssertionError("no address was mapped again");
        }
    }

    private static void unmap(ByteBuffer mapped) {
        UNSAFE.invokeCleaner(mapped);
    }

    /** Frees memory, and returns the same memory, or other memory if the JVM has taken it for itself. */
    private static long again(long memory) {
        UNSAFE.freeMemory(memory);
        long next = UNSAFE.allocateMemory(BYTES);
        for (int i = 0; i < MOST_TRIES && next != memory; i++) {
            next = UNSAFE.allocateMemory(BYTES);
        }
        return next;
    }

    private static long inLine(long memory) {
        return (memory + LINE - 1 & -LINE) + 60;
    }

    /** Is in a compiled loop when the first value is tracked. */
    static void loopedCopy() {
        for (int i = 0; i < COPIES && !looped; i++) {
            System.arraycopy(SOURCE, 0, LOOPED, 60, 8);
        }
    }

    static void loopedRead() throws InterruptedException {
        Thread.sleep(COMPILE_MILLIS);
        for (int i = 0; i < TIMES; i++) {
            sum += (long) ARRAY_LONGS.get(LOOPED, 60);
            Thread.sleep(1);
        }
        looped = true;
    }
}
