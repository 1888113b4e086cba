// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.asm.JvmPrint.PrintedMethod;
import org.tearline.asm.Objdump.Decoder;
import org.tearline.trial.Architecture;

class JvmPrintTest {

    @ParameterizedTest
    @CsvSource({
        "jdk17-c2-write-volatile, org.tearline.loop.WriteLoop/0x, 4, 480",
        "jdk17-c1-read-exchange, org.tearline.loop.ReadLoop/0x, 1, 640",
        "jdk17-c1-write-ordered, org.tearline.loop.WriteLoop/0x, 1, 352",
        "jdk25-c2-write-volatile, org.tearline.loop.WriteLoop/0x, 4, 464",
        "jdk25-c1-read-exchange, org.tearline.loop.ReadLoop/0x, 1, 640",
        "jdk25-c1-write-ordered, org.tearline.loop.WriteLoop/0x, 1, 352"})
    void shouldParseHeaderAndMainCode(String capture, String className, int level, int bytes) {
        List<PrintedMethod> methods = JvmPrint.parse(Captures.read(capture + ".print"));

        assertThat(methods).hasSize(1);
        PrintedMethod method = methods.get(0);
        assertThat(method.className()).startsWith(className);
        assertThat(method.method()).isEqualTo("run");
        assertThat(method.level()).isEqualTo(level);
        assertThat(method.onStack()).isFalse();
        assertThat(method.code()).hasSize(bytes);
        assertThat(method.assembly()).isEmpty();
    }

    @Test
    void shouldParseSeveralMethodsAndOnStackReplacement() {
        String text = """
            noise before
            Compiled method (c1) 347  386       3       org.tearline.loop.WriteLoop/0x01::run (170 bytes)
             main code      [0x0000000000001000,0x0000000000001004] = 4
            [MachCode]
              0x0000000000001000: 90c3 0f0b
            [Stub Code]
              0x0000000000001004: f4f4 f4f4
            [/MachCode]
              0x0000000000002000: 9090 9090
            Compiled method (c2) 1255  795 %     4       org.tearline.loop.CandidateLoop/0x02::run @ 74 (231 bytes)
             main code      [0x0000000000003000,0x0000000000003003] = 3
            [MachCode]
              0x0000000000003000: 9090 c3
            [/MachCode]
            """;

        List<PrintedMethod> methods = JvmPrint.parse(text);

        assertThat(methods).extracting(PrintedMethod::onStack).containsExactly(false, true);
        assertThat(methods).extracting(PrintedMethod::level).containsExactly(3, 4);
        assertThat(methods.get(0).code()).containsExactly(0x90, 0xc3, 0x0f, 0x0b);
        assertThat(methods.get(1).code()).containsExactly(0x90, 0x90, 0xc3);
    }

    @Test
    void shouldParseTheAssemblyOfHsdis() {
        PrintedMethod method = JvmPrint.parse(Captures.read("hsdis-binutils-c2-write-volatile.print")).get(0);

        assertThat(method.code()).isEmpty();
        assertThat(method.assembly()).isEqualTo(Captures.decoded("jdk17-c2-write-volatile"));
    }

    @Test
    void shouldRejectAtAndTSyntax() {
        PrintedMethod method = JvmPrint.parse("""
            Compiled method (c2) 12  7       4       org.tearline.loop.ReadLoop/0x01::run (9 bytes)
             main code      [0x0000000000001000,0x0000000000001004] = 4
            [Disassembly]
              0x0000000000001000:   mov    (%rsi),%rax
            [/Disassembly]
            """).get(0);

        assertThatThrownBy(() -> Decoder.of(List.of(method), Architecture.X86_64)).isInstanceOf(IOException.class)
            .hasMessageContaining("AT&T");
    }
}
