// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.machine.CpuFeature;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.Guarantees.Observation;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.Alignment;
import org.tearline.trial.PairKind;

class RegistryTest {
    private final Guarantees guarantees = Guarantees.load();

    @Test
    void shouldUseEveryRuleAndCiteItsSource() {
        Set<String> used = GuaranteesTest.everyCpu().flatMap(cpu -> rulesFor(cpu)).map(Rule::id)
            .collect(Collectors.toCollection(TreeSet::new));
        List<String> ids = Stream.of(guarantees.rules().stream().map(Rule::id),
            JavaRule.all().stream().map(JavaRule::id), guarantees.observations().stream().map(Observation::id))
            .flatMap(each -> each).toList();

        assertThat(used).containsExactlyInAnyOrderElementsOf(guarantees.rules().stream().map(Rule::id).toList());
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(guarantees.rules()).allSatisfy(rule -> {
            assertThat(rule.sentence()).matches("[A-Z][^.]+\\.").hasSizeLessThan(150);
            assertThat(RegistryTexts.confidence(rule.id())).isIn("read", "quoted", "inferred");
            assertThat(rule.sources()).allSatisfy(source -> {
                assertThat(source.title()).isNotBlank();
                assertThat(source.url()).matches("https://[a-z.-]+/[A-Za-z0-9@./_-]*");
            });
            assertThat(rule.sources().isEmpty()).as("a rule without a source promises nothing").isEqualTo(
                rule.cases().stream().allMatch(one -> one.promise() == Promise.NO_RULE));
        });
        assertThat(JavaRule.all()).allSatisfy(rule -> {
            assertThat(rule.sentence()).matches("[A-Z][^.]+\\.");
            assertThat(rule.confidence()).isIn("read", "quoted", "inferred");
            assertThat(rule.url()).startsWith("https://docs.oracle.com/");
        });
    }

    @Test
    void shouldCiteEveryReportByOthers() {
        assertThat(guarantees.observations()).allSatisfy(seen -> {
            assertThat(seen.observed()).matches("[^ .].*[^.]");
            assertThat(RegistryTexts.how(seen)).matches("[^ .].*[^.]");
            assertThat(seen.by()).isNotBlank();
            assertThat(seen.cells().isEmpty()
                || !RegistryTexts.how(seen).matches(".*(argued|inferred|remark|no test|not tested).*"))
                .as("%s: no cell without a test", seen.id()).isTrue();
            assertThat(RegistryTexts.confidence(seen.id())).isIn("read", "quoted");
            assertThat(seen.source()).isNotBlank();
            assertThat(seen.url()).matches("https://[a-z.-]+/[A-Za-z0-9./_-]*");
            assertThat(seen.cells()).allSatisfy(cell -> {
                assertThat(cell.pairs()).isNotEmpty();
                assertThat(cell.placements()).isNotEmpty().doesNotContain(Alignment.ALIGNED, Alignment.INSIDE_8);
            });
            for (PairKind pair : PairKind.values()) {
                for (Alignment placement : Alignment.values()) {
                    assertThat(seen.cells().stream().filter(cell -> cell.pairs().contains(pair)
                        && cell.placements().contains(placement))).as("one report per cell").hasSizeLessThan(2);
                }
            }
        });
    }

    @Test
    void shouldHaveAFamilyForEveryRuleAboutEightBytes() {
        Set<String> covered = guarantees.families().stream().flatMap(family ->
            rulesFor(family.traits())).map(Rule::id).collect(Collectors.toSet());

        assertThat(guarantees.families()).extracting(CpuFamily::name).doesNotHaveDuplicates()
            .noneMatch(name -> name.matches(".*(486|Pentium).*"));
        assertThat(covered).as("all rules for CPUs on which a 64-bit JVM runs").containsAll(guarantees.rules()
            .stream().filter(rule -> covers(rule, Long.BYTES) && !rule.id().equals("I4")).map(Rule::id).toList());
    }

    @Test
    void shouldUseEveryPublishedFeatureExceptAmx() {
        assertThat(guarantees.rules().stream().flatMap(rule -> rule.cases().stream())
            .flatMap(one -> Stream.concat(one.with().stream(), one.without().stream())).collect(Collectors.toSet()))
            .containsExactlyInAnyOrder(CpuFeature.AVX, CpuFeature.USCAT, CpuFeature.ZAMA16B,
                CpuFeature.UAL);
        assertThat(CpuFeature.among(List.of("zama16b", "fpu", "AVX", "avx"))).containsExactly(CpuFeature.AVX,
            CpuFeature.ZAMA16B);
    }

    private Stream<Rule> rulesFor(CpuTraits cpu) {
        return guarantees.rules().stream().filter(rule -> rule.concerns(cpu)
            && rule.cases().stream().anyMatch(one -> one.appliesTo(cpu.features())));
    }

    private static boolean covers(Rule rule, int widthBytes) {
        return rule.cases().stream().anyMatch(one -> one.widths().contains(widthBytes));
    }
}
