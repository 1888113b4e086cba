package org.tearline.kernel;

import org.tearline.memory.Region;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;

/**
 * The accesses that one region offers, one small object each, so that a loop can be compiled for exactly one of them.
 * Any thread may create them.
 */
public interface Accesses {

    /** The store of this mode. */
    WriteAccess write(WriteMode mode);

    /** The read of this mode; the mode cas has none, see {@link #cas()}. */
    ReadAccess read(ReadMode mode);

    /** The compare-and-set that the cas reader and the confirmation of a witness use. */
    CasAccess cas();

    /**
     * Writes zero once and reads once, outside any loop: what the API refuses, it refuses here.
     *
     * @throws RuntimeException what the API threw
     */
    default void tryOnce(WriteMode write, ReadMode read, long position) {
        write(write).write(position, 0, 0);
        if (read == ReadMode.CAS) {
            cas().holds(position, 0);
        } else {
            read(read).read(position, 0);
        }
    }

    /** The accesses for a region of this kind of memory. */
    static Accesses of(Memory memory, Region region) {
        return switch (memory) {
            case UNSAFE -> new UnsafeAccesses();
            case DIRECT -> new AgronaAccesses(region.agrona());
            case BYTEBUFFER -> new ByteBufferAccesses(region.buffer());
        };
    }
}
