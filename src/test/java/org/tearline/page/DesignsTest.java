// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuFamily;

/** Tests the searchable designs and instance types. */
class DesignsTest {
    @Test
    void shouldBelongToAFamily() {
        List<String> families = Guarantees.load().families().stream().map(CpuFamily::name).toList();

        assertThat(Designs.list()).allSatisfy(known -> {
            assertThat(families).containsAll(known.families());
            assertThat(known.families()).hasSizeLessThanOrEqualTo(known.unknown() ? 2 : 1);
        });
        assertThat(Designs.list()).extracting(Designs.Design::id).doesNotHaveDuplicates();
        assertThat(Designs.list()).extracting(Designs.Design::name).contains("Cascade Lake", "Zen 4",
            "Neoverse V1", "Arm CPU of unknown design", "x86-64 CPU of Intel or AMD");
    }

    @Test
    void shouldHaveASourceForEachFactOrMarkAGuess() {
        assertThat(Designs.missingSources()).isEmpty();
        assertThat(Designs.sources()).allSatisfy(source -> assertThat(source.url()).startsWith("https://"));
        assertThat(Designs.list().get(Designs.named("Yitian 710")).guesses()).containsExactly("Yitian 710");
        assertThat(Designs.list().get(Designs.named("Altra Max"))).satisfies(altra -> {
            assertThat(altra.guesses()).isEmpty();
            assertThat(altra.assumed()).as("Arm kernels have three page sizes").isTrue();
        });
        assertThat(Designs.list().get(Designs.named("M1 Max")).assumed()).isFalse();
        assertThat(Designs.list().get(Designs.named("Cascade Lake")).assumed()).as("x86-64").isFalse();
    }

    /** Armv8.4 made FEAT_LSE2 mandatory. None of the older designs has it. */
    @Test
    void shouldHaveLse2FromArmv84On() {
        assertThat(Designs.architectures()).isNotEmpty().allSatisfy((name, architecture) -> {
            String version = architecture.replaceFirst("Armv([0-9.]+)-A", "$1");
            assertThat(Designs.list().get(Designs.named(name)).families().get(0)).as(name).startsWith(
                Double.parseDouble(version) >= 8.4 ? "Arm with LSE2" : "Arm without LSE2");
        });
    }

    /** Instances of one type can have different CPUs, which /proc/cpuinfo must tell apart. */
    @Test
    void shouldDistinguishTheCpusOfAnInstanceType() {
        assertThat(CloudTypes.all()).hasSizeGreaterThan(40).allSatisfy(type -> {
            assertThat(type.url()).startsWith("https://");
            assertThat(type.cpus()).isNotEmpty().allSatisfy(one -> assertThat(one.cpu()).isNotNegative());
            if (type.cpus().size() > 1) {
                assertThat(type.cpus()).as(type.names()).extracting(CloudTypes.OneOf::cpuinfo).doesNotHaveDuplicates()
                    .doesNotContain("");
            }
        });
    }

    @Test
    void shouldKnowItsLineage() {
        List<String> names = Designs.list().stream().map(Designs.Design::name).toList();
        assertThat(Designs.lineages()).allSatisfy(line -> assertThat(names).containsAll(line));
        assertThat(Designs.relatives("Dhyana")).first().isEqualTo("Zen");
        assertThat(Designs.relatives("Emerald Rapids")).contains("Sapphire Rapids").doesNotContain("Emerald Rapids");
        assertThat(Designs.relatives("Sapphire Rapids")).first().isEqualTo("Emerald Rapids");
        assertThat(Designs.relatives("KaiXian")).isEmpty();
    }

    @Test
    void shouldHaveLinesThatIdentifyADesign() {
        assertThat(cpuinfo("Cascade Lake")).isEqualTo("cpu family : 6, model : 85, stepping : 7");
        assertThat(cpuinfo("Sapphire Rapids")).isEqualTo("cpu family : 6, model : 143");
        assertThat(cpuinfo("Neoverse V1")).isEqualTo("CPU part : 0xd40");
        assertThat(cpuinfo("Zen 4")).as("EPYC and Ryzen differ").isEmpty();
    }

    private static String cpuinfo(String name) {
        return Designs.list().get(Designs.named(name)).cpuinfo();
    }
}
