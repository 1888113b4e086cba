// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/**
 * A queue in a mapped file, with a page before it that says what it is, who uses it and how far they are. Whatever
 * happens to either process, the file can be opened again. The state is for any thread, the queue for one of each side.
 *
 * <p>As a command it says what is in a file: {@code QueueFile FILE}.
 */
public final class QueueFile {
    /** A process that has not come yet, or a number that is not known yet. */
    static final long NONE = -1;

    private static final int HEADER_BYTES = 4096;
    private static final long MAGIC = 0x5445_4152_5155_4555L;
    /** Positions in the header; what is written while the queue runs has a line of its own, of any usual length. */
    private static final int SUBJECT = 8;
    private static final int LINE = 16;
    private static final int PIDS = 256;
    private static final int PROGRESS = 1024;
    private static final int STOPPED = 2048;
    private static final int APART = 256;

    private final Path path;
    /** Held, because the memory goes with it. */
    private final ByteBuffer mapped;
    private final long header;
    private final Subject subject;
    private final OffHeapQueue queue;

    private QueueFile(Path path, ByteBuffer mapped) throws IOException {
        this.path = path;
        this.mapped = mapped;
        header = BufferUtil.address(mapped);
        int index = (int) UnsafeApi.getLongVolatile(null, header + SUBJECT);
        int lineBytes = (int) UnsafeApi.getLongVolatile(null, header + LINE);
        if (UnsafeApi.getLongVolatile(null, header) != MAGIC || index < 0 || index >= Subject.list().size()
            || lineBytes < Long.BYTES || lineBytes > HEADER_BYTES) {
            throw new IOException(path + " holds no queue");
        }
        subject = Subject.list().get(index);
        queue = OffHeapQueue.of(subject.access(), header + HEADER_BYTES, subject.place(), subject.counting(),
            lineBytes);
    }

    /** The two sides. */
    enum Side {
        PRODUCER, CONSUMER;

        Side other() {
            return this == PRODUCER ? CONSUMER : PRODUCER;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Makes a file with an empty queue; whatever was there is gone. */
    public static QueueFile create(Path path, Subject subject, int lineBytes) throws IOException {
        Files.deleteIfExists(path);
        ByteBuffer mapped = map(path, StandardOpenOption.CREATE_NEW);
        long header = BufferUtil.address(mapped);
        UnsafeApi.putLong(null, header + SUBJECT, Subject.list().indexOf(subject));
        UnsafeApi.putLong(null, header + LINE, lineBytes);
        for (Side side : Side.values()) {
            UnsafeApi.putLong(null, header + PIDS + side.ordinal() * APART, NONE);
            UnsafeApi.putLong(null, header + PROGRESS + side.ordinal() * APART, NONE);
        }
        UnsafeApi.putLongVolatile(null, header, MAGIC);
        return new QueueFile(path, mapped);
    }

    /** Opens the file of another process, or of a dead one. */
    public static QueueFile open(Path path) throws IOException {
        if (Files.size(path) != HEADER_BYTES + Place.bytes()) {
            throw new IOException(path + " holds no queue");
        }
        return new QueueFile(path, map(path, StandardOpenOption.WRITE));
    }

    private static ByteBuffer map(Path path, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, how)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, HEADER_BYTES + Place.bytes());
        }
    }

    Subject subject() {
        return subject;
    }

    OffHeapQueue queue() {
        return queue;
    }

    /** The calling process takes a side. */
    void take(Side side) {
        UnsafeApi.putLongVolatile(null, header + PIDS + side.ordinal() * APART, ProcessHandle.current().pid());
    }

    /** Returns the process of a side; {@link #NONE} until it takes it. */
    long process(Side side) {
        return UnsafeApi.getLongVolatile(null, header + PIDS + side.ordinal() * APART);
    }

    /** Returns how many elements the consumer has taken, as its counter says. */
    long taken() {
        return queue.taken();
    }

    /** A side is done. */
    void done(Side side, long elements) {
        UnsafeApi.putLongVolatile(null, header + PROGRESS + side.ordinal() * APART, elements);
    }

    /** Returns how many elements a side that is done had put in or taken out; {@link #NONE} before. */
    long done(Side side) {
        return UnsafeApi.getLongVolatile(null, header + PROGRESS + side.ordinal() * APART);
    }

    /** Asks both sides to end. */
    void stop() {
        UnsafeApi.putLongVolatile(null, header + STOPPED, 1);
    }

    boolean stopped() {
        return UnsafeApi.getLongVolatile(null, header + STOPPED) != 0;
    }

    /**
     * Returns whether the process of a side took it and is no more. One that nobody has waited for yet is no more
     * either.
     */
    boolean gone(Side side) {
        long process = process(side);
        return process != NONE && (ProcessHandle.of(process).map(handle -> !handle.isAlive()).orElse(true)
            || unburied(process));
    }

    private static boolean unburied(long process) {
        try {
            // "1234 (java) Z …": the name may have blanks and brackets in it.
            String stat = Files.readString(Path.of("/proc", Long.toString(process), "stat"));
            return stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException noLinux) {
            return false;
        }
    }

    /**
     * Takes out what is left and says what it is; for when both sides are gone. Of a queue whose counters straddle a
     * boundary and were damaged, as much as it has room for is looked at.
     */
    public String rest() {
        Received received = new Received();
        long whole = 0;
        long garbled = 0;
        while (whole + garbled < Spsc.CAPACITY && queue.poll(received)) {
            if (received.checksum == Element.checksum(received.sequence)) {
                whole++;
            } else {
                garbled++;
            }
        }
        return path.getFileName() + ": queue " + subject.id() + ", left in it: " + whole + " whole, " + garbled
            + " garbled";
    }


    public static void main(String[] args) throws IOException {
        System.out.println(open(Path.of(args[0])).rest());
    }
}
