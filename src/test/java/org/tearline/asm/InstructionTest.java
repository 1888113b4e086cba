// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstructionTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        lock cmpxchg QWORD PTR [rcx],r10        | lock cmpxchg QWORD PTR [rcx],r10
        lock cmpxchg\t\tqword ptr [rcx], r10    | lock cmpxchg QWORD PTR [rcx],r10
        mov\tqword ptr [rbx + rdx], rsi         | mov    QWORD PTR [rbx+rdx],rsi
        mov    rbx,QWORD PTR [rbx]              | mov    rbx,QWORD PTR [rbx]
        rex.W push QWORD PTR [rsp+0x8]          | rex.w push QWORD PTR [rsp+0x8]
        ldr\tx10, [x2, x3]                      | ldr    x10,[x2,x3]
        b.lt\t0x10a0  // b.tstop                | b.lt   0x10a0
        jmp 0x7f12 <.data+0x12>                 | jmp    0x7f12
        jl     0x00007f16a0ee306c               | jl     0x7f16a0ee306c
        ret                                     | ret
        """)
    void shouldNormalizeTheOutputOfEveryDisassembler(String printed, String normalized) {
        assertThat(Instruction.of(0, printed, null).text()).isEqualTo(normalized);
    }
}
