// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.OptionalLong;
import org.tearline.asm.Instruction.AccessKind;

/** How to find a loop in the code of an instruction set, and in it the accesses to the tested value. Thread-safe. */
interface Dialect {
    /** Which way the value goes. */
    enum Direction { LOAD, STORE, BOTH }

    /** An access to the value: outside the heap, or in a byte array. */
    record RawAccess(AccessKind kind, Direction direction) {
    }

    /**
     * The access that this instruction makes to raw memory, or null. Raw addresses are one register or the sum of two;
     * every field and array element lies behind a header and so has a displacement, and so does the stack. Only C1 adds
     * a field's offset as a register, and loads that with the instruction before, which may be null.
     */
    RawAccess rawAccess(Instruction instruction, Instruction before);

    /** Whether it loads an element of the array of generations. */
    boolean loadsTable(Instruction instruction);

    /** Whether it orders memory and touches nothing but the stack. */
    boolean fence(Instruction instruction);

    /** Whether it stores a byte, as only stressors do. */
    boolean storesByte(Instruction instruction);

    boolean call(Instruction instruction);

    /** Whether it belongs to an exclusive pair, whose retry is a loop of its own that is not the hot one. */
    boolean exclusive(Instruction instruction);

    /** The target of a jump; empty for everything else. */
    OptionalLong jumpTarget(Instruction instruction);
}
