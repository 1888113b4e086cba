// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuModelTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "vendor_id : GenuineIntel; cpu family : 6; model : 85; stepping : 7; flags : fpu|genuineintel-06-55-07"
            + "|Cascade Lake",
        "vendor_id : AuthenticAMD; cpu family : 25; model : 17; stepping : 1; flags : fpu|authenticamd-19-11-01|Zen 4",
        "cpu : POWER7 (architected), altivec supported; revision : 2.1 (pvr 003f 0201)|ibm-power7-3f-21|POWER7",
        "cpu : POWER8 (architected); revision : 2.2 (pvr 004e 1202)|ibm-power9-4e-22|POWER9",
        "cpu : POWER12 (raw); revision : 1.0 (pvr 0099 0100)|ibm-power12-99-10|POWER12",
        "vendor_id : IBM/S390; processor 0: version = 00,  identification = 1,  machine = 3906|ibm-3906|z14",
        "CPU Family : Loongson-64bit; Model Name : Loongson-3A5000-HV; CPU Revision : 0x11|loongson-3a5000|",
        "CPU Family : Loongson-64bit; Model Name : Loongson-2K1000LA; CPU Revision : 0x11|loongson-2k1000la|",
        "hart : 1; isa : rv64imafdc; uarch : sifive,u74-mc|sifive-u74-mc|",
        "isa : rv64imafdc; uarch : sifive,u74-mc; mvendorid : 0x489; marchid : 0x8000000000000007|sifive-07|",
        "isa : rv64imafdc; mvendorid : 0x5b7; marchid : 0x0; mimpid : 0x0|thead|",
        "CPU implementer : 0x41; CPU architecture: 8; CPU variant : 0x1; CPU part : 0xd40; CPU revision : 1"
            + "|arm-41-d40-r1p1|Neoverse-V1",
        "CPU implementer : 0xc0; CPU architecture: 8; CPU variant : 0xa; CPU part : 0xac3; CPU revision : 1"
            + "|arm-c0-ac3-r10p1|",
        "CPU implementer : 0x41; CPU architecture: 8; CPU variant : 0x1; CPU part : 0xd42; CPU revision : 0"
            + "|arm-41-d42-r1p0|Cortex-A78AE"})
    void shouldFindKeyAndDesign(String cpuinfo, String key, String design) {
        CpuModel cpu = Cpuinfo.parse(cpuinfo.replace("; ", "\n")).model(0).orElseThrow().withDesign();

        assertThat(cpu.key()).isEqualTo(key);
        assertThat(cpu.microarchitecture()).isEqualTo(design);
    }

    /** Lists features as Linux prints them, in show_cpuinfo of each architecture. */
    @ParameterizedTest
    @CsvSource({"vendor_id : GenuineIntel; flags : fpu avx avx2, avx",
        "CPU implementer : 0x41; Features : fp asimd uscat, uscat",
        "hart : 0; isa : rv64imafdc_zama16b_zicsr, zama16b",
        "CPU Family : Loongson-64bit; Features : cpucfg lam ual fpu lsx lasx, ual",
        "CPU Family : Loongson-64bit; Features : cpucfg lam fpu, ''"})
    void shouldFindTheFeaturesThatPromisesDependOn(String cpuinfo, String feature) {
        List<CpuFeature> features = Cpuinfo.parse(cpuinfo.replace("; ", "\n")).features();

        assertThat(features.stream().map(CpuFeature::toString).collect(Collectors.joining())).isEqualTo(feature);
    }

    @Test
    void shouldRemoveEscapesMarkupAndLinks() {
        CpuModel cpu = CpuModel.numbered("\u0001!", null, null, null, "\u001b[31m<b>a</b> www.example.org =1");

        assertThat(cpu.vendor()).isEqualTo("unknown");
        assertThat(cpu.brand()).matches("[A-Za-z0-9 /]*");
        assertThat(CpuModel.UNKNOWN.computedKey()).isEqualTo(CpuModel.UNKNOWN.key());
    }

    @ParameterizedTest
    @CsvSource({
        "GenuineIntel, 6, 85, 7, Cascade Lake", "GenuineIntel, 6, 85, 4, Skylake (Server)",
        "GenuineIntel, 6, 46, 6, Nehalem (Server)", "GenuineIntel, 6, 143, 8, Sapphire Rapids",
        "GenuineIntel, 6, 207, 2, Emerald Rapids", "GenuineIntel, 6, 189, 1, Lunar Lake",
        "GenuineIntel, 6, 198, 2, Arrow Lake", "GenuineIntel, 6, 197, 2, Arrow Lake",
        "GenuineIntel, 6, 85, 11, Cooper Lake", "GenuineIntel, 6, 85, 10, Cooper Lake",
        "GenuineIntel, 15, 4, 1, Netburst", "GenuineIntel, 6, 142, 11, Whiskey Lake",
        "GenuineIntel, 6, 142, 9, Kaby Lake / Amber Lake", "GenuineIntel, 6, 172, 4, Meteor Lake",
        "AuthenticAMD, 21, 19, 0, Piledriver",
        "AuthenticAMD, 25, 17, 1, Zen 4", "AuthenticAMD, 25, 1, 1, Zen 3", "AuthenticAMD, 25, 80, 0, Zen 3",
        "AuthenticAMD, 25, 97, 2, Zen 4", "AuthenticAMD, 26, 2, 1, Zen 5", "AuthenticAMD, 26, 215, 0, Zen 5",
        "AuthenticAMD, 26, 216, 0, Zen 6", "AuthenticAMD, 23, 49, 0, Zen 2",
        "AuthenticAMD, 23, 96, 1, Zen 2", "AuthenticAMD, 23, 8, 2, Zen+", "AuthenticAMD, 21, 2, 0, Piledriver",
        "HygonGenuine, 24, 0, 1, Dhyana"})
    void shouldNameX86Designs(String vendor, Integer family, Integer model, Integer stepping, String name) {
        assertThat(design(vendor, family, model, stepping)).isEqualTo(name);
    }

    @Test
    void shouldNotGuessUnknownDesigns() {
        assertThat(design("GenuineIntel", 6, 254, 1)).isNull();
        assertThat(design("GenuineIntel", 6, 85, 15)).as("a number of several designs").isNull();
        assertThat(design("AuthenticAMD", 25, 240, 1)).isNull();
        assertThat(design("GenuineIntel", null, null, null)).isNull();
    }

    @Test
    void shouldReportAMaskedModelWithAmx() {
        assertThat(withAmx(167)).as("Rocket Lake's model number").isEqualTo("Masked Intel 06-a7");
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
