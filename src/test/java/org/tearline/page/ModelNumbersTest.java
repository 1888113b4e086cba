// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.archive.CpuDesign;
import org.tearline.machine.CpuModel;
import org.tearline.page.Designs.Brand;
import org.tearline.page.Designs.Series;

/** Tests the model numbers of x86-64 CPUs. */
class ModelNumbersTest {
    @ParameterizedTest
    @CsvSource({"8259CL, Xeon Cascade Lake", "8275CL, Xeon Cascade Lake", "8124M, Xeon Skylake",
        "W-2295, Xeon Cascade Lake", "8375C, Xeon Ice Lake", "8380H, Xeon Cooper Lake", "8488C, Xeon Sapphire Rapids",
        "8592V, Xeon Emerald Rapids", "6787P, Xeon Granite Rapids", "6780E, Xeon Sierra Forest",
        "E5-2676 v3, Xeon Haswell", "E5-2686 v4, Xeon Broadwell", "E5-2670, Xeon Sandy Bridge", "7601, EPYC Zen",
        "7R32, EPYC Zen 2", "7742, EPYC Zen 2", "7763, EPYC Zen 3", "75F3, EPYC Zen 3", "7R13, EPYC Zen 3",
        "9R14, EPYC Zen 4", "9354P, EPYC Zen 4", "9R45, EPYC Zen 5", "9965, EPYC Zen 5", "3950X, Ryzen Zen 2",
        "5950X, Ryzen Zen 3", "7950X3D, Ryzen Zen 4", "9950X, Ryzen Zen 5", "i7-6700K, Core Skylake", "8250U, Core",
        "8400, Core Coffee Lake", "4510, Xeon Sapphire Rapids", "w9-3595X, Xeon Sapphire Rapids",
        "5140, Xeon Core 2", "6315P, Xeon Raptor Lake", "8480+, Xeon Sapphire Rapids", "8592+, Xeon Emerald Rapids",
        "8269CY, Xeon Cascade Lake", "E5 2680 v4, Xeon Broadwell", "E5-2687W v4, Xeon Broadwell",
        "E3-1270 v6, Xeon Kaby Lake", "D-1541, Xeon Broadwell", "6972P, Xeon Granite Rapids",
        "7840U, Ryzen Zen 4", "7730U, Ryzen Zen 3", "7520U, Ryzen Zen 2", "6850U, Ryzen Zen 3",
        "3500U, Ryzen Zen / Zen+",
        "7980X, Ryzen Zen 4", "9980X, Ryzen Zen 5", "5965WX, Ryzen Zen 3", "9955HX3D, Ryzen Zen 5",
        "7T83, EPYC Zen 3", "9V33X, EPYC Zen 4", "8324P, EPYC Zen 4", "4564P, EPYC Zen 4",
        "i9-14900K, Core Raptor Lake",
        "12900K, Core Alder Lake", "285K, Core Arrow Lake", "258V, Core Lunar Lake", "155H, Core Meteor Lake",
        "N100, Core Gracemont", "FX-8350, FX Piledriver", "FX 9590, FX Piledriver", "FX-8150, FX Bulldozer",
        "A10-5800K, A-Series Piledriver", "A10-7850K, A-Series Steamroller", "Phenom II X4 965, Phenom K10",
        "C2750, Atom Silvermont", "J4125, Atom Goldmont Plus", "E5 v3, Xeon Haswell"})
    void shouldLeadToOneDesign(String number, String name) {
        assertThat(names(number)).containsExactly(name);
    }

    @Test
    void shouldListAllDesignsOfANumber() {
        assertThat(names("5500U")).containsExactly("Core Broadwell", "Ryzen Zen 2");
        assertThat(names("6272")).containsExactly("Xeon Cascade Lake", "Opteron Bulldozer");
    }

    @ParameterizedTest
    @CsvSource({"8259XY", "1234", "64", "825", "9354Z", "12.5", "6305", "8505", "4425Y", "FX-8200", "A8-6410",
        "A4-5000", "965"})
    void shouldNotGuess(String number) {
        assertThat(names(number)).isEmpty();
    }

    /** The tester finds the same design by the signature of a CPU, at some stepping if none is named. */
    @Test
    void shouldNameTheDesignOfTheSignature() {
        for (Brand brand : Designs.BRANDS) {
            for (Series series : brand.series()) {
                assertThat(series.design().isEmpty()).as(series.numbers()).isEqualTo(series.cpuinfo().isEmpty());
                assertThat(series.design().isEmpty() || designs(brand, series).contains(series.design()))
                    .as(series.numbers()).isTrue();
            }
        }
    }

    private static Set<String> designs(Brand brand, Series series) {
        String vendor = brand.maker().equals("AMD") ? "AuthenticAMD" : "GenuineIntel";
        List<Integer> signature = Pattern.compile("\\d+").matcher(series.cpuinfo()).results()
            .map(number -> Integer.valueOf(number.group())).toList();
        List<Integer> steppings = signature.size() > 2 ? signature.subList(2, 3)
            : IntStream.range(0, 16).boxed().toList();
        return steppings.stream().map(stepping -> CpuModel.numbered(vendor, signature.get(0), signature.get(1),
            stepping, null).withDesign().microarchitecture()).filter(Objects::nonNull).map(CpuDesign::bare)
            .collect(Collectors.toSet());
    }

    @Test
    void shouldHaveADesignForEveryUnambiguousNumber() {
        assertThat(Designs.BRANDS).filteredOn(brand -> !brand.brand().equals("Core")).flatExtracting(Brand::series)
            .allSatisfy(series -> assertThat(series.design()).as(series.numbers()).isNotEmpty());
    }

    private static List<String> names(String number) {
        return Designs.BRANDS.stream().flatMap(brand -> brand.series().stream()
            .filter(series -> number.matches("(?i)" + series.numbers()))
            .map(series -> (brand.brand() + " " + series.design()).strip())).distinct().toList();
    }
}
