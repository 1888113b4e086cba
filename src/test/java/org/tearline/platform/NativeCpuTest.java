// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import oshi.hardware.CentralProcessor.ProcessorIdentifier;

class NativeCpuTest {
    /** As OSHI 7.5 words what sysctl tells it of an M1: vendor, name, family; the rest is made up by it. */
    @Test
    void shouldNotPublishNumbersThatOshiMadeUp() {
        CpuIdentity m1 = NativeCpu.identity(new ProcessorIdentifier("Apple Inc.", "Apple M1", "0x1b588bb3", "0", "0",
            "0100000c00000002", true, 3_200_000_000L), "aarch64");

        assertThat(m1.signature().part()).isNull();
        assertThat(m1.key()).isEqualTo("apple-m1");
        assertThat(m1.vendor()).isEqualTo("Apple");
    }

    /** As CPUID tells it to a translated JVM; a newer system says Apple M1, and sysctl is asked. */
    @Test
    void shouldNoticeTheNameOfAppleTranslator() {
        CpuIdentity translated = NativeCpu.identity(new ProcessorIdentifier("GenuineIntel",
            "VirtualApple @ 2.50GHz processor", "6", "44", "0", "0", true, 2_500_000_000L), "x86_64");

        assertThat(new NativeCpu(translated, null, 8, 8, 1, 128).emulated())
            .isEqualTo(new Found<>(Emulated.YES, NativeCpu.SOURCE));
    }

    @Test
    void shouldKeepTheNumbersOfAnIntelMac() {
        CpuIdentity intel = NativeCpu.identity(new ProcessorIdentifier("GenuineIntel",
            "Intel(R) Core(TM) i5-7360U CPU @ 2.30GHz", "6", "142", "9", "BFEBFBFF000806E9", true, 2_300_000_000L),
            "x86_64");

        assertThat(intel.key()).isEqualTo("genuineintel-06-8e-09");
        assertThat(new NativeCpu(intel, null, 4, 2, 1, 64).emulated())
            .isEqualTo(new Found<>(Emulated.UNKNOWN, NativeCpu.SOURCE));
    }
}
