// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.asm.HotLoop.Wanted;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.trial.Architecture;

class HotLoopTest {
    private final Dialect x86 = Dialect.of(Architecture.X86_64, Long.BYTES);

    @ParameterizedTest
    @ValueSource(strings = {"jdk17-c2-write-volatile", "jdk25-c2-write-volatile"})
    void shouldFindAnUnrolledLoopWithOneFence(String capture) {
        HotLoop loop = HotLoop.find(Captures.decoded(capture), x86, Wanted.STORES);

        assertThat(loop.kinds()).isEqualTo(Collections.nCopies(4, AccessKind.MOV));
        assertThat(loop.tableLoads()).isEqualTo(4);
        assertThat(loop.fences()).singleElement().extracting(Instruction::mnemonic).isEqualTo("lock add");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk17-c1-write-ordered", "jdk25-c1-write-ordered"})
    void shouldFindAVectorStoreOfC1(String capture) {
        HotLoop loop = HotLoop.find(Captures.decoded(capture), x86, Wanted.STORES);

        assertThat(loop.kinds()).containsExactly(AccessKind.VMOV);
        assertThat(loop.tableLoads()).isEqualTo(1);
        assertThat(loop.fences()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk17-c1-read-exchange", "jdk25-c1-read-exchange"})
    void shouldFindACalledAccess(String capture) {
        HotLoop loop = HotLoop.find(Captures.decoded(capture), x86, Wanted.LOADS);

        assertThat(loop.kinds()).containsExactly(AccessKind.CALL);
        assertThat(loop.accesses().get(0).callee()).isEqualTo("compareAndExchangeLong");
    }

    @Test
    void shouldCountTheGenerationsOfAFoldedStore() {
        HotLoop loop = HotLoop.find(Captures.code("mov r9,QWORD PTR [rdi+r8*8+0x10]",
            "mov r9,QWORD PTR [rdi+r10*8+0x10]", "mov QWORD PTR [rsi],r9", "inc r8", "jl 0x1000"), x86, Wanted.STORES);

        assertThat(loop.accesses()).hasSize(1);
        assertThat(loop.tableLoads()).isEqualTo(2);
    }

    @Test
    void shouldPreferTheLoopOfLocksToTheCountingRead() {
        HotLoop loop = HotLoop.find(Captures.code("mov rax,QWORD PTR [rdi+r8*8+0x10]",
            "lock cmpxchg QWORD PTR [rsi],rax", "inc r8", "jl 0x1000", "mov rdx,QWORD PTR [rsi]", "jmp 0x1000"), x86,
            Wanted.LOCKS);

        assertThat(loop.body()).hasSize(4);
        assertThat(loop.kinds()).containsExactly(AccessKind.LOCK_CMPXCHG);
    }

    @Test
    void shouldIgnoreAStressorsInnerLoop() {
        HotLoop loop = HotLoop.find(Captures.code("mov rax,rdi", "mov rcx,QWORD PTR [rax]", "or rdx,QWORD PTR [rax]",
            "mov rcx,QWORD PTR [rax]", "jl 0x1004", "mov r9,QWORD PTR [rsi]", "inc r8", "jl 0x1000"), x86,
            Wanted.LOADS);

        assertThat(loop.body()).hasSize(8);
        assertThat(loop.accesses()).singleElement().extracting(Instruction::address).isEqualTo(0x1014L);
    }

    @Test
    void shouldIgnoreTheFencesOfStressors() {
        HotLoop loop = HotLoop.find(Captures.code("mov BYTE PTR [rdi],al", "lock add DWORD PTR [rsp-0x40],0x0",
            "sfence", "mov QWORD PTR [rsi],r9", "lock add DWORD PTR [rsp-0x40],0x0", "inc r8", "jl 0x1000"), x86,
            Wanted.STORES);

        assertThat(loop.fences()).singleElement().extracting(Instruction::address).isEqualTo(0x1010L);
    }

    @Test
    void shouldIgnoreTheRetryOfAnExclusivePair() {
        HotLoop loop = HotLoop.find(Captures.code("ldr x3, [x5, #16]", "ldaxr x8, [x10]", "cmp x8, x9", "b.ne 0x1018",
            "stlxr w12, x3, [x10]", "cbnz w12, 0x1004", "add w1, w1, #1", "b.lt 0x1000"),
            Dialect.of(Architecture.AARCH64, Long.BYTES), Wanted.STORES);

        assertThat(loop.body()).hasSize(8);
        assertThat(loop.kinds()).containsExactly(AccessKind.EXCLUSIVE);
        assertThat(loop.tableLoads()).isEqualTo(1);
    }
}
