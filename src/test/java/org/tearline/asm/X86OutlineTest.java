// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class X86OutlineTest {
    private static final Dialect X86 = InstructionSet.X86_64.dialect();

    @ParameterizedTest
    @ValueSource(strings = {"jdk17-c1-read-exchange", "jdk17-c1-write-ordered", "jdk17-c2-write-volatile",
        "jdk25-c1-read-exchange", "jdk25-c1-write-ordered", "jdk25-c2-write-volatile"})
    void shouldWalkThroughCodeAsObjdumpDoes(String capture) {
        assertAgrees(Captures.decoded(capture), JvmPrint.parse(Captures.read(capture + ".print")).get(0));
    }

    /** As long as they are, and jumps, fences apart, accesses of the same kind. */
    private static void assertAgrees(List<Instruction> decoded, PrintedMethod method) {
        byte[] code = method.code().bytes();
        List<Instruction> outline = new ArrayList<>();
        for (int at = 0; at < code.length; at += X86Outline.length(code, at)) {
            outline.add(X86Outline.of(code, at, method.code().address()));
        }
        assertThat(outline.stream().map(Instruction::address).toList())
            .isEqualTo(decoded.stream().map(Instruction::address).toList());
        for (int i = 0; i < decoded.size(); i++) {
            Instruction instruction = decoded.get(i);
            OptionalLong target = X86.jumpTarget(instruction);
            if (target.isPresent()) {
                assertThat(X86.jumpTarget(outline.get(i))).as(instruction.text()).isEqualTo(target);
            }
            Dialect.RawAccess access = X86.rawAccess(instruction, null);
            if (access != null) {
                assertThat(X86.rawAccess(outline.get(i), null)).as(instruction.text()).isEqualTo(access);
            }
        }
    }
}
