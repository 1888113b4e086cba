package org.tearline.plan;

import java.util.Locale;

/**
 * Where published libraries keep a shared long, and how they write and read it. Offsets are from the start of the
 * buffer or file, which is page-aligned. Immutable.
 */
public enum LibraryCase {
    /**
     * Agrona 2.6.0: {@code CountersReader.counterOffset(1)} is COUNTER_LENGTH, 128, and the value comes first; {@code
     * AtomicCounter.incrementRelease} is putLongRelease, {@code CountersReader.getCounterValue} getLongVolatile.
     */
    AGRONA_COUNTER(128, WriteMode.ORDERED, ReadMode.VOLATILE, "Agrona 2.6.0, the value of counter 1"),
    /**
     * Chronicle Queue 2026.4: {@code SingleChronicleQueueStore} writes its writePosition with int128forBinding, aligned
     * to 16; in the file of a new queue it lies at 64. {@code LongValue.setMaxValue} is a compare-and-set.
     */
    CHRONICLE_QUEUE(64, WriteMode.CAS, ReadMode.VOLATILE, "Chronicle Queue 2026.4, writePosition in the file's header"),
    /** Chronicle Bytes 2.26, in its tests: {@code MMapPingPongMain} has both processes compare and set at 0. */
    IPC_PING(0, WriteMode.CAS, ReadMode.CAS, "Chronicle Bytes 2.26, MMapPingPongMain");

    private final int offset;
    private final WriteMode write;
    private final ReadMode read;
    private final String source;

    LibraryCase(int offset, WriteMode write, ReadMode read, String source) {
        this.offset = offset;
        this.write = write;
        this.read = read;
        this.source = source;
    }

    /** In bytes from the start of the buffer. */
    public int offset() {
        return offset;
    }

    /** How the library writes it. */
    public WriteMode write() {
        return write;
    }

    /** How the library reads it. */
    public ReadMode read() {
        return read;
    }

    /** The library, its version and what lies there. */
    public String source() {
        return source;
    }

    /** The name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
