// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.tearline.machine.Topology.Cpu;

/** Reads what macOS and Windows print. */
class OtherSystemTest {
    private static final int CORE = 0;
    private static final int CACHE = 2;
    private static final int PACKAGE = 3;

    @Test
    void shouldReadAnIntelMac() {
        OtherSystem mac = OtherSystem.ofSysctl("""
            hw.ncpu: 12
            hw.byteorder: 1234
            hw.activecpu: 12
            hw.physicalcpu: 6
            hw.physicalcpu_max: 6
            hw.logicalcpu: 12
            hw.cachelinesize: 64
            hw.packages: 1
            hw.model: MacBookPro15,1
            machdep.cpu.vendor: GenuineIntel
            machdep.cpu.brand_string: Intel(R) Core(TM) i7-8750H CPU @ 2.20GHz
            machdep.cpu.family: 6
            machdep.cpu.model: 158
            machdep.cpu.extmodel: 9
            machdep.cpu.stepping: 10
            """);

        assertThat(mac.cpu().key()).isEqualTo("genuineintel-06-9e-0a");
        assertThat(mac.cpu().withDesign().microarchitecture()).isEqualTo("Coffee Lake");
        assertThat(mac.topology().cores()).isEqualTo(6);
        assertThat(mac.topology().sockets()).isEqualTo(1);
        assertThat(mac.topology().cpus()).contains(new Cpu(11, 10, 0));
        assertThat(mac.lineBytes()).isEqualTo(64);
    }

    @Test
    void shouldReadAnAppleCpu() {
        OtherSystem mac = OtherSystem.ofSysctl("""
            hw.physicalcpu: 8
            hw.logicalcpu: 8
            hw.cachelinesize: 128
            hw.packages: 1
            machdep.cpu.brand_string: Apple M1
            """);

        assertThat(mac.cpu().key()).isEqualTo("apple-m1");
        assertThat(mac.cpu().name("unknown")).isEqualTo("Apple M1");
        assertThat(mac.topology().cores()).isEqualTo(8);
        assertThat(mac.lineBytes()).isEqualTo(128);
    }

    @Test
    void shouldReadWindows() {
        String registry = """

            HKEY_LOCAL_MACHINE\\HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0
                Component Information    REG_BINARY    00000000000000000000000000000000
                Identifier    REG_SZ    AMD64 Family 25 Model 97 Stepping 2
                ProcessorNameString    REG_SZ    AMD Ryzen 7 7700X 8-Core Processor
                VendorIdentifier    REG_SZ    AuthenticAMD
                ~MHz    REG_DWORD    0x1194
            """.replace("\n", "\r\n");
        OtherSystem windows = OtherSystem.ofWindows(registry, processors(0b11, CORE, 0b1100, CORE, 0b1111, PACKAGE,
            0b11, CACHE, 0b1100, CACHE));

        assertThat(windows.cpu().key()).isEqualTo("authenticamd-19-61-02");
        assertThat(windows.cpu().brand()).isEqualTo("AMD Ryzen 7 7700X 8-Core Processor");
        assertThat(windows.topology().cpus()).containsExactly(new Cpu(0, 0, 0), new Cpu(1, 0, 0), new Cpu(2, 2, 0),
            new Cpu(3, 2, 0));
        assertThat(windows.topology().cachesByName().get("L1d")).hasSize(2).allMatch(cache -> cache.bytes() == 32_768);
        assertThat(windows.lineBytes()).isEqualTo(64);
    }

    /** Captured under Wine on two CPUs of Zen 4: a package, two cores, a third-level cache and three for each core. */
    @Test
    void shouldReadWhatWineReturns() {
        ByteBuffer captured = ByteBuffer.wrap(HexFormat.of().parseHex("""
            0300000000000000030000000000000000000000000000000000000000000000
            0100000000000000000000000000000000000000000000000000000000000000
            0100000000000000020000000000000001084000008000000200000000000000
            0100000000000000020000000000000001084000008000000100000000000000
            0100000000000000020000000000000002084000000010000000000000000000
            0300000000000000020000000000000003104000000000020000000000000000
            0200000000000000000000000000000000000000000000000100000000000000
            0200000000000000020000000000000001084000008000000200000000000000
            0200000000000000020000000000000001084000008000000100000000000000
            0200000000000000020000000000000002084000000010000000000000000000
            """.replace("\n", ""))).order(ByteOrder.LITTLE_ENDIAN);
        OtherSystem wine = OtherSystem.ofWindows("    Identifier    REG_SZ    AMD64 Family 25 Model 17 Stepping 1\r\n"
            + "    ProcessorNameString    REG_SZ    AMD EPYC\r\n    VendorIdentifier    REG_SZ    AuthenticAMD\r\n",
            captured);

        assertThat(wine.cpu().key()).isEqualTo("authenticamd-19-11-01");
        assertThat(wine.topology().cpus()).containsExactly(new Cpu(0, 0, 0), new Cpu(1, 1, 0));
        assertThat(wine.topology().cachesByName()).containsOnlyKeys("L1d", "L1i", "L2", "L3");
        assertThat(wine.lineBytes()).isEqualTo(64);
    }

    @Test
    void shouldReadWindowsOnArm() {
        OtherSystem windows = OtherSystem.ofWindows("""
                Identifier    REG_SZ    ARMv8 (64-bit) Family 8 Model D4B Revision   0
                ProcessorNameString    REG_SZ    Snapdragon Compute Platform
                VendorIdentifier    REG_SZ    Qualcomm Technologies Inc
            """, processors(0b1, CORE, 0b10, CORE));

        assertThat(windows.cpu().key()).isEqualTo("qualcommtechnologiesinc-snapdragon-compute-platform");
        assertThat(windows.lineBytes()).isNull();
    }

    /** Returns entries of winnt.h's SYSTEM_LOGICAL_PROCESSOR_INFORMATION, from masks and relations. */
    private static ByteBuffer processors(int... masksAndRelations) {
        ByteBuffer entries = ByteBuffer.allocate(16 * masksAndRelations.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < masksAndRelations.length; i += 2) {
            entries.putLong(16 * i, masksAndRelations[i]).putInt(16 * i + 8, masksAndRelations[i + 1]);
            if (masksAndRelations[i + 1] == CACHE) {
                // The level, the ways, the line size, the size and the type, where 2 is a data cache.
                entries.put(16 * i + 16, (byte) 1).put(16 * i + 17, (byte) 8).putShort(16 * i + 18, (short) 64)
                    .putInt(16 * i + 20, 32_768).putInt(16 * i + 24, 2);
            }
        }
        return entries;
    }
}
