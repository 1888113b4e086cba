// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.tearline.asm.Instruction.AccessKind;

/** The instruction sets whose machine code is understood, with how objdump decodes them. */
public enum InstructionSet {
    X86_64("i386:x86-64", 62, List.of("-M", "intel")),
    AARCH64("aarch64", 183, List.of());

    private final String objdumpMachine;
    private final short elfMachine;
    private final List<String> objdumpOptions;

    InstructionSet(String objdumpMachine, int elfMachine, List<String> objdumpOptions) {
        this.objdumpMachine = objdumpMachine;
        this.elfMachine = (short) elfMachine;
        this.objdumpOptions = objdumpOptions;
    }

    /**
     * The set of a JVM, by the system property os.arch.
     *
     * @throws UnsupportedOperationException if its code is not understood
     */
    static InstructionSet of(String osArch) {
        return switch (osArch) {
            case "amd64", "x86_64" -> X86_64;
            case "aarch64", "arm64" -> AARCH64;
            default -> throw new UnsupportedOperationException("machine code of " + osArch
                + " is not understood, only that of amd64 and aarch64");
        };
    }

    String objdumpMachine() {
        return objdumpMachine;
    }

    short elfMachine() {
        return elfMachine;
    }

    List<String> objdumpOptions() {
        return objdumpOptions;
    }

    public Dialect dialect() {
        return dialect(Long.BYTES);
    }

    /**
     * How accesses of so many bytes are spelled.
     *
     * @throws UnsupportedOperationException if that is not known
     */
    Dialect dialect(int bytes) {
        if (this == AARCH64 && bytes != Long.BYTES) {
            throw new UnsupportedOperationException("in machine code of " + name().toLowerCase(Locale.ROOT)
                + " accesses of " + bytes + " bytes are not looked for");
        }
        return this == AARCH64 ? new Aarch64Dialect() : new X86Dialect(bytes);
    }

    /** Recognizes the instructions of a loop and its accesses to the tested value. Thread-safe. */
    interface Dialect {
        enum Direction { LOAD, STORE, BOTH }

        /** An access to off-heap memory or to a byte array. */
        record RawAccess(AccessKind kind, Direction direction) {
        }

        /**
         * Returns the raw memory access of this instruction, or null. A raw address is one register or the sum of two.
         * Fields, array elements and stack slots have a displacement, except that C1 puts a field's offset into a
         * register with the instruction before.
         *
         * @param before the previous instruction, or null
         */
        RawAccess rawAccess(Instruction instruction, Instruction before);

        /** Whether this loads an element of the array of generations. */
        boolean loadsTable(Instruction instruction);

        /** Whether this orders memory and accesses at most the stack. */
        boolean fence(Instruction instruction);

        /** Whether this stores a byte, which only stressors do. */
        boolean storesByte(Instruction instruction);

        boolean call(Instruction instruction);

        /** Whether this belongs to a load/store-exclusive pair, which retries in a loop of its own. */
        boolean exclusive(Instruction instruction);

        /** Returns the target of a jump, or empty for any other instruction. */
        OptionalLong jumpTarget(Instruction instruction);
    }
}
