// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.trial.AccessClass.Misaligned;

/** Walks all architectures, tiers, widths and modes, and compares them with a table written by hand. */
class AccessPairTest {
    /**
     * What a misaligned access does, by tier: c2, c1, interpreter. O is an ordinary access, which may tear; L a locked
     * one, which is whole; F one that faults, on Arm with LSE2 only across 16 bytes; ? an unknown one. Sources: the
     * manuals in docs/promises.md for the instructions, HotSpot's sources for the choice of instruction. The rows of
     * AArch64 were confirmed with JDK 21 and 25 under an emulator, those of x86-64 with the JITs' output of 17 and 25.
     */
    private static final String TABLE = """
        write      x86_64  aarch64 riscv64 ppc64   s390x   loongarch64 other
        plain      O O O   O O O   O O O   O O O   O O O   O O O       ? ? ?
        seqlock    O O O   O O O   O O O   O O O   O O O   O O O       ? ? ?
        opaque     O O L   O O F   O O O   O O O   O O O   O O O       ? ? ?
        ordered    O O L   O O F   O O O   O O O   O O O   O O O       ? ? ?
        volatile   O O L   F O F   O O O   O O O   O O O   O O O       ? ? ?
        cas        L L L   F F F   F F F   F F F   F F F   F F F       ? ? ?
        getandset  L L L   F F F   F F F   F F F   F F F   F F F       ? ? ?
        getandadd  L L L   F F F   F F F   F F F   F F F   F F F       ? ? ?
        read       x86_64  aarch64 riscv64 ppc64   s390x   loongarch64 other
        plain      O O O   O O O   O O O   O O O   O O O   O O O       ? ? ?
        seqlock    O O O   O O O   O O O   O O O   O O O   O O O       ? ? ?
        opaque     O O O   O O F   O O O   O O O   O O O   O O O       ? ? ?
        acquire    O O O   F O F   O O O   O O O   O O O   O O O       ? ? ?
        volatile   O O O   F O F   O O O   O O O   O O O   O O O       ? ? ?
        agree      O O O   F O F   O O O   O O O   O O O   O O O       ? ? ?
        masked     O O O   F O F   O O O   O O O   O O O   O O O       ? ? ?
        cas        L L L   F F F   F F F   F F F   F F F   F F F       ? ? ?
        exchange   L L L   F F F   F F F   F F F   F F F   F F F       ? ? ?
        getandadd  L L L   F F F   F F F   F F F   F F F   F F F       ? ? ?
        """;

    private static final Map<String, Misaligned> MEANINGS = Map.of("O", Misaligned.ORDINARY, "L", Misaligned.LOCKED,
        "F", Misaligned.FAULTING, "?", Misaligned.UNKNOWN);

    /** Returns the table by side, mode, architecture and tier. */
    private static Map<List<String>, Misaligned> table() {
        Map<List<String>, Misaligned> table = new HashMap<>();
        String side = "";
        List<String> architectures = List.of();
        for (String line : TABLE.lines().toList()) {
            List<String> words = List.of(line.split(" +"));
            List<String> rest = words.subList(1, words.size());
            if (rest.contains("x86_64")) {
                side = words.get(0);
                architectures = rest;
                continue;
            }
            for (int at = 0; at < rest.size(); at++) {
                table.put(List.of(side, words.get(0), architectures.get(at / 3), Tier.values()[at % 3].toString()),
                    MEANINGS.get(rest.get(at)));
            }
        }
        return table;
    }

    @ParameterizedTest
    @EnumSource
    void shouldAgreeWithTheTable(Architecture architecture) {
        Map<List<String>, Misaligned> table = table();
        for (Tier tier : Tier.values()) {
            for (Width width : Width.values()) {
                for (WriteMode write : WriteMode.values()) {
                    for (ReadMode read : ReadMode.values()) {
                        AccessPair pair = AccessPair.of(write, read, width, tier, architecture);
                        String what = String.join(" ", architecture + "", tier + "", width + "", write + "", read + "");
                        assertThat(pair.writing()).as(what).isNotNull().isEqualTo(table.get(List.of("write",
                            write.toString(), architecture.toString(), tier.toString())));
                        assertThat(pair.reading()).as(what).isNotNull().isEqualTo(table.get(List.of("read",
                            read.toString(), architecture.toString(), tier.toString())));
                    }
                }
            }
        }
    }

    @Test
    void shouldHaveARowForEveryModeAndNoOther() {
        assertThat(table()).hasSize((WriteMode.values().length + ReadMode.values().length)
            * Architecture.values().length * Tier.values().length);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "X86_64,  C2,          ORDERED,   VOLATILE, PAIR",   "X86_64,  C2,          ORDERED, EXCHANGE, STORE",
        "X86_64,  C2,          CAS,       VOLATILE, LOAD",   "X86_64,  C2,          CAS,     EXCHANGE, LOCKED",
        "X86_64,  INTERPRETER, ORDERED,   VOLATILE, LOAD",   "X86_64,  INTERPRETER, PLAIN,   PLAIN,    PAIR",
        "AARCH64, C2,          CAS,       EXCHANGE, LOCKED", "AARCH64, C2,          CAS,     PLAIN,    LOAD",
        "AARCH64, C2,          PLAIN,     EXCHANGE, STORE",  "AARCH64, C2,          PLAIN,   OPAQUE,   PAIR",
        "AARCH64, C2,          ORDERED,   VOLATILE, STORE",  "AARCH64, C2,          VOLATILE, VOLATILE, LOCKED",
        "AARCH64, C1,          VOLATILE,  VOLATILE, PAIR",   "AARCH64, INTERPRETER, ORDERED, PLAIN,    LOAD",
        "RISCV64, C2,          VOLATILE,  VOLATILE, PAIR",   "RISCV64, C2,          GETANDADD, VOLATILE, LOAD",
        "PPC64,   C2,          CAS,       EXCHANGE, LOCKED", "S390X,   C2,          ORDERED, CAS,      STORE",
        "OTHER,   C2,          PLAIN,     PLAIN,    -"})
    void shouldNameTheSidesThatCanTear(Architecture architecture, Tier tier, WriteMode write, ReadMode read,
                                       PairKind kind) {
        assertThat(AccessPair.of(write, read, Width.LONG, tier, architecture).kind())
            .isEqualTo(Optional.ofNullable(kind));
    }

    @Test
    void shouldNotKnowTheSidesOfAnUnknownJvm() {
        AccessRules rules = new AccessRules(Architecture.X86_64, new Geometry(64, 4096), true).in(JvmKind.UNKNOWN);

        assertThat(rules.pair(TrialSpec.USUAL).writing()).isEqualTo(Misaligned.UNKNOWN);
        assertThat(rules.kind(TrialSpec.USUAL.with(WriteMode.CAS, ReadMode.EXCHANGE))).isEmpty();
        assertThat(rules.mayFault(TrialSpec.USUAL)).isFalse();
    }

    @Test
    void shouldAgreeWithTheRulesOfATrial() {
        for (Architecture architecture : Architecture.values()) {
            AccessRules rules = new AccessRules(architecture, new Geometry(64, 4096), true);
            for (WriteMode write : EnumSet.complementOf(EnumSet.of(WriteMode.SEQLOCK))) {
                for (ReadMode read : Arrays.stream(ReadMode.values()).filter(mode -> !mode.guarded()).toList()) {
                    TrialSpec trial = TrialSpec.USUAL.with(write, read);
                    AccessPair pair = rules.pair(trial);
                    assertThat(rules.kind(trial)).isEqualTo(pair.kind());
                    assertThat(rules.lockedSides(trial)).isEqualTo((int) List.of(pair.writing(), pair.reading())
                        .stream().filter(Misaligned.LOCKED::equals).count());
                }
            }
            for (ReadMode read : Set.of(ReadMode.SEQLOCK, ReadMode.AGREE, ReadMode.MASKED)) {
                assertThat(rules.kind(TrialSpec.USUAL.with(WriteMode.ORDERED, read))).isEmpty();
            }
        }
    }
}
