// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.asm.JvmPrint.PrintedMethod;
import org.tearline.trial.Architecture;

class ObjdumpTest {
    @TempDir
    private Path folder;

    /** The JVM may reuse the address of discarded code. */
    @Test
    void shouldSeparateCodeAtTheSameAddress() throws Exception {
        Objdump objdump = new Objdump("objdump", Architecture.X86_64);
        assumeTrue(objdump.available(), "needs objdump for x86-64");
        PrintedMethod one = JvmPrint.parse(Captures.read("jdk17-c2-write-volatile.print")).get(0);
        byte[] bytes = JvmPrint.parse(Captures.read("jdk17-c1-write-ordered.print")).get(0).code();
        PrintedMethod other = new PrintedMethod("another", "run", 1, false,
            one.address() + 64, bytes, one.callees(), List.of());
        long end = other.address() + bytes.length;

        assertThat(objdump.decode(one)).isEqualTo(Captures.decoded("jdk17-c2-write-volatile"));
        assertThat(objdump.decode(other)).isEqualTo(objdump.decode(other)).satisfies(code -> {
            assertThat(code.get(0).address()).isEqualTo(other.address());
            assertThat(code.get(code.size() - 1).address()).isBetween(end - 15, end - 1);
        });
        assertThat(objdump.decode(one)).isEqualTo(Captures.decoded("jdk17-c2-write-volatile"));
    }

    @Test
    void shouldRejectOtherOutput() throws Exception {
        Objdump objdump = new Objdump(script("echo 'file format elf64-x86-64'"), Architecture.X86_64);
        PrintedMethod method = JvmPrint.parse(Captures.read("jdk17-c2-write-volatile.print")).get(0);

        assertThatThrownBy(() -> objdump.decode(method)).isInstanceOf(IOException.class)
            .hasMessageContaining("no instructions");
    }

    private String script(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("objdump"), "#!/bin/sh\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file.toString();
    }
}
