// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.Jdks;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.run.LoopPrint;
import org.tearline.run.link.CompileRequest;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/** Checks that HotSpot compiles the instructions listed in docs/instructions.md, on x86-64. */
class InspectorIT {
    private static final Geometry GEOMETRY = new Geometry(64, 4096);
    private static final int CROSSING = 60;
    /** Modes that make one access. */
    private static final List<WriteMode> WRITES = Arrays.stream(WriteMode.values())
        .filter(write -> write != WriteMode.SEQLOCK).toList();
    private static final List<ReadMode> READS = Arrays.stream(ReadMode.values()).filter(read -> !read.guarded())
        .toList();
    private static final String FENCE = " + lock add [rsp]";
    private static final String NONE = "none";

    @BeforeAll
    static void requireX86AndObjdump() throws InterruptedException {
        require(System.getProperty("os.arch").equals("amd64"), "needs x86-64");
        require(new Objdump("objdump", Architecture.X86_64).available(), "needs objdump: install binutils");
    }

    static Stream<Arguments> compilers() {
        return Jdks.all().stream().flatMap(jdk -> Stream.of(Arguments.of(jdk, Tier.C2), Arguments.of(jdk, Tier.C1)));
    }

    @ParameterizedTest
    @MethodSource("compilers")
    void shouldFindEveryInstruction(Path javaHome, Tier tier) throws Exception {
        List<Inspector.Inspection> found = Inspector.inspect(List.of(
            new CompileRequest(Memory.UNSAFE, Width.LONG, tier, CROSSING, GEOMETRY, WRITES, READS, NONE),
            new CompileRequest(Memory.UNSAFE, Width.LONG, tier, 0, GEOMETRY, WRITES, READS, NONE),
            new CompileRequest(Memory.DIRECT, Width.LONG, tier, CROSSING, GEOMETRY, WRITES, READS, NONE),
            new CompileRequest(Memory.BYTEBUFFER, Width.LONG, tier, 0, GEOMETRY, WRITES, READS, NONE),
            new CompileRequest(Memory.BYTEBUFFER, Width.LONG, tier, CROSSING, GEOMETRY, List.of(WriteMode.PLAIN),
                List.of(ReadMode.PLAIN), NONE)), javaHome);

        SoftAssertions.assertSoftly(softly -> {
            for (int i = 0; i < found.size(); i++) {
                for (LoopEvidence evidence : found.get(i).evidence()) {
                    String where = "request " + i + ", " + evidence.access();
                    softly.assertThat(evidence.instruction()).as(where)
                        .isEqualTo(expected(evidence, tier));
                    softly.assertThat(evidence.warning()).as(where).isNull();
                    softly.assertThat(evidence.accesses()).as(where).isPositive();
                }
            }
        });
    }

    /** A vector access must be one instruction and must not allocate. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldFindOneInstructionForAVector(Path javaHome) throws Exception {
        List<String> stressors = List.of("none", "spin");
        for (Width width : Width.vectors()) {
            List<CompileRequest> requests = stressors.stream().map(stressor -> new CompileRequest(Memory.BYTEBUFFER,
                width, Tier.C2, CROSSING, GEOMETRY, List.of(WriteMode.PLAIN), List.of(ReadMode.PLAIN), stressor))
                .toList();
            LoopPrint print = LoopPrint.of(requests, javaHome);
            List<LoopEvidence> all = Inspector.findings(requests, print).stream()
                .flatMap(findings -> findings.evidence().stream()).toList();
            if (all.get(0).instruction().equals("refused")) {
                assertThat(all.get(0).explanation()).contains("needs a register of " + 8 * width.bytes() + " bits");
                continue;
            }
            assertThat(all).allSatisfy(evidence -> {
                assertThat(evidence.kind()).isEqualTo(switch (width) {
                    case VECTOR_16 -> AccessKind.XMM;
                    case VECTOR_32 -> AccessKind.YMM;
                    case SHORT, INT, LONG, VECTOR_64 -> AccessKind.ZMM;
                });
                assertThat(evidence.warning()).isNull();
                assertThat(evidence.loop()).as("allocates nothing")
                    .noneMatch(instruction -> instruction.operands().matches("QWORD PTR \\[r15\\+0x\\w+],r.*"));
            });
        }
    }

    private static String expected(LoopEvidence evidence, Tier tier) {
        boolean c2 = tier == Tier.C2;
        boolean write = evidence.write() != null;
        String mode = evidence.access().split(" ")[1];
        return switch (mode) {
            case "plain" -> "mov";
            case "opaque", "ordered" -> c2 ? "mov" : write ? vector() + FENCE : vector();
            case "acquire" -> c2 ? "mov" : vector();
            case "volatile" -> (c2 ? "mov" : vector()) + (write ? FENCE : "");
            case "cas" -> "lock cmpxchg";
            case "getandset" -> "xchg";
            case "getandadd" -> "lock xadd";
            case "exchange" -> c2 ? "lock cmpxchg" : "call compareAndExchangeLong";
            default -> throw new IllegalArgumentException(mode);
        };
    }

    private static String vector() {
        return AccessKind.VMOV.toString();
    }

    /** Skips the test if a requirement is not met, and prints the reason even in a quiet build. */
    private static void require(boolean met, String reason) {
        if (!met) {
            System.err.println("SKIPPED: " + reason);
        }
        assumeTrue(met, reason);
    }
}
