// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tearline.machine.CpuModel.CpuFeature;
import org.tearline.promise.AccessClass;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.Width;
import org.tearline.verdict.Samples;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ProbeTextTest {
    private static final List<Alignment> PLACEMENTS = List.of(Alignment.ALIGNED, Alignment.ACROSS_8,
        Alignment.ACROSS_LINE);

    @Test
    void shouldBeginWithPromisedAndPublishedAnswers() {
        String text = Output.printed(80, screen -> ProbeText.printSummary(Samples.MACHINE, null, Width.LONG, PLACEMENTS,
            screen));

        assertThat(text).startsWith("promised: a long, ordinary write and read:")
            .contains("across a line not guaranteed (I9)", "published: no result for this CPU");
        assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    }

    /** Tests every vendor, place and pair of accesses. */
    @Test
    void shouldNameTheGuaranteeOfANegativeResultIfThereIsOne() {
        Guarantees guarantees = Guarantees.load();
        for (Architecture architecture : Architecture.values()) {
            for (String vendor : List.of("GenuineIntel", "AuthenticAMD", "0x41", "")) {
                CpuTraits cpu = cpu(architecture, vendor, Set.of());
                for (Alignment placement : Alignment.values()) {
                    for (AccessClass write : AccessClass.values()) {
                        for (AccessClass read : AccessClass.values()) {
                            PairPromise promise = guarantees.pair(cpu, Long.BYTES, placement, write, read);
                            assertThat(RunReasons.ofNone(promise)).as("%s %s %s", cpu, placement, promise)
                                .startsWith(promise.atomic() ? "promised to be whole ("
                                    : promise.promise() == Promise.NO_RULE
                                        ? promise.asked().isEmpty() ? "no rule found" : "unknown: " : "not promised (")
                                .doesNotContain("()").doesNotContain("null");
                        }
                    }
                }
            }
        }
    }

    @Test
    void shouldPrintATableAndEachCitedRuleWithItsUrl() {
        String text = text(cpu(Architecture.X86_64, "GenuineIntel", Set.of()));

        assertThat(text.lines().limit(5)).containsExactly(
            "Promises for a long, write/read (n.g.: not guaranteed, so it may tear)",
            "                      plain/plain         volatile/volatile   cas/plain           cas/exchange",
            "  aligned             atomic I5           atomic I5           atomic I22,I5       atomic I22",
            "  across 8 bytes      atomic I8           atomic I8           atomic I22,I8       atomic I22",
            "  across a line       n.g. I9             n.g. I9             n.g. I9             atomic I22");
        assertThat(text).contains("\n  I9   all Intel CPUs: A load or store across two cache lines or two pages is not"
            + " guaranteed to be atomic.\n", "https://www.intel.com/content/www/us/en/developer/articles/technical/"
            + "intel-sdm.html\n", "https://docs.oracle.com/");
        assertThat(text.lines()).allMatch(line -> line.length() <= 110 || line.strip().startsWith("https://"));
    }

    @Test
    void shouldPrintThePromisesOfTheGivenWidth() {
        CpuTraits amd = cpu(Architecture.X86_64, "AuthenticAMD", Set.of(CpuFeature.AVX));

        assertThat(text(amd, Width.INT).lines().limit(3)).startsWith("Promises for an int, write/read (n.g.: not"
            + " guaranteed, so it may tear)").last().asString().startsWith("  aligned             atomic A1 ");
        assertThat(text(amd, Width.VECTOR_16).lines().limit(5)).containsExactly("Promises for a vector of 16 bytes,"
            + " write/read (n.g.: not guaranteed, so it may tear)", "                      plain/plain",
            "  aligned             atomic A7", "  across 8 bytes      n.g. A8",
            "  across a line       n.g. A8");
    }

    @Test
    void shouldDistinguishNoRuleFromUnknownFeatures() {
        assertThat(text(cpu(Architecture.X86_64, "HygonGenuine", Set.of()))).contains("no rule found X4")
            .doesNotContain("n.g. X4", "https://www.amd.com");
        assertThat(text(cpu(Architecture.AARCH64, "ARM", null))).contains("unknown: uscat");
    }

    @Test
    void shouldSeparatePairsWithDifferentInstructionsOnRiscv() {
        assertThat(text(cpu(Architecture.RISCV64, "0x489", Set.of(CpuFeature.ZAMA16B))).lines().skip(1).limit(3))
            .containsExactly("                      plain/plain         volatile/volatile   cas/plain"
                + "           cas/exchange        getandadd/getandadd",
                "  aligned             atomic V1           atomic V1           atomic V1           atomic V1"
                + "           atomic V1",
                "  across 8 bytes      atomic V2           atomic V2           faults V4           faults V4"
                + "           atomic V2");
    }

    @Test
    void shouldListAllPairsOfInstructionKindsInJson() {
        assertThat(pairs(cpu(Architecture.X86_64, "GenuineIntel", Set.of()))).isEqualTo(9);
        assertThat(pairs(cpu(Architecture.RISCV64, "0x489", Set.of()))).isEqualTo(16);
    }

    @Test
    void shouldUseTheNamesOfTheSchema() throws IOException {
        JsonNode pair;
        try (InputStream in = ProbeText.class.getResourceAsStream("/schema/probe.schema.json")) {
            pair = JsonMapper.shared().readTree(in).at("/properties/promises/properties/pairs/items/properties");
        }
        assertThat(words(pair.at("/write/enum"))).containsExactlyElementsOf(names(AccessClass.values()));
        assertThat(words(pair.at("/read/enum"))).containsExactlyElementsOf(names(AccessClass.values()));
        assertThat(words(pair.at("/promise/enum"))).containsExactlyElementsOf(names(Promise.values()));
        assertThat(words(pair.at("/place/enum"))).containsExactlyElementsOf(names(Alignment.values()));
        assertThat(words(pair.at("/asked/items/enum"))).containsExactlyElementsOf(names(CpuFeature.values()));
    }

    private static List<String> words(JsonNode array) {
        return array.valueStream().map(JsonNode::stringValue).toList();
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::toString).toList();
    }

    private static int pairs(CpuTraits cpu) {
        return ((List<?>) ProbeText.json(Guarantees.load(), cpu, Width.LONG, List.of(Alignment.ALIGNED)).get("pairs"))
            .size();
    }

    private static String text(CpuTraits cpu) {
        return text(cpu, Width.LONG);
    }

    private static String text(CpuTraits cpu, Width width) {
        return Output.printed(screen -> ProbeText.printPromises(Guarantees.load(), cpu, width, PLACEMENTS, screen));
    }

    private static CpuTraits cpu(Architecture architecture, String vendor, Set<CpuFeature> features) {
        return new CpuTraits(architecture, vendor, architecture == Architecture.X86_64 ? 6 : null, features);
    }
}
