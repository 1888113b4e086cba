// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.util.List;

/**
 * Decoded machine code.
 *
 * @param name   the tool: hsdis, objdump or nothing
 * @param advice what to install where no tool was found; else null
 * @param code   the instructions of each method, by ascending address; empty where no tool was found
 */
record Decoder(String name, String advice, List<List<Instruction>> code) {
    /**
     * Decodes with hsdis if the JVM found it, else with objdump.
     *
     * @throws IOException if the tool failed; the message says how
     */
    static Decoder of(List<PrintedMethod> methods, InstructionSet set) throws IOException, InterruptedException {
        if (methods.stream().anyMatch(method -> !method.assembly().isEmpty())) {
            return new Decoder("hsdis", null, hsdis(methods));
        }
        Objdump objdump = new Objdump("objdump", set);
        return objdump.available() ? new Decoder("objdump", null, objdump.decode(methods))
            : new Decoder("nothing", "to see instructions, install binutils (objdump with the machine "
                + set.objdumpMachine() + ") or hsdis for this JVM", List.of());
    }

    private static List<List<Instruction>> hsdis(List<PrintedMethod> methods) throws IOException {
        List<List<Instruction>> texts = methods.stream().map(PrintedMethod::assembly).toList();
        if (texts.stream().flatMap(List::stream).anyMatch(instruction -> instruction.operands().contains("%r"))) {
            throw new IOException("this JVM's hsdis prints AT&T syntax, and only Intel's is understood");
        }
        return texts;
    }
}
