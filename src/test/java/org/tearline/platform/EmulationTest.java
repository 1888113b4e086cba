// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EmulationTest {
    private static final String CLOCKS = "sys/devices/system/clocksource/clocksource0/available_clocksource";

    /** What each instruction set looks like where nothing is wrong. */
    private static final Map<Isa, String> CPUINFO = new TreeMap<>(Map.of(
        Isa.X86, "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Some CPU\nflags\t: fpu hypervisor\n",
        Isa.ARM, "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x1\nCPU part\t: 0xd0c\n"
            + "CPU revision\t: 1\n",
        Isa.RISCV, "processor\t: 0\nhart\t: 0\nisa\t: rv64imafdc\nmvendorid\t: 0x489\nmarchid\t: 0x8000000000000007\n",
        Isa.POWER, "processor\t: 0\ncpu\t: POWER9 (architected)\nrevision\t: 2.2 (pvr 004e 1202)\n\nmodel\t: IBM\n",
        Isa.S390, "vendor_id       : IBM/S390\nprocessor 0: version = 00,  identification = 1,  machine = 3906\n",
        Isa.LOONGARCH, "processor\t: 0\nCPU Family\t: Loongson-64bit\nModel Name\t: Loongson-3A5000\n"));
    private static final Map<Isa, String> ARCH = Map.of(Isa.X86, "amd64", Isa.ARM, "aarch64", Isa.RISCV, "riscv64",
        Isa.POWER, "ppc64le", Isa.S390, "s390x", Isa.LOONGARCH, "loongarch64");
    private static final Map<Isa, String> CLOCK = Map.of(Isa.X86, "tsc", Isa.ARM, "arch_sys_counter", Isa.RISCV,
        "riscv_clocksource", Isa.POWER, "timebase", Isa.S390, "tod", Isa.LOONGARCH, "Constant");

    @TempDir
    private Path root;

    @ParameterizedTest
    @EnumSource(Isa.class)
    void shouldNotKnowWithoutAnySign(Isa isa) {
        write(CLOCKS, CLOCK.get(isa));
        write("proc/sys/kernel/arch", ARCH.get(isa).replace("amd64", "x86_64"));
        write("proc/self/auxv", "same");
        write("proc/thread-self/auxv", "same");
        write("proc/self/status", "Name:\tjava\n");
        write("proc/self/stat", "12 (java) S 1 1\n");

        assertThat(look(isa, CPUINFO.get(isa)).value()).isEqualTo(Emulated.UNKNOWN);
    }

    @Test
    void shouldSeeEveryInstructionSetInTheClothesOfEveryOther() {
        for (Isa isa : Isa.values()) {
            for (Isa host : Isa.values()) {
                Emulated expected = isa == host ? Emulated.UNKNOWN : Emulated.YES;
                assertThat(look(isa, CPUINFO.get(host)).value()).as("cpuinfo of %s on %s", host, isa)
                    .isEqualTo(expected);
                write(CLOCKS, CLOCK.get(host) + " jiffies");
                assertThat(look(isa, CPUINFO.get(isa)).value()).as("clock of %s on %s", host, isa).isEqualTo(expected);
                write(CLOCKS, "jiffies");
                write("proc/sys/kernel/arch", ARCH.get(host));
                assertThat(look(isa, CPUINFO.get(isa)).value()).as("kernel of %s on %s", host, isa)
                    .isEqualTo(expected);
                write("proc/sys/kernel/arch", "");
            }
        }
    }

    @Test
    void shouldNotTakeTheHostsClockForAHypervisorOfTheGuest() {
        write(CLOCKS, "tsc kvm-clock");
        for (Isa isa : Isa.values()) {
            Virtualization found = Virtualization.of(new Linux(root), Optional.of(Cpuinfo.parse(CPUINFO.get(isa))),
                ARCH.get(isa));
            assertThat(found.emulated().value()).as("%s", isa)
                .isEqualTo(isa == Isa.X86 ? Emulated.NO : Emulated.YES);
            assertThat(found.hypervisor() == null).as("%s", isa).isEqualTo(isa != Isa.X86);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "proc/thread-self/auxv | another",
        "proc/self/stat | 12 (java.real) S 1 1",
        "proc/self/status | Name: qemu-aarch64",
        "proc/self/status | Name: FEXInterpreter",
        "proc/self/maps | 5555-6666 r-xp 00000000 fe:00 1 /usr/bin/qemu-aarch64-static",
        "proc/thread-self/maps | 5555-6666 r-xp 00000000 fe:00 1 /usr/bin/qemu-aarch64",
        "proc/self/maps | 5555-6666 r-xp 00000000 fe:00 1 /run/rosetta/rosetta",
        "proc/self/maps | 5555-6666 r-xp 00000000 fe:00 1 /usr/bin/box64",
        "sys/devices/system/cpu/cpu0/regs/identification/midr_el1 | 0x00000000410fd0b1",
        "sys/class/dmi/id/sys_vendor | QEMU",
        "sys/class/dmi/id/product_name | QEMU Virtual Machine"})
    void shouldTakeAnyOneSignForEnough(String file, String text) {
        write("proc/self/auxv", "same");
        write("proc/thread-self/auxv", "same");
        write("proc/self/status", "Name:\tjava\n");
        write("proc/self/stat", "12 (java) S 1 1\n");
        write("sys/devices/system/cpu/cpu0/regs/identification/midr_el1", "0x00000000411fd0c1");
        assertThat(look(Isa.ARM, CPUINFO.get(Isa.ARM)).value()).isEqualTo(Emulated.UNKNOWN);

        write(file, text);

        assertThat(look(Isa.ARM, CPUINFO.get(Isa.ARM)).value()).isEqualTo(Emulated.YES);
        assertThat(look(Isa.ARM, CPUINFO.get(Isa.ARM)).source()).contains(file.substring(0, 8));
    }

    @ParameterizedTest
    @CsvSource({"X86, Some CPU, QEMU TCG CPU version 2.5+", "X86, Some CPU, QEMU Virtual CPU version 2.5+",
        "X86, GenuineIntel, VirtualApple", "ARM, 0x41, 0x00", "RISCV, 0x8000000000000007, 0x2a",
        "POWER, model\t: IBM, model\t: IBM pSeries (emulated by qemu)"})
    void shouldNotBelieveACpuThatNobodyBuilt(Isa isa, String before, String after) {
        assertThat(look(isa, CPUINFO.get(isa).replace(before, after)).value()).isEqualTo(Emulated.YES);
    }

    @Test
    void shouldBelieveTheHypervisorThatIsKnownToUseTheHardware() {
        write("sys/class/dmi/id/product_name", "KVM Virtual Machine");
        write("sys/class/dmi/id/sys_vendor", "QEMU");
        assertThat(look(Isa.ARM, CPUINFO.get(Isa.ARM)).value()).isEqualTo(Emulated.NO);
        write("proc/device-tree/hypervisor/compatible", "linux,kvm\0");
        assertThat(look(Isa.POWER, CPUINFO.get(Isa.POWER)
            .replace("model\t: IBM", "model\t: IBM pSeries (emulated by qemu)")).value()).isEqualTo(Emulated.NO);
    }

    @Test
    void shouldLeaveOpenWhatQemuDoesOnAMac() {
        write("sys/class/dmi/id/sys_vendor", "QEMU");
        assertThat(look(Isa.ARM, CPUINFO.get(Isa.ARM).replace("0x41", "0x61")).value()).isEqualTo(Emulated.UNKNOWN);
    }

    @Test
    void shouldTellAMainframeFromItsEmulators() {
        String partition = "Manufacturer:         %s\nType:                 3906\n\nLPAR Number:          1\n";
        write("proc/sysinfo", String.format(partition, "IBM"));
        assertThat(look(Isa.S390, CPUINFO.get(Isa.S390)).value()).isEqualTo(Emulated.NO);
        for (String maker : new String[] {"QEMU", "HRC"}) {
            write("proc/sysinfo", String.format(partition, maker));
            assertThat(look(Isa.S390, CPUINFO.get(Isa.S390)).value()).as(maker).isEqualTo(Emulated.YES);
        }
        write("proc/sysinfo", String.format(partition, "IBM"));
        write("sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size", "64");
        assertThat(look(Isa.S390, CPUINFO.get(Isa.S390)).value()).isEqualTo(Emulated.YES);
    }

    @Test
    void shouldNotPublishTheHostsCpu() {
        assertThat(Emulation.fits(Optional.of(Cpuinfo.parse(CPUINFO.get(Isa.X86))), "aarch64")).isFalse();
        assertThat(Emulation.fits(Optional.of(Cpuinfo.parse(CPUINFO.get(Isa.ARM))), "aarch64")).isTrue();
        assertThat(Emulation.fits(Optional.empty(), "aarch64")).isTrue();
    }

    private void write(String file, String text) {
        Sysroot.write(root.resolve(file), text);
    }

    private Found<Emulated> look(Isa isa, String cpuinfo) {
        return Virtualization.of(new Linux(root), Optional.of(Cpuinfo.parse(cpuinfo)), ARCH.get(isa)).emulated();
    }
}
