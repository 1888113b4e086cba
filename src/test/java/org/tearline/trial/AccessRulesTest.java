// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.trial.TrialSpec.Processes;

/** Tests the rules against the manuals of CPUs and APIs. AccessContractTest tests them against the APIs themselves. */
class AccessRulesTest {
    private static final Geometry GEOMETRY = new Geometry(64, 4096);

    @ParameterizedTest
    @CsvSource({
        "X86_64,  UNSAFE,     60,   ORDERED,   VOLATILE,  C2,          0, 10000000",
        "X86_64,  UNSAFE,     60,   VOLATILE,  VOLATILE,  C1,          0, 10000000",
        "X86_64,  UNSAFE,     60,   VOLATILE,  VOLATILE,  INTERPRETER, 1, 1000000",
        "X86_64,  UNSAFE,     60,   OPAQUE,    PLAIN,     INTERPRETER, 1, 1000000",
        "X86_64,  UNSAFE,     60,   PLAIN,     VOLATILE,  INTERPRETER, 0, 10000000",
        "X86_64,  UNSAFE,     60,   CAS,       VOLATILE,  C2,          1, 1000000",
        "X86_64,  UNSAFE,     60,   GETANDSET, VOLATILE,  C2,          1, 1000000",
        "X86_64,  UNSAFE,     4092, ORDERED,   EXCHANGE,  C2,          1, 1000000",
        "X86_64,  UNSAFE,     60,   GETANDADD, GETANDADD, C1,          2, 100000",
        "X86_64,  UNSAFE,     60,   CAS,       CAS,       C2,          2, 100000",
        "X86_64,  UNSAFE,     56,   CAS,       EXCHANGE,  C2,          0, 10000000",
        "AARCH64, UNSAFE,     60,   CAS,       EXCHANGE,  C2,          0, 10000000",
        "RISCV64, DIRECT,     60,   VOLATILE,  VOLATILE,  INTERPRETER, 0, 10000000"})
    void shouldCountSplitLockedSides(Architecture architecture, Memory memory, int offset, WriteMode write,
                                     ReadMode read, Tier tier, int splitLockedSides, long changes) {
        AccessRules rules = rules(architecture);
        TrialSpec trial = trial(memory, Width.LONG, offset, write, read, tier);
        assertThat(rules.splitLockedSides(trial)).isEqualTo(splitLockedSides);
        assertThat(rules.splitLocked(trial)).isEqualTo(splitLockedSides > 0);
        assertThat(Stream.of(Side.values()).filter(side -> rules.splitLocked(trial, side))).hasSize(splitLockedSides);
        assertThat(rules.mayRunUnasked(trial, SplitLocks.FORBIDDEN_BY_USER))
            .isEqualTo(splitLockedSides == 0 && !rules.mayFault(trial));
        assertThat(rules.defaultChanges(trial)).isEqualTo(changes);
    }

    @ParameterizedTest
    @CsvSource({"CAS, VOLATILE, WRITE", "ORDERED, EXCHANGE, READ"})
    void shouldTellWhichSideUsesSplitLocks(WriteMode write, ReadMode read, Side locked) {
        TrialSpec trial = TrialSpec.USUAL.with(write, read);
        assertThat(Stream.of(Side.values()).filter(side -> rules(Architecture.X86_64).splitLocked(trial, side)))
            .containsExactly(locked);
    }

    @ParameterizedTest
    @CsvSource({"X86_64, 12, VOLATILE, CAS, false", "AARCH64, 12, PLAIN, PLAIN, false",
        "AARCH64, 12, PLAIN, OPAQUE, true",
        "AARCH64, 12, ORDERED, PLAIN, true", "AARCH64, 12, PLAIN, VOLATILE, true", "AARCH64, 8, CAS, VOLATILE, false",
        "RISCV64, 12, SEQLOCK, SEQLOCK, false", "PPC64, 60, GETANDADD, PLAIN, true"})
    void shouldPredictFaults(Architecture architecture, int offset, WriteMode write, ReadMode read,
                             boolean mayFault) {
        assertThat(rules(architecture).mayFault(trial(Memory.UNSAFE, Width.LONG, offset, write, read, Tier.C2)))
            .isEqualTo(mayFault);
    }

    @ParameterizedTest
    @CsvSource({
        "X86_64,  UNSAFE,     8,  0,  C2,          true,  ''",
        "X86_64,  UNSAFE,     8,  60, C2,          true,  4",
        "X86_64,  UNSAFE,     8,  31, INTERPRETER, true,  1",
        "X86_64,  UNSAFE,     4,  61, C2,          true,  3",
        "X86_64,  UNSAFE,     2,  63, C2,          true,  1",
        "AARCH64, UNSAFE,     8,  13, C2,          true,  3",
        "PPC64,   UNSAFE,     8,  12, C2,          true,  4",
        "S390X,   UNSAFE,     8,  10, C2,          true,  2 4 6",
        "PPC64,   UNSAFE,     4,  10, C2,          true,  2",
        "PPC64,   UNSAFE,     4,  9,  C2,          true,  1 2 3",
        "RISCV64, UNSAFE,     4,  10, C2,          true,  1 2 3",
        "X86_64,  BYTEBUFFER, 4,  10, INTERPRETER, true,  1 2 3",
        "X86_64,  SEGMENT,    4,  10, C2,          false, 1 2 3",
        "X86_64,  BYTEBUFFER, 4,  8,  INTERPRETER, true,  ''",
        "X86_64,  BYTEBUFFER, 32, 0,  C2,          true,  8 16 24",
        "X86_64,  BYTEBUFFER, 16, 60, C2,          true,  4 8 12"})
    void shouldReturnTheLegalSeams(Architecture architecture, Memory memory, int bytes, int offset,
                                   Tier tier, boolean unalignedAccesses, String seams) {
        AccessRules rules = new AccessRules(architecture, GEOMETRY, unalignedAccesses);
        TrialSpec trial = trial(memory, Width.of(bytes), offset, WriteMode.PLAIN, ReadMode.PLAIN, tier);
        BitSet expected = new BitSet();
        Stream.of(seams.split(" ")).filter(seam -> !seam.isEmpty()).map(Integer::valueOf).forEach(expected::set);
        assertThat(rules.legalSeams(trial)).isEqualTo(expected);
        assertThat(rules.plantedSeam(trial)).isEqualTo(offset % bytes == 0 ? bytes / 2 : bytes - offset % bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "BYTEBUFFER, 8,  12, VOLATILE,  PLAIN,     C2, 17, true", "BYTEBUFFER, 8, 12, PLAIN, PLAIN, C2, 17, false",
        "BYTEBUFFER, 8,  8,  CAS,       VOLATILE,  C2, 17, false", "BYTEBUFFER, 2, 8, CAS, PLAIN, C2, 17, true",
        "SEGMENT,    8,  8,  PLAIN,     PLAIN,     C2, 21, true", "SEGMENT, 8, 8, CAS, VOLATILE, C2, 22, false",
        "SEGMENT,    8,  12, PLAIN,     ACQUIRE,   C2, 25, true", "DIRECT, 2, 8, VOLATILE, PLAIN, C2, 17, false",
        "DIRECT,     2,  8,  ORDERED,   PLAIN,     C2, 17, true", "DIRECT, 8, 60, CAS, EXCHANGE, C2, 17, false",
        "UNSAFE,     8,  60, GETANDADD, GETANDADD, C1, 17, false", "UNSAFE, 2, 7, CAS, PLAIN, C1, 17, true",
        "UNSAFE,     2,  7,  CAS,       PLAIN,     C2, 17, false", "UNSAFE, 8, 60, ORDERED, MASKED, C2, 17, false",
        "HEAP,       8,  60, ORDERED,   MASKED,    C2, 17, true", "DIRECT, 8, 60, ORDERED, AGREE, C2, 17, true",
        "BYTEBUFFER, 16, 60, PLAIN,     PLAIN,     C2, 17, false", "BYTEBUFFER, 16, 60, PLAIN, PLAIN, C2, 21, true",
        "UNSAFE,     16, 60, PLAIN,     PLAIN,     C2, 17, true"})
    void shouldPredictRefusals(Memory memory, int bytes, int offset, WriteMode write, ReadMode read, Tier tier,
                               int java, boolean refused) {
        AccessRules rules = new AccessRules(Architecture.X86_64, GEOMETRY, true, java, JvmKind.HOTSPOT);
        assertThat(rules.refused(trial(memory, Width.of(bytes), offset, write, read, tier))).isEqualTo(refused);
    }

    @Test
    void shouldReplaceRefusedAccessesWithPlainOnes() {
        TrialSpec wanted = trial(Memory.BYTEBUFFER, Width.LONG, 12, WriteMode.ORDERED, ReadMode.VOLATILE, Tier.C2);
        assertThat(rules(Architecture.X86_64).orPlain(wanted))
            .isEqualTo(wanted.with(WriteMode.PLAIN, ReadMode.PLAIN));
        assertThat(rules(Architecture.X86_64).orPlain(wanted.at(8))).isEqualTo(wanted.at(8));
    }

    @Test
    void shouldRecognizeArchitecturesByName() {
        assertThat(List.of("amd64", "x86_64", "aarch64", "riscv64", "ppc64", "ppc64le", "s390x", "loongarch64", "arm"))
            .extracting(Architecture::of).containsExactly(Architecture.X86_64, Architecture.X86_64,
                Architecture.AARCH64, Architecture.RISCV64, Architecture.PPC64, Architecture.PPC64, Architecture.S390X,
                Architecture.LOONGARCH64, Architecture.OTHER);
        assertThat(List.of("amd64", "aarch64", "ppc64le")).extracting(Architecture::published)
            .containsExactly("x86_64", "aarch64", "ppc64le");
    }

    @Test
    void shouldPlaceALockedLongAcrossABoundaryInsideAVector() {
        AccessRules rules = rules(Architecture.X86_64);
        for (Width vector : Width.vectors()) {
            TrialSpec pair = trial(Memory.BYTEBUFFER, vector, 0, WriteMode.PLAIN, ReadMode.EXCHANGE, Tier.C2);
            for (int offset = 0; offset < 64; offset++) {
                for (int boundary = 8; boundary < offset + vector.bytes(); boundary += 8) {
                    TrialSpec trial = pair.at(offset).across(boundary > offset ? boundary : 0);
                    assertThat(trial.lockedOffset()).as("%s", trial).isBetween(0, vector.bytes() - Long.BYTES);
                    assertThat(rules.plantedSeam(trial)).as("%s", trial).isBetween(1, 7)
                        .isEqualTo(offset + trial.cut() - trial.seenOffset());
                    assertThat(rules.legalSeams(trial).get(rules.plantedSeam(trial))).as("%s", trial).isTrue();
                }
            }
            assertThat(rules.splitLocked(pair.at(56).across(64))).isTrue();
            assertThat(rules.splitLocked(pair.at(8).across(16))).isFalse();
            assertThat(rules(Architecture.AARCH64).refused(pair)).isTrue();
        }
    }

    private static AccessRules rules(Architecture architecture) {
        return new AccessRules(architecture, GEOMETRY, true);
    }

    private static TrialSpec trial(Memory memory, Width width, int offset, WriteMode write, ReadMode read, Tier tier) {
        return new TrialSpec(memory, width, offset, write, read, 1, 1, Processes.ONE, tier, 1);
    }
}
