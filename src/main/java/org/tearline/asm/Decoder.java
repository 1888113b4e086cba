// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.util.List;

/** Turns machine code into instructions, with whichever tool this machine has. Not thread-safe. */
interface Decoder {

    /** Returns the name that reports print. */
    String name();

    /** Returns what a person can do to see more, or null. */
    default String advice() {
        return null;
    }

    /**
     * Returns the instructions of the main code of each method, in the order of their addresses.
     *
     * @throws IOException if the tool failed; the message says how
     */
    List<List<Instruction>> decode(List<PrintedMethod> methods) throws IOException, InterruptedException;

    /** Returns the best available: hsdis if the JVM found it, else objdump, else bytes. */
    static Decoder choose(List<PrintedMethod> methods, InstructionSet set) throws InterruptedException {
        if (methods.stream().anyMatch(method -> !method.assembly().isEmpty())) {
            return new HsdisText();
        }
        Objdump objdump = new Objdump("objdump", set);
        return objdump.available() ? objdump : new RawBytes(set);
    }
}
