// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.WriteMode;

/**
 * The accesses that one kind of memory offers, one small object for each mode, so that a loop can be compiled for
 * exactly one of them. They are told the width and what they work on with every call: both are constants of the loop,
 * so what is compiled has no choice left in it. Any thread may create them.
 */
public interface Accesses {

    /** Returns the store of this mode. */
    WriteAccess write(WriteMode mode);

    /** Returns the read of this mode; the mode cas has none, see {@link #cas()}. */
    ReadAccess read(ReadMode mode);

    /** Returns the compare-and-set that the cas reader and the confirmation of a witness use. */
    CasAccess cas();

    /**
     * Writes zero once and reads once, outside any loop: what the API refuses, it refuses here.
     *
     * @throws RuntimeException what the API threw
     */
    default void tryOnce(Operand operand, WriteMode write, ReadMode read, long position) {
        int width = operand.width().bytes();
        write(write).write(width, operand.base(), position, 0, 0);
        if (read == ReadMode.CAS) {
            cas().holds(width, operand.base(), position, 0);
        } else {
            read(read).read(width, operand.base(), position, 0);
        }
    }

    /** Returns the accesses to this kind of memory. */
    static Accesses of(Memory memory) {
        return switch (memory) {
            case UNSAFE, HEAP, MAPPED -> UnsafeAccesses.all();
            case DIRECT -> AgronaAccesses.all();
            case BYTEBUFFER -> ByteBufferAccesses.all();
            case HEAPVIEW, SEGMENT -> ViewAccesses.all();
        };
    }
}
