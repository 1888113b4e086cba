// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.tearline.trial.Memory;

/** Finds the accesses to a kind of memory. Thread-safe. */
public final class MemoryAccesses {
    private MemoryAccesses() {
    }

    public static Accesses of(Memory memory) {
        return switch (memory) {
            case UNSAFE, HEAP, MAPPED -> UnsafeAccesses.ALL;
            case DIRECT -> AgronaAccesses.ALL;
            case BYTEBUFFER, HEAPBUFFER -> ByteBufferAccesses.ALL;
            case HEAPVIEW, SEGMENT -> VarHandleAccesses.ALL;
        };
    }
}
