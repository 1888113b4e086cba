// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.asm.Dialect.Direction;
import org.tearline.asm.Dialect.RawAccess;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.trial.Architecture;

class DialectTest {
    private final Dialect x86 = Dialect.of(Architecture.X86_64, Long.BYTES);
    private final Dialect aarch64 = Dialect.of(Architecture.AARCH64, Long.BYTES);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        mov QWORD PTR [rsi],r9                  | MOV          | STORE
        mov QWORD PTR [rbp+0x0],rax             | MOV          | STORE
        mov QWORD PTR [r13+rax*1+0x0],rbp       | MOV          | STORE
        mov qword ptr [rbx + rdx], rcx          | MOV          | STORE
        mov rbx,QWORD PTR [rbx]                 | MOV          | LOAD
        mov r9,QWORD PTR [r9+rcx*1]             | MOV          | LOAD
        vmovsd QWORD PTR [rbx+rdx*1],xmm0       | VMOV         | STORE
        movsd xmm0,QWORD PTR [rbx+rdx*1]        | VMOV         | LOAD
        vmovdqu XMMWORD PTR [r14],xmm0          | XMM          | STORE
        vmovdqu ymm11,YMMWORD PTR [r10+rdi*1]   | YMM          | LOAD
        vmovdqu ymmword ptr [rbx + rdx], ymm0   | YMM          | STORE
        vmovdqu32 zmm5,ZMMWORD PTR [r10+r9*1]   | ZMM          | LOAD
        vmovdqu64 ZMMWORD PTR [r13+r8*1+0x0],zmm1 | ZMM        | STORE
        lock cmpxchg QWORD PTR [rcx],r10        | LOCK_CMPXCHG | BOTH
        xchg QWORD PTR [rbx],rsi                | XCHG         | BOTH
        lock xadd QWORD PTR [r8],rsi            | LOCK_XADD    | BOTH
        lock add QWORD PTR [rdx],rax            | LOCK_ADD     | BOTH
        """)
    void shouldRecognizeAccessesOnX86(String text, AccessKind kind, Direction direction) {
        assertThat(first(x86, text)).isEqualTo(new RawAccess(kind, direction));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "mov r9,QWORD PTR [rdi+r8*8+0x10]", "mov QWORD PTR [r13+0x10],r9", "mov QWORD PTR [rsp],rbx",
        "mov r10,QWORD PTR [r15+0x30]", "mov r10d,DWORD PTR [rsi]", "test DWORD PTR [r10],eax", "mov rbx,rsi",
        "lock add DWORD PTR [rsp-0x40],0x0", "lea rsi,[rsi+rdx*1]", "cmp rax,QWORD PTR [rax]", "xchg ax,ax",
        "vmovdqu ymm0,YMMWORD PTR [r8+r12*8+0x10]", "vmovdqu YMMWORD PTR [rsp+0x40],ymm0",
        "vmovdqu64 zmm0{k7}{z},ZMMWORD PTR [rip+0x10]", "vpxor xmm6,xmm9,xmm10"})
    void shouldIgnoreOtherInstructionsOnX86(String text) {
        assertThat(first(x86, text)).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        4 | mov DWORD PTR [rax],esi              | MOV          | STORE
        4 | mov DWORD PTR [r13+rax*1+0x0],r10d   | MOV          | STORE
        4 | movsxd r10,DWORD PTR [r14]           | MOV          | LOAD
        4 | lock cmpxchg DWORD PTR [rcx],r10d    | LOCK_CMPXCHG | BOTH
        2 | mov WORD PTR [rbx+rdx*1],bp          | MOV          | STORE
        2 | movsx eax,WORD PTR [rdi]             | MOV          | LOAD
        2 | lock xadd WORD PTR [r8],r9w          | LOCK_XADD    | BOTH
        8 | mov QWORD PTR [r9+rdi*1+0x10],rax    | MOV          | STORE
        """)
    void shouldRecognizeOnlyAccessesOfItsWidth(int bytes, String text, AccessKind kind, Direction direction) {
        for (int other : new int[] {8, 4, 2}) {
            assertThat(first(Dialect.of(Architecture.X86_64, other), text))
                .isEqualTo(other == bytes ? new RawAccess(kind, direction) : null);
        }
    }

    @Test
    void shouldIgnoreAStressorsCounter() {
        Dialect ints = Dialect.of(Architecture.X86_64, Integer.BYTES);
        Instruction add = Instruction.of(6, "lock xadd DWORD PTR [r11],r10d", null);
        assertThat(ints.rawAccess(add, Instruction.of(0, "mov r10d,0x1", null))).isNull();
        assertThat(ints.rawAccess(add, Instruction.of(0, "mov r10d,0x0", null))).isNotNull();
    }

    @Test
    void shouldIgnoreAFieldWithAComputedAddress() {
        assertThat(x86.rawAccess(Instruction.of(4, "mov QWORD PTR [rsi],rax", null),
            Instruction.of(0, "lea rsi,[rdi+0x10]", null))).isNull();
        assertThat(x86.rawAccess(Instruction.of(4, "mov QWORD PTR [rsi],rax", null),
            Instruction.of(0, "lea rsi,[rdi+rdx*1]", null))).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mov rbx,0x10", "mov ebx,0x10"})
    void shouldIgnoreAFieldWithItsOffsetInARegister(String before) {
        assertThat(x86.rawAccess(Instruction.of(4, "mov rdx,QWORD PTR [r14+rbx*1]", null),
            Instruction.of(0, before, null))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock add DWORD PTR [rsp-0x40],0x0", "lock add dword ptr [rsp], 0", "mfence", "dmb ish"})
    void shouldRecognizeFences(String text) {
        assertThat(Instruction.of(0, text, null).isFence()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ldr x10, [x2]               | LDR       | LOAD
        ldr x10, [x2, x3]           | LDR       | LOAD
        ldar x10, [x11]             | LDAR      | LOAD
        ldapr x10, [x11]            | LDAR      | LOAD
        str x10, [x2, x3]           | STR       | STORE
        stlr x10, [x11]             | STLR      | STORE
        casal x8, x9, [x10]         | CAS       | BOTH
        swpal x8, x9, [x10]         | SWP       | BOTH
        ldaddal x8, xzr, [x10]      | LDADD     | BOTH
        stlxr w8, x9, [x10]         | EXCLUSIVE | BOTH
        """)
    void shouldRecognizeAccessesOnAarch64(String text, AccessKind kind, Direction direction) {
        assertThat(first(aarch64, text)).isEqualTo(new RawAccess(kind, direction));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "ldr x10, [x2, #16]", "ldr w10, [x2]", "str x10, [sp]", "ldr x9, [x28, #840]", "ldaxr x8, [x10]",
        "ldp x29, x30, [sp], #16", "add x8, x9, x10", "ldr x10, [x5, w3, uxtw #3]"})
    void shouldIgnoreOtherInstructionsOnAarch64(String text) {
        assertThat(first(aarch64, text)).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        jl 0x7f12                 | 7f12
        jmp 0x00007f6b88415d00    | 7f6b88415d00
        b.lt 0x10a0               | 10a0
        cbnz w8, 0x10a0           | 10a0
        tbz w8, #3, 0x10a0        | 10a0
        """)
    void shouldParseJumpTargets(String text, String target) {
        assertThat(Instruction.of(0, text, null).jumpTarget()).hasValue(Long.parseLong(target, 16));
    }

    /** Returns the access of the first instruction of a method. */
    private static RawAccess first(Dialect dialect, String text) {
        Instruction first = Instruction.of(0, text, null);
        return dialect.rawAccess(first, first);
    }
}
