// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.List;
import java.util.Locale;
import org.tearline.asm.Instruction.AccessKind;

/** The supported instruction sets, with the options for objdump. */
public enum InstructionSet {
    X86_64("i386:x86-64", List.of("-M", "intel")),
    AARCH64("aarch64", List.of());

    final String objdumpMachine;
    final List<String> objdumpOptions;

    InstructionSet(String objdumpMachine, List<String> objdumpOptions) {
        this.objdumpMachine = objdumpMachine;
        this.objdumpOptions = objdumpOptions;
    }

    /** @throws UnsupportedOperationException if this JVM's instruction set is not supported */
    static InstructionSet ofThisJvm() {
        String arch = System.getProperty("os.arch");
        return switch (arch) {
            case "amd64", "x86_64" -> X86_64;
            case "aarch64", "arm64" -> AARCH64;
            default -> throw new UnsupportedOperationException("cannot decode machine code for " + arch
                + ", only for amd64 and aarch64");
        };
    }

    /**
     * Returns the dialect for accesses of a width.
     *
     * @throws UnsupportedOperationException on AArch64 unless the width is 8 bytes
     */
    public Dialect dialect(int bytes) {
        if (this == X86_64) {
            return new X86Dialect(bytes);
        }
        if (bytes != Long.BYTES) {
            throw new UnsupportedOperationException("cannot find " + bytes + "-byte accesses in machine code for "
                + name().toLowerCase(Locale.ROOT) + ", only " + Long.BYTES + "-byte ones");
        }
        return new Aarch64Dialect();
    }

    /** Recognizes accesses to the tested value. Thread-safe. */
    public interface Dialect {
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
         * @param before the previous instruction; null for the first one
         */
        RawAccess rawAccess(Instruction instruction, Instruction before);

        /** Whether an instruction loads an element of the array of generations. */
        boolean loadsTable(Instruction instruction);
    }
}
