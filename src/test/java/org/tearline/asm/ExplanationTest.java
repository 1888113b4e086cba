// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.run.link.CompileRequest;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;

class ExplanationTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        X86_64  | MOV          | 0    | unlocked 8-byte access: whole because it is aligned
        X86_64  | VMOV         | 4    | Intel guarantees that it is whole, AMD does not
        X86_64  | MOV          | 60   | across a line (at 64) the CPU splits it in two, so it can tear
        X86_64  | MOV          | 124  | across a line (at 128) the CPU splits it in two
        X86_64  | MOV          | 4092 | across a page (at 4096) the CPU splits it in two
        X86_64  | LOCK_CMPXCHG | 4    | the lock stays within this core's cache
        X86_64  | XCHG         | 60   | whole even across a line (at 64), but it locks the bus
        X86_64  | LOCK_XADD    | 4092 | whole even across a page (at 4096)
        AARCH64 | LDR          | 60   | whole with LSE2 within 16 aligned bytes; otherwise it can tear
        AARCH64 | STLR         | 60   | faults if misaligned, unless the CPU has LSE2
        AARCH64 | CAS          | 4    | faults if misaligned, unless the CPU has LSE2
        AARCH64 | CAS          | 8    | whole because it is aligned
        """)
    void shouldExplainAnAccessAtAnOffset(Architecture set, AccessKind kind, int offset, String part) {
        HotLoop loop = new HotLoop(List.of(), List.of(), List.of(), List.of(kind), 1);

        assertThat(new Explanation(request(offset), set).of(loop)).startsWith("One ").contains(part);
    }

    /** AMD promises less for 8 bytes than for 2 and 4. */
    @ParameterizedTest
    @CsvSource({"1, Intel and AMD guarantee", "2, Intel and AMD guarantee", "4, whole because", "6, AMD does not"})
    void shouldKnowWhatIsPromisedForAnInt(int offset, String part) {
        HotLoop loop = new HotLoop(List.of(), List.of(), List.of(), List.of(AccessKind.MOV), 1);

        assertThat(new Explanation(request(Width.INT, offset), Architecture.X86_64).of(loop))
            .contains(part);
    }

    @Test
    void shouldLocateTheFencesThatTheCompilerKept() {
        List<Instruction> code = Captures.code("mov QWORD PTR [rsi],r9", "mov QWORD PTR [rsi],r10",
            "lock add DWORD PTR [rsp-0x40],0x0", "jl 0x1000");
        HotLoop loop = new HotLoop(code, code.subList(0, 2), code.subList(2, 3),
            List.of(AccessKind.MOV, AccessKind.MOV), 2);

        assertThat(new Explanation(request(60), Architecture.X86_64).of(loop))
            .contains("on the stack").contains("kept one fence for 2 accesses, after access 2.");
    }

    @Test
    void shouldNotCallEveryFenceALockedAdd() {
        List<Instruction> code = Captures.code("mov QWORD PTR [rsi],r9", "mfence", "jl 0x1000");
        HotLoop loop = new HotLoop(code, code.subList(0, 1), code.subList(1, 2), List.of(AccessKind.MOV), 1);

        assertThat(new Explanation(request(60), Architecture.X86_64).of(loop))
            .endsWith(" The fence orders the access but does not make it whole.");
    }

    private static CompileRequest request(int offset) {
        return request(Width.LONG, offset);
    }

    private static CompileRequest request(Width width, int offset) {
        return new CompileRequest(Memory.UNSAFE, width, Tier.C2, offset, new Geometry(64, 4096), List.of(),
            List.of(), "none");
    }
}
