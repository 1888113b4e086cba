package org.tearline.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.promise.AccessClass.LOCKED;
import static org.tearline.promise.AccessClass.ORDERED;
import static org.tearline.promise.AccessClass.PLAIN;
import static org.tearline.promise.AccessClass.VECTOR;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.tearline.plan.Placement;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.WriteMode;

class GuaranteesTest {
    private static final int LONG = 8;
    private static final CpuTraits SKYLAKE = x86("GenuineIntel", 6, "avx", "cx16");
    private static final CpuTraits NETBURST = x86("GenuineIntel", 15);
    private static final CpuTraits PENTIUM = x86("GenuineIntel", 5);
    private static final CpuTraits I486 = x86("GenuineIntel", 4);
    private static final CpuTraits ZEN = x86("AuthenticAMD", 25, "avx");
    private static final CpuTraits HYGON = x86("HygonGenuine", 24, "avx");
    private static final CpuTraits GRAVITON_2 = arm(8, Set.of("atomics"));
    private static final CpuTraits GRAVITON_3 = arm(8, Set.of("atomics", "uscat"));
    private static final CpuTraits UNKNOWN_ARM = arm(8, null);
    private static final CpuTraits ARMV7 = arm(7, Set.of("neon"));
    private static final CpuTraits RISCV = new CpuTraits("riscv", "0x489", null, null, Set.of("rv64imafdc"));
    private static final CpuTraits RISCV_16B = new CpuTraits("riscv", "0x489", null, null, Set.of("zama16b"));
    private static final CpuTraits POWER = new CpuTraits("power", null, null, null, null);
    private static final List<CpuTraits> ALL = List.of(SKYLAKE, NETBURST, PENTIUM, I486, ZEN, HYGON, GRAVITON_2,
        GRAVITON_3, UNKNOWN_ARM, ARMV7, RISCV, RISCV_16B, POWER,
        new CpuTraits("s390", "IBM/S390", null, null, Set.of("zarch")),
        new CpuTraits("loongarch", null, null, null, Set.of("ual")));

    private final Guarantees guarantees = Guarantees.load();

    @ParameterizedTest
    @EnumSource(names = {"ALIGNED", "WITHIN_16", "WITHIN_32", "WITHIN_64"})
    void shouldPromiseIntelsPlainLongInsideALineSinceTheP6(Placement placement) {
        assertThat(pair(SKYLAKE, placement, PLAIN, PLAIN)).isEqualTo(Promise.ATOMIC);
        assertThat(pair(NETBURST, placement, PLAIN, ORDERED)).isEqualTo(Promise.ATOMIC);
    }

    @Test
    void shouldNotPromiseItBeforeTheP6() {
        assertThat(guarantees.side(PENTIUM, LONG, Placement.WITHIN_16, PLAIN).ruleIds()).containsExactly("I4");
        assertThat(pair(PENTIUM, Placement.WITHIN_16, PLAIN, PLAIN)).isEqualTo(Promise.NOT_GUARANTEED);
        assertThat(pair(PENTIUM, Placement.ALIGNED, PLAIN, PLAIN)).isEqualTo(Promise.ATOMIC);
        assertThat(pair(I486, Placement.ALIGNED, PLAIN, PLAIN)).isEqualTo(Promise.NO_RULE);
        assertThat(guarantees.side(I486, 4, Placement.ALIGNED, PLAIN).ruleIds()).containsExactly("I1");
    }

    @Test
    void shouldNotPromiseAmdsMisalignedLongEvenInsideTheLine() {
        PairPromise promise = guarantees.pair(ZEN, LONG, Placement.WITHIN_16, PLAIN, PLAIN);

        assertThat(promise.promise()).isEqualTo(Promise.NOT_GUARANTEED);
        assertThat(promise.ruleIds()).containsExactly("A4");
    }

    @Test
    void shouldPromiseAmdsNarrowValuesInsideEightBytes() {
        assertThat(guarantees.side(ZEN, 4, Placement.WITHIN_8, PLAIN).ruleIds()).containsExactly("A2");
        assertThat(guarantees.side(ZEN, 4, Placement.WITHIN_16, PLAIN).ruleIds()).containsExactly("A3");
    }

    @ParameterizedTest
    @EnumSource(names = {"CROSSES_LINE", "CROSSES_PAGE"})
    void shouldPromiseALockedPairAcrossTheLineButNotItsPlainPartner(Placement placement) {
        for (CpuTraits cpu : List.of(SKYLAKE, ZEN)) {
            assertThat(pair(cpu, placement, LOCKED, LOCKED)).isEqualTo(Promise.ATOMIC);
            assertThat(pair(cpu, placement, LOCKED, PLAIN)).isEqualTo(Promise.NOT_GUARANTEED);
            assertThat(pair(cpu, placement, PLAIN, LOCKED)).isEqualTo(Promise.NOT_GUARANTEED);
        }
        assertThat(guarantees.pair(SKYLAKE, LONG, placement, LOCKED, PLAIN).ruleIds()).containsExactly("I22", "I9");
    }

    @Test
    void shouldAskForAvxBeforeItPromisesSixteenBytes() {
        assertThat(guarantees.side(SKYLAKE, 16, Placement.ALIGNED, VECTOR).ruleIds()).containsExactly("I14");
        assertThat(guarantees.side(ZEN, 16, Placement.ALIGNED, VECTOR).ruleIds()).containsExactly("A7");
        assertThat(guarantees.side(NETBURST, 16, Placement.ALIGNED, VECTOR).promise()).isEqualTo(Promise.NO_RULE);
    }

    @Test
    void shouldFindNoDocumentForOtherMakersOfX86() {
        assertThat(guarantees.side(HYGON, LONG, Placement.WITHIN_64, PLAIN).ruleIds()).containsExactly("X4");
        assertThat(pair(HYGON, Placement.WITHIN_64, PLAIN, PLAIN)).isEqualTo(Promise.NOT_GUARANTEED);
        assertThat(pair(x86("SomethingElse", 6), Placement.ALIGNED, PLAIN, PLAIN)).isEqualTo(Promise.NO_RULE);
    }

    @Test
    void shouldDependOnLse2OnArm() {
        assertThat(pair(GRAVITON_3, Placement.WITHIN_16, PLAIN, PLAIN)).isEqualTo(Promise.ATOMIC);
        assertThat(pair(GRAVITON_3, Placement.WITHIN_16, ORDERED, LOCKED)).isEqualTo(Promise.ATOMIC);
        assertThat(pair(GRAVITON_3, Placement.WITHIN_32, PLAIN, PLAIN)).isEqualTo(Promise.NOT_GUARANTEED);
        assertThat(pair(GRAVITON_3, Placement.CROSSES_LINE, LOCKED, PLAIN)).isEqualTo(Promise.FAULTS);
        assertThat(pair(GRAVITON_2, Placement.WITHIN_16, PLAIN, PLAIN)).isEqualTo(Promise.NOT_GUARANTEED);
        assertThat(pair(GRAVITON_2, Placement.WITHIN_16, PLAIN, ORDERED)).isEqualTo(Promise.FAULTS);
    }

    @Test
    void shouldNotGuessWhereFeaturesOrVersionAreUnknown() {
        assertThat(pair(UNKNOWN_ARM, Placement.WITHIN_16, PLAIN, PLAIN)).isEqualTo(Promise.NO_RULE);
        assertThat(pair(UNKNOWN_ARM, Placement.ALIGNED, PLAIN, PLAIN)).isEqualTo(Promise.ATOMIC);
        assertThat(pair(ARMV7, Placement.ALIGNED, PLAIN, PLAIN)).isEqualTo(Promise.NO_RULE);
    }

    @Test
    void shouldKnowTheOtherInstructionSets() {
        assertThat(pair(RISCV, Placement.WITHIN_16, PLAIN, PLAIN)).isEqualTo(Promise.NOT_GUARANTEED_OR_TRAPS);
        assertThat(pair(RISCV_16B, Placement.WITHIN_16, PLAIN, LOCKED)).isEqualTo(Promise.ATOMIC);
        assertThat(pair(RISCV_16B, Placement.WITHIN_32, PLAIN, LOCKED)).isEqualTo(Promise.FAULTS);
        assertThat(pair(POWER, Placement.WITHIN_LINE, PLAIN, PLAIN)).isEqualTo(Promise.NOT_GUARANTEED);
        assertThat(pair(POWER, Placement.WITHIN_LINE, LOCKED, PLAIN)).isEqualTo(Promise.FAULTS);
    }

    @Test
    void shouldNeverLetTwoRulesSpeakOfTheSameAccess() {
        for (CpuTraits cpu : ALL) {
            for (Placement placement : Placement.values()) {
                for (AccessClass access : AccessClass.values()) {
                    for (int width : new int[] {1, 2, 4, 8, 16}) {
                        assertThat(guarantees.side(cpu, width, placement, access).ruleIds())
                            .as("%s %s %s %s", cpu, width, placement, access).hasSizeLessThanOrEqualTo(1);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = {"ALIGNED", "WITHIN_8"})
    void shouldHaveARuleForEveryMisalignedPlainLong(Placement placement) {
        for (CpuTraits cpu : ALL) {
            if (cpu != UNKNOWN_ARM && cpu != ARMV7) {
                assertThat(pair(cpu, placement, PLAIN, PLAIN)).as("%s", cpu).isNotEqualTo(Promise.NO_RULE);
            }
        }
    }

    @Test
    void shouldUseEveryRuleAndGiveEachASourceAndANameOfItsOwn() {
        Set<String> used = ALL.stream().flatMap(cpu -> guarantees.rulesFor(cpu).stream()).map(Rule::id)
            .collect(Collectors.toCollection(TreeSet::new));
        used.addAll(guarantees.rulesFor(x86("CentaurHauls", 7, "avx")).stream().map(Rule::id).toList());
        List<String> ids = Stream.of(guarantees.rules().stream().map(Rule::id),
            guarantees.javaRules().stream().map(JavaRule::id), guarantees.observations().stream().map(Observation::id))
            .flatMap(each -> each).toList();

        assertThat(used).containsExactlyInAnyOrderElementsOf(guarantees.rules().stream().map(Rule::id).toList());
        assertThat(ids).doesNotHaveDuplicates().hasSize(27 + 3 + 8);
        assertThat(guarantees.rules()).allSatisfy(rule -> {
            assertThat(rule.source()).isNotBlank().isNotEqualTo("null");
            assertThat(rule.confidence()).isIn("read", "quoted", "inferred");
        });
        assertThat(guarantees.observations()).allSatisfy(seen -> assertThat(seen.source()).isNotBlank());
    }

    @Test
    void shouldKnowWhatHotSpotMakesOfAMode() {
        assertThat(AccessClass.of(WriteMode.VOLATILE, Tier.C2, true)).isEqualTo(ORDERED);
        assertThat(AccessClass.of(WriteMode.ORDERED, Tier.INTERPRETER, true)).isEqualTo(LOCKED);
        assertThat(AccessClass.of(WriteMode.ORDERED, Tier.C2, false)).isEqualTo(PLAIN);
        assertThat(AccessClass.of(WriteMode.CAS, Tier.C1, false)).isEqualTo(LOCKED);
        assertThat(AccessClass.of(ReadMode.ACQUIRE)).isEqualTo(ORDERED);
        assertThat(AccessClass.of(ReadMode.EXCHANGE)).isEqualTo(LOCKED);
    }

    private Promise pair(CpuTraits cpu, Placement placement, AccessClass write, AccessClass read) {
        return guarantees.pair(cpu, LONG, placement, write, read).promise();
    }

    private static CpuTraits x86(String vendor, int family, String... features) {
        return new CpuTraits("x86", vendor, family, null, Set.of(features));
    }

    private static CpuTraits arm(int version, Set<String> features) {
        return new CpuTraits("arm", "ARM", version, null, features);
    }
}
