// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.machine.CpuModel.CpuFeature;

class MicroarchitectureTest {
    @ParameterizedTest
    @CsvSource({
        "GenuineIntel, 6, 85, 7, Cascade Lake", "GenuineIntel, 6, 85, 4, Skylake (Server)",
        "GenuineIntel, 6, 46, 6, Nehalem (Server)", "GenuineIntel, 6, 143, 8, Sapphire Rapids",
        "GenuineIntel, 6, 207, 2, Emerald Rapids", "GenuineIntel, 6, 189, 1, Lunar Lake",
        "GenuineIntel, 6, 198, 2, Arrow Lake", "GenuineIntel, 6, 197, 2, Arrow Lake",
        "GenuineIntel, 6, 85, 11, Cooper Lake", "GenuineIntel, 6, 85, 10, Cooper Lake",
        "GenuineIntel, 15, 4, 1, Netburst",
        "AuthenticAMD, 25, 17, 1, Zen 4", "AuthenticAMD, 25, 1, 1, Zen 3", "AuthenticAMD, 25, 80, 0, Zen 3",
        "AuthenticAMD, 25, 97, 2, Zen 4", "AuthenticAMD, 26, 2, 1, Zen 5", "AuthenticAMD, 26, 215, 0, Zen 5",
        "AuthenticAMD, 26, 216, 0, Zen 6", "AuthenticAMD, 23, 49, 0, Zen 2",
        "AuthenticAMD, 23, 96, 1, Zen 2", "AuthenticAMD, 23, 8, 2, Zen+", "AuthenticAMD, 21, 2, 0, Piledriver",
        "HygonGenuine, 24, 0, 1, Dhyana"})
    void shouldNameX86Designs(String vendor, Integer family, Integer model, Integer stepping, String name) {
        assertThat(design(vendor, family, model, stepping)).isEqualTo(name);
    }

    @Test
    void shouldNotGuess() {
        assertThat(design("GenuineIntel", 6, 254, 1)).isNull();
        assertThat(design("AuthenticAMD", 25, 240, 1)).isNull();
        assertThat(design("GenuineIntel", null, null, null)).isNull();
    }

    @Test
    void shouldNotBelieveAnOlderModelBesideAmx() {
        assertThat(withAmx(167)).as("Rocket Lake's number").isEqualTo("Masked Intel 06-a7");
        assertThat(withAmx(173)).isEqualTo("Granite Rapids");
    }

    private static String withAmx(int model) {
        return new CpuModel("key", "GenuineIntel", 6, model, 1, null, null, null, null, null, null, null,
            List.of(CpuFeature.AVX, CpuFeature.AMX_TILE)).withDesign().microarchitecture();
    }

    private static String design(String vendor, Integer family, Integer model, Integer stepping) {
        return CpuModel.numbered(vendor, family, model, stepping, null).withDesign().microarchitecture();
    }
}
