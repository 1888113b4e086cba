// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/** Captured output of JVMs and disassemblers in the test resources. */
public final class Captures {
    private Captures() {
    }

    public static String read(String name) {
        try (InputStream in = Captures.class.getResourceAsStream("/asm/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the captured disassembly of the only method in a capture. */
    public static List<Instruction> decoded(String name) {
        return Objdump.parse(read(name + ".objdump"), JvmPrint.parse(read(name + ".print")).get(0));
    }

    /** Returns one instruction per line, four bytes apart, starting at 0x1000. */
    static List<Instruction> code(String... lines) {
        return IntStream.range(0, lines.length)
            .mapToObj(i -> Instruction.of(0x1000 + 4L * i, lines[i], null)).toList();
    }
}
