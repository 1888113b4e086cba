// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.machine.CpuFeature.AVX;
import static org.tearline.machine.CpuFeature.UAL;
import static org.tearline.machine.CpuFeature.USCAT;
import static org.tearline.machine.CpuFeature.ZAMA16B;
import static org.tearline.trial.AccessClass.LOCKED;
import static org.tearline.trial.AccessClass.ORDERED;
import static org.tearline.trial.AccessClass.PLAIN;
import static org.tearline.trial.AccessClass.RESERVED;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.machine.CpuFeature;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.AccessClass;
import org.tearline.trial.AccessPair;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Alignment;
import org.tearline.trial.Architecture;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Samples;

class GuaranteesTest {
    private static final int LONG = 8;
    private static final CpuTraits SKYLAKE = x86("GenuineIntel", 6, AVX);
    private static final CpuTraits ZEN = x86("AuthenticAMD", 25, AVX);
    private static final CpuTraits GRAVITON_2 = cpu(Architecture.AARCH64, Set.of());
    private static final CpuTraits GRAVITON_3 = cpu(Architecture.AARCH64, Set.of(USCAT));
    private static final CpuTraits UNKNOWN_ARM = cpu(Architecture.AARCH64, null);
    private static final CpuTraits RISCV = cpu(Architecture.RISCV64, Set.of());
    private static final CpuTraits RISCV_16B = cpu(Architecture.RISCV64, Set.of(ZAMA16B));

    private static final List<Set<CpuFeature>> FEATURES = Arrays.asList(null, Set.of(), Set.of(AVX), Set.of(USCAT),
        Set.of(ZAMA16B), Set.of(UAL), Set.of(AVX, USCAT, ZAMA16B, UAL));
    private static final List<Integer> WIDTHS = List.of(1, 2, 4, 8, 16, 32, 64);

    private final Guarantees guarantees = Guarantees.load();

    /** Only AMD's promise for aligned 16-byte accesses covers every instruction. */
    @Test
    void shouldPromiseVectorsOnlyIfAlignedAndOf16Bytes() {
        for (CpuTraits cpu : List.of(SKYLAKE, ZEN)) {
            for (Width width : Width.vectors()) {
                for (int offset : new int[] {0, 8, 64}) {
                    TrialSpec trial = new TrialSpec(Memory.BYTEBUFFER, width, offset, WriteMode.PLAIN, ReadMode.PLAIN,
                        1, 1, Processes.ONE, Tier.C2, 1);
                    assertThat(guarantees.pair(cpu, trial, Samples.X86).atomic()).as("%s", trial)
                        .isEqualTo(cpu == ZEN && width == Width.VECTOR_16 && offset != 8);
                }
            }
        }
    }

    @Test
    void shouldNameUnknownFeaturesThatWouldDecide() {
        PairPromise unknown = pair(UNKNOWN_ARM, Alignment.ACROSS_8, PLAIN, LOCKED);

        assertThat(unknown.promise()).isEqualTo(Promise.NO_RULE);
        assertThat(unknown.asked()).containsExactly(USCAT);
        assertThat(pair(UNKNOWN_ARM, Alignment.ALIGNED, PLAIN, LOCKED).atomic()).isTrue();
        assertThat(guarantees.side(GRAVITON_2, LONG, Alignment.ACROSS_8, PLAIN).asked()).isEmpty();
    }

    @Test
    void shouldPromiseNothingIfTheJvmSplitsTheAccess() {
        TrialSpec pieces = new TrialSpec(Memory.BYTEBUFFER, Width.LONG, 12, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1,
            Processes.ONE, Tier.INTERPRETER, 0);
        TrialSpec compiled = new TrialSpec(Memory.BYTEBUFFER, Width.LONG, 12, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1,
            Processes.ONE, Tier.C2, 0);

        assertThat(guarantees.pair(SKYLAKE, pieces, Samples.X86).promise()).isEqualTo(Promise.NO_RULE);
        assertThat(guarantees.pair(SKYLAKE, pieces.at(8), Samples.X86).atomic()).isTrue();
        assertThat(guarantees.pair(SKYLAKE, compiled, Samples.X86).atomic()).isTrue();
        AccessRules piecewise = new AccessRules(Samples.X86.architecture(), Samples.X86.geometry(), false);
        assertThat(guarantees.pair(SKYLAKE, compiled, piecewise).promise()).isEqualTo(Promise.NO_RULE);
    }

    /** Covers every CPU that a rule distinguishes, and every width, access and placement. */
    @ParameterizedTest
    @EnumSource
    void shouldAgreeWithTheTable(Architecture architecture) {
        everyCpu().filter(cpu -> cpu.architecture() == architecture).forEach(cpu -> {
            for (int width : WIDTHS) {
                for (AccessClass access : AccessClass.values()) {
                    for (Alignment placement : Alignment.values()) {
                        PairPromise answer = guarantees.side(cpu, width, placement, access);
                        assertThat(String.join(" ", answer.ruleIds()) + " " + answer.promise())
                            .as("%s: %s bytes, %s, %s", cpu, width, access, placement)
                            .isEqualTo(PromiseTable.expected(cpu, width, access, placement));
                    }
                }
            }
        });
    }

    @Test
    void shouldPromiseForAPairWhatIsPromisedForItsWeakerSide() {
        Set<Map<AccessClass, PairPromise>> tried = new HashSet<>();
        everyCpu().forEach(cpu -> {
            for (Alignment placement : Alignment.values()) {
                Map<AccessClass, PairPromise> sides = Stream.of(AccessClass.values()).collect(Collectors.toMap(
                    access -> access, access -> guarantees.side(cpu, LONG, placement, access)));
                if (!tried.add(sides)) {
                    continue;
                }
                for (AccessClass write : AccessClass.values()) {
                    for (AccessClass read : AccessClass.values()) {
                        PairPromise pair = guarantees.pair(cpu, LONG, placement, write, read);
                        Promise writing = sides.get(write).promise();
                        Promise reading = sides.get(read).promise();
                        List<Promise> both = List.of(writing, reading);
                        boolean mixed = both.contains(Promise.ATOMIC_OR_FAULTS)
                            && (both.contains(Promise.NOT_GUARANTEED) || both.contains(Promise.NO_RULE));
                        assertThat(pair.promise()).as("%s: %s/%s %s", cpu, write, read, placement)
                            .isIn(mixed ? List.of(Promise.NOT_GUARANTEED_OR_TRAPS) : both);
                        assertThat(pair.atomic()).isEqualTo(writing == Promise.ATOMIC && reading == Promise.ATOMIC);
                        assertThat(!pair.atomic() || !pair.rules().isEmpty()).isTrue();
                    }
                }
            }
        });
        assertThat(pair(SKYLAKE, Alignment.ACROSS_LINE, LOCKED, PLAIN).ruleIds()).containsExactly("I9");
        assertThat(pair(SKYLAKE, Alignment.ACROSS_LINE, LOCKED, LOCKED).ruleIds()).containsExactly("I22");
        assertThat(pair(GRAVITON_3, Alignment.ACROSS_LINE, LOCKED, PLAIN).promise())
            .isEqualTo(Promise.NOT_GUARANTEED_OR_TRAPS);
        assertThat(pair(GRAVITON_3, Alignment.ACROSS_LINE, LOCKED, PLAIN).ruleIds()).containsExactly("R15", "R6");
        assertThat(pair(GRAVITON_3, Alignment.ACROSS_16, LOCKED, LOCKED).promise())
            .isEqualTo(Promise.ATOMIC_OR_FAULTS);
        assertThat(pair(GRAVITON_3, Alignment.ACROSS_16, LOCKED, ORDERED).promise()).isEqualTo(Promise.FAULTS);
        assertThat(pair(GRAVITON_2, Alignment.ACROSS_8, PLAIN, ORDERED).promise()).isEqualTo(Promise.FAULTS);
        assertThat(pair(RISCV_16B, Alignment.ACROSS_8, PLAIN, RESERVED).promise()).isEqualTo(Promise.FAULTS);
        assertThat(pair(RISCV, Alignment.ACROSS_8, PLAIN, LOCKED).promise())
            .isEqualTo(Promise.NOT_GUARANTEED_OR_TRAPS);
    }

    static Stream<CpuTraits> everyCpu() {
        List<String> vendors = Arrays.asList("GenuineIntel", "AuthenticAMD", "CentaurHauls", "Shanghai", "HygonGenuine",
            "SomethingElse", null);
        List<Integer> families = Arrays.asList(null, 3, 4, 5, 6, 7, 15, 25);
        return Arrays.stream(Architecture.values()).flatMap(architecture -> vendors.stream().flatMap(vendor ->
            families.stream().flatMap(family -> FEATURES.stream().map(features ->
                new CpuTraits(architecture, vendor, family, features)))));
    }

    private PairPromise pair(CpuTraits cpu, Alignment placement, AccessClass write, AccessClass read) {
        return guarantees.pair(cpu, LONG, placement, write, read);
    }

    private static CpuTraits x86(String vendor, Integer family, CpuFeature... features) {
        return new CpuTraits(Architecture.X86_64, vendor, family, Set.of(features));
    }

    private static CpuTraits cpu(Architecture architecture, Set<CpuFeature> features) {
        return new CpuTraits(architecture, "ARM", null, features);
    }

    @ParameterizedTest
    @CsvSource({
        "VOLATILE,  EXCHANGE,  C2,          X86_64,  ORDERED,  LOCKED",
        "ORDERED,   OPAQUE,    INTERPRETER, X86_64,  LOCKED,   ORDERED",
        "ORDERED,   ACQUIRE,   C2,          AARCH64, PLAIN,    ORDERED",
        "CAS,       ACQUIRE,   C1,          AARCH64, LOCKED,   PLAIN",
        "ORDERED,   PLAIN,     INTERPRETER, AARCH64, ORDERED,  PLAIN",
        "CAS,       EXCHANGE,  C2,          RISCV64, RESERVED, RESERVED",
        "GETANDSET, GETANDADD, C2,          RISCV64, LOCKED,   LOCKED"})
    void shouldClassifyTheInstructionsOfAMode(WriteMode write, ReadMode read, Tier tier, Architecture architecture,
                                              AccessClass writing, AccessClass reading) {
        assertThat(AccessPair.of(write, read, Width.LONG, tier, architecture))
            .isEqualTo(new AccessPair(architecture, writing, reading));
    }
}
