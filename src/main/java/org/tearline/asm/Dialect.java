// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import org.tearline.asm.Instruction.AccessKind;
import org.tearline.trial.Architecture;

/** Recognizes accesses to the tested value. Thread-safe. */
public interface Dialect {
    /**
     * Returns the dialect for accesses of a width.
     *
     * @throws UnsupportedOperationException unless this is x86-64, or AArch64 and the width is 8 bytes
     */
    static Dialect of(Architecture set, int bytes) {
        if (set == Architecture.X86_64) {
            return X86Dialect.of(bytes);
        }
        if (set != Architecture.AARCH64) {
            throw new UnsupportedOperationException("cannot decode machine code for " + System.getProperty("os.arch")
                + ", only for amd64 and aarch64");
        }
        if (bytes != Long.BYTES) {
            throw new UnsupportedOperationException("cannot find " + bytes + "-byte accesses in machine code for " + set
                + ", only " + Long.BYTES + "-byte ones");
        }
        return new Aarch64Dialect();
    }

    /** Whether an access loads, stores, or both. */
    enum Direction { LOAD, STORE, BOTH }

    /** An access to off-heap memory or to a byte array. */
    record RawAccess(AccessKind kind, Direction direction) {
    }

    /**
     * Returns an instruction's access to a raw address; null if it makes none. A raw address is one register or the
     * sum of two, on x86-64 perhaps plus the size of a byte array's header. Addresses of fields, elements of other
     * arrays and stack slots have a displacement, but C1 may load a field's offset into a register with the
     * previous instruction.
     *
     * @param before the previous instruction; the same one if it is the first
     */
    RawAccess rawAccess(Instruction instruction, Instruction before);

    /** Whether an instruction loads an element of the array of generations. */
    boolean loadsTable(Instruction instruction);
}
