// SPDX-License-Identifier: Apache-2.0
package org.tearline.plan;

import java.util.Locale;

/**
 * Names where published libraries keep a shared value, and how they write and read it. Offsets are from the start of
 * the buffer or file, which is page-aligned. Immutable.
 */
public enum LibraryCase {
    /**
     * Agrona 2.6.0: {@code CountersReader.counterOffset(1)} is COUNTER_LENGTH, 128, and the value comes first; {@code
     * AtomicCounter.incrementRelease} is putLongRelease, {@code CountersReader.getCounterValue} getLongVolatile.
     */
    AGRONA_COUNTER(128, Width.LONG, Memory.DIRECT, Processes.ONE, WriteMode.ORDERED, ReadMode.VOLATILE,
        "Agrona 2.6.0, counter 1 in a values buffer"),
    /**
     * Chronicle Queue 2026.4: {@code AbstractWire.updateHeader} is compareAndSwapInt on an excerpt's header, {@code
     * enterHeader} getIntVolatile. Without padding a header lies where the excerpt before it ended: 94 of 2,000 were
     * seen across a line, at 61, 62 and 63 (docs/findings.md).
     */
    CHRONICLE_QUEUE(61, Width.INT, Memory.MAPPED, Processes.TWO, WriteMode.CAS, ReadMode.VOLATILE,
        "Chronicle Queue 2026.4, header of an excerpt without padding"),
    /**
     * Chronicle Queue 2026.4: {@code SingleChronicleQueueStore} writes its writePosition with int128forBinding, aligned
     * to 16; in the file of a new queue it lies at 64. {@code LongValue.setMaxValue} is a compare-and-set.
     */
    CHRONICLE_POSITION(64, Width.LONG, Memory.MAPPED, Processes.TWO, WriteMode.CAS, ReadMode.VOLATILE,
        "Chronicle Queue 2026.4, writePosition in a queue's file"),
    /** Chronicle Bytes 2.26, in its tests: {@code MMapPingPongMain} has both processes compare and set at 0. */
    IPC_PING(0, Width.LONG, Memory.MAPPED, Processes.TWO, WriteMode.CAS, ReadMode.CAS,
        "Chronicle Bytes 2.26, MMapPingPongMain");

    private final int offset;
    private final Width width;
    private final Memory memory;
    private final Processes processes;
    private final WriteMode write;
    private final ReadMode read;
    private final String source;

    LibraryCase(int offset, Width width, Memory memory, Processes processes, WriteMode write, ReadMode read,
                String source) {
        this.offset = offset;
        this.width = width;
        this.memory = memory;
        this.processes = processes;
        this.write = write;
        this.read = read;
        this.source = source;
    }

    /** In bytes from the start of the buffer or file. */
    public int offset() {
        return offset;
    }

    /** Of the value. */
    public Width width() {
        return width;
    }

    /** Returns the nearest to where the library has it. */
    public Memory memory() {
        return memory;
    }

    /** In how many processes writer and reader are. */
    public Processes processes() {
        return processes;
    }

    /** Returns how the library writes it. */
    public WriteMode write() {
        return write;
    }

    /** Returns how the library reads it. */
    public ReadMode read() {
        return read;
    }

    /** Returns the library, its version and what lies there. */
    public String source() {
        return source;
    }

    /** Returns the name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
