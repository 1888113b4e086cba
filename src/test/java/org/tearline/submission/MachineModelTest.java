// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tearline.platform.Emulated;
import org.tearline.platform.Hypervisor;
import org.tearline.platform.Isa;
import org.tearline.published.Environment;
import org.tearline.published.FieldGuide;
import org.tearline.published.OperatingSystem;
import org.tearline.published.PublishedCpu;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MachineModelTest {
    private static final Map<String, Set<Integer>> LINES = Map.of("x86_64", Set.of(64), "x86", Set.of(32, 64, 128),
        "aarch64", Set.of(32, 64, 128, 256), "arm", Set.of(32, 64, 128), "riscv64", Set.of(32, 64, 128),
        "ppc64le", Set.of(64, 128), "ppc64", Set.of(64, 128), "s390x", Set.of(256), "loongarch64", Set.of(32, 64));
    private static final Set<String> LARGE_PAGES = Set.of("aarch64", "arm", "ppc64le", "ppc64", "loongarch64");

    /** What a CPU's vendor and numbers say of its instruction set; unknown ones say nothing. */
    private static final Map<PublishedCpu, Set<Isa>> CPUS = Map.of(
        cpu("GenuineIntel", 6, 85, 7, null), Set.of(Isa.X86), cpu("AuthenticAMD", null, null, null, null),
        Set.of(Isa.X86), cpu("HygonGenuine", 24, 1, 1, null), Set.of(Isa.X86),
        cpu("ARM", null, null, null, 0x41), Set.of(Isa.ARM), cpu("IBM", 9, 0x4e, 0x22, null), Set.of(Isa.POWER),
        cpu("IBM", null, 0x3906, null, null), Set.of(Isa.S390, Isa.POWER),
        cpu("unknown", null, null, null, null), Set.of(Isa.values()));

    @Test
    void shouldKnowEveryArchitectureThatTheSchemaHas() throws Exception {
        assertThat(words("arch")).containsExactlyInAnyOrderElementsOf(LINES.keySet());
        assertThat(words("arch")).allMatch(arch -> Isa.of(arch).isPresent());
    }

    @Test
    void shouldShareItsHypervisorsAndAnswersWithTheSchema() throws Exception {
        assertThat(words("hypervisor")).containsExactlyInAnyOrderElementsOf(List.of(Hypervisor.values()).stream()
            .map(Hypervisor::toString).toList());
        assertThat(words("emulated")).containsExactlyInAnyOrder("yes", "no", "unknown");
    }

    @Test
    void shouldAcceptExactlyTheGeometriesThatExist() throws Exception {
        for (String arch : LINES.keySet()) {
            for (int line : numbers("lineBytes")) {
                for (int page : numbers("pageBytes")) {
                    boolean real = LINES.get(arch).contains(line) && (page == 4096
                        || LARGE_PAGES.contains(arch) && page == 65_536
                        || Set.of("aarch64", "arm", "loongarch64").contains(arch) && page == 16_384);
                    assertThat(faults(environment(arch, unknown(), line, page, Hypervisor.UNKNOWN, Emulated.NO)))
                        .as("%s, lines of %d, pages of %d", arch, line, page).isEqualTo(real ? Set.of()
                            : Set.of(ValidationRule.MACHINE));
                    assertThat(faults(environment(arch, unknown(), line, page, Hypervisor.UNKNOWN, Emulated.YES)))
                        .as("an emulator shows the host's").isEmpty();
                }
            }
        }
    }

    @Test
    void shouldAcceptExactlyTheCpusOfAnArchitecture() {
        for (String arch : LINES.keySet()) {
            CPUS.forEach((cpu, isas) -> {
                for (Emulated emulated : Emulated.values()) {
                    Environment environment = environment(arch, cpu, LINES.get(arch).iterator().next(), 4096,
                        Hypervisor.UNKNOWN, emulated);
                    assertThat(faults(environment)).as("%s on %s, emulated %s", cpu, arch, emulated)
                        .isEqualTo(isas.contains(Isa.of(arch).orElseThrow()) ? Set.of()
                        : Set.of(ValidationRule.MACHINE));
                }
            });
        }
    }

    @Test
    void shouldAcceptExactlyTheHypervisorsOfAnArchitecture() {
        for (String arch : LINES.keySet()) {
            for (Hypervisor hypervisor : Hypervisor.values()) {
                Set<ValidationRule> found = faults(environment(arch, unknown(), LINES.get(arch).iterator().next(), 4096,
                    hypervisor, Emulated.NO));
                boolean translates = Set.of(Hypervisor.TCG, Hypervisor.BOCHS, Hypervisor.QEMU).contains(hypervisor);
                assertThat(found.contains(ValidationRule.EMULATED)).as("%s on %s", hypervisor,
                    arch).isEqualTo(translates);
                assertThat(found.contains(ValidationRule.MACHINE)).as("%s on %s", hypervisor, arch)
                    .isEqualTo(!hypervisor.hasGuestsOf(Isa.of(arch).orElseThrow()));
            }
        }
    }

    @Test
    void shouldNotBelieveImplementerZeroUnlessItIsEmulated() {
        PublishedCpu nobody = cpu("0x00", null, null, null, 0);
        for (Emulated emulated : Emulated.values()) {
            assertThat(faults(environment("aarch64", nobody, 64, 4096, Hypervisor.UNKNOWN, emulated)))
                .isEqualTo(emulated == Emulated.YES ? Set.of() : Set.of(ValidationRule.EMULATED));
        }
    }

    private static Set<ValidationRule> faults(Environment environment) {
        Findings findings = new Findings();
        MachineModel.check(environment, findings);
        return Set.copyOf(findings.list().stream().map(Finding::rule).toList());
    }

    private static Environment environment(String arch, PublishedCpu cpu, int line, int page, Hypervisor hypervisor,
                                           Emulated emulated) {
        return new Environment(arch, cpu, null, line, page, new OperatingSystem("linux", "6.1"), hypervisor, emulated,
            null, null, null);
    }

    private static PublishedCpu unknown() {
        return cpu("unknown", null, null, null, null);
    }

    private static PublishedCpu cpu(String vendor, Integer family, Integer model, Integer stepping,
        Integer implementer) {
        Integer part = implementer == null ? null : 0xd0c;
        Integer revision = implementer == null ? null : 1;
        return new PublishedCpu(null, vendor, family, model, stepping, implementer, part, revision, revision, null,
            null, null,
            null)
            .withComputedKey();
    }

    private static JsonNode field(String name) throws Exception {
        try (var in = FieldGuide.class.getResourceAsStream(FieldGuide.SCHEMA)) {
            return new JsonMapper().readTree(in).at("/properties/environment/properties/" + name + "/enum");
        }
    }

    private static List<String> words(String name) throws Exception {
        return field(name).valueStream().map(JsonNode::stringValue).toList();
    }

    private static List<Integer> numbers(String name) throws Exception {
        return field(name).valueStream().map(JsonNode::intValue).toList();
    }
}
