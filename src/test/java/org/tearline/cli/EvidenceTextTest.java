// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.asm.Captures;
import org.tearline.asm.Dialect;
import org.tearline.asm.HotLoop.Wanted;
import org.tearline.asm.HotLoop;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.asm.LoopEvidence;
import org.tearline.cli.text.Output;
import org.tearline.trial.Architecture;
import org.tearline.trial.WriteMode;

class EvidenceTextTest {
    @Test
    void shouldPrintTwoAccessesAndTheFenceOfAnUnrolledLoop() {
        assertThat(print(unrolled("A warning"), false).lines()).containsExactly(
            "write volatile: mov + lock add [rsp], 4 accesses in the loop",
            "      mov    r11,QWORD PTR [r13+r11*8+0x10]",
            "    > mov    QWORD PTR [rsi],r11",
            "      mov    r11d,r9d",
            "      ...",
            "      mov    rbx,QWORD PTR [r13+rbx*8+0x10]",
            "    > mov    QWORD PTR [rsi],rbx",
            "      add    r9d,0x2",
            "      ...",
            "    > mov    QWORD PTR [rsi],r9",
            "    > lock add DWORD PTR [rsp-0x40],0x0",
            "      add    r8d,0x4",
            "  One access.",
            "  Warning: A warning.",
            "");
    }

    @Test
    void shouldPrintTheWholeLoopWithAddressesIfFull() {
        LoopEvidence evidence = unrolled(null);

        List<String> lines = print(evidence, true).lines().toList();

        assertThat(lines).hasSize(evidence.loop().size() + 3)
            .filteredOn(line -> line.matches("  0x\\p{XDigit}+    > .*")).hasSize(5);
    }

    private static LoopEvidence unrolled(String warning) {
        HotLoop loop = HotLoop.find(Captures.decoded("jdk17-c2-write-volatile"),
            Dialect.of(Architecture.X86_64, Long.BYTES),
            Wanted.STORES);
        return new LoopEvidence(WriteMode.VOLATILE, null, AccessKind.MOV, "mov + lock add [rsp]", 4, "One access.",
            warning, loop.body(), Stream.concat(loop.accesses().stream(), loop.fences().stream()).toList());
    }

    private static String print(LoopEvidence evidence, boolean full) {
        return Output.printed(screen -> new EvidenceText(screen, full).print(evidence));
    }
}
