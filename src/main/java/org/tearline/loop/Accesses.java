// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.WriteMode;

/**
 * The accesses that one kind of memory offers, one small object for each mode, so that a loop is compiled for exactly
 * one of them. Width and base come with every call; both are constants of the loop, so what is compiled has no choice
 * left.
 */
public interface Accesses {

    WriteAccess write(WriteMode mode);

    /** The mode cas has none, see {@link #cas()}. */
    ReadAccess read(ReadMode mode);

    /** The question of the cas reader. */
    CasAccess cas();

    /** Writes zero once and reads once, outside any loop; throws what the API throws. */
    default void tryOnce(Operand operand, WriteMode write, ReadMode read, long position) {
        int width = operand.width().bytes();
        write(write).write(width, operand.base(), position, 0, 0);
        if (read == ReadMode.CAS) {
            cas().holds(width, operand.base(), position, 0);
        } else {
            read(read).read(width, operand.base(), position, 0);
        }
    }

    static Accesses of(Memory memory) {
        return switch (memory) {
            case UNSAFE, HEAP, MAPPED -> UnsafeAccesses.all();
            case DIRECT -> AgronaAccesses.all();
            case BYTEBUFFER -> ByteBufferAccesses.all();
            case HEAPVIEW, SEGMENT -> ViewAccesses.all();
        };
    }
}
