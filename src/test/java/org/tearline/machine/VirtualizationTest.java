// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.trial.Architecture;

class VirtualizationTest {
    private static final String CLOCKS = "sys/devices/system/clocksource/clocksource0/available_clocksource";

    @TempDir
    private Path root;

    /** Columns: a file, its content, the hypervisor of an x86 guest, whether the CPU is emulated. */
    @ParameterizedTest
    @CsvSource({CLOCKS + ", kvm-clock tsc, kvm, no", CLOCKS + ", hyperv_clocksource_tsc_page, hyperv, no",
        "sys/hypervisor/type, xen, xen, no", "sys/class/dmi/id/sys_vendor, 'VMware, Inc.', vmware, no",
        "sys/class/dmi/id/product_name, Virtual Machine, hyperv, no",
        "sys/class/dmi/id/product_name, KVM Virtual Machine, kvm, no",
        "sys/class/dmi/id/board_vendor, innotek GmbH, virtualbox, unknown",
        "sys/class/dmi/id/sys_vendor, QEMU, qemu, yes", "sys/class/dmi/id/sys_vendor, Bochs, bochs, yes",
        "sys/class/dmi/id/sys_vendor, Amazon EC2, kvm, no",
        "proc/device-tree/hypervisor/compatible, 'linux,kvm', kvm, no",
        "sys/class/dmi/id/sys_vendor, Microsoft Corporation, other, unknown", "proc/version, nothing, other, unknown"})
    void shouldNameTheHypervisorOfAGuest(String file, String text, String name, String emulated) {
        Sysroot.write(root.resolve(file), text + "\n");

        Virtualization found = virtualization("vendor_id : GenuineIntel\nflags : fpu hypervisor", null);

        assertThat(found.hypervisor().value()).hasToString(name);
        assertThat(found.hypervisor().source()).isEqualTo(name.equals("other") ? Cpuinfo.FILE : "/" + file);
        assertThat(found.emulated().value()).hasToString(emulated);
    }

    /** Columns: /proc/cpuinfo, another file, the JVM's architecture, the hypervisor, whether the CPU is emulated. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "vendor_id : GenuineIntel; flags : fpu | sys/class/dmi/id/sys_vendor = Dell Inc. | X86_64 | none | no",
        "vendor_id : GenuineIntel; flags : fpu | sys/class/dmi/id/sys_vendor = Dell Inc. | AARCH64 | none | yes",
        "vendor_id : GenuineIntel; flags : hypervisor; model name : QEMU TCG CPU | x = x | X86_64 | other | yes",
        "vendor_id : GenuineIntel; flags : hypervisor; model name : QEMU Virtual CPU | " + CLOCKS
            + " = kvm-clock | X86_64 | kvm | no",
        "CPU implementer : 0x41 | " + CLOCKS + " = tsc | AARCH64 | unknown | yes",
        "CPU implementer : 0x41 | " + CLOCKS + " = arch_sys_counter | AARCH64 | unknown | unknown",
        "CPU implementer : 0x00 | x = x | AARCH64 | unknown | yes",
        "CPU implementer : 0x41 | proc/sys/kernel/arch = x86_64 | AARCH64 | unknown | yes",
        "CPU implementer : 0x41 | sys/class/dmi/id/product_name = c7g.metal | AARCH64 | unknown | unknown",
        "CPU implementer : 0x41 | sys/class/dmi/id/sys_vendor = QEMU | AARCH64 | qemu | unknown",
        "CPU implementer : 0x41 | sys/class/dmi/id/product_name = QEMU Virtual Machine | AARCH64 | qemu | yes",
        "CPU implementer : 0x61 | sys/class/dmi/id/sys_vendor = QEMU | AARCH64 | qemu | no",
        "isa : rv64; mvendorid : 0x0; marchid : 0x2a | x = x | RISCV64 | unknown | yes",
        "vendor_id : IBM/S390 | proc/sysinfo = Manufacturer:  QEMU | S390X | unknown | yes",
        "vendor_id : IBM/S390 | proc/sysinfo = LPAR Number:  1 | S390X | prsm | no",
        "cpu : POWER9; revision : 2.2 (pvr 004e 1202) | proc/device-tree/compatible = ibm,powernv | PPC64 | none | no",
        "cpu : POWER8; revision : 2.0 (pvr 004d 0200); model : IBM pSeries (emulated by qemu) | x = x | PPC64 | unknown"
            + " | yes"})
    void shouldDetectEmulation(String cpuinfo, String file, Architecture jvm, String hypervisor,
                               String emulated) {
        Sysroot.write(root.resolve(file.split(" = ")[0]), file.split(" = ")[1] + "\n");

        Virtualization found = virtualization(cpuinfo.replace("; ", "\n"), jvm);

        assertThat(found.hypervisor().value()).hasToString(hypervisor);
        assertThat(found.emulated().value()).hasToString(emulated);
    }

    private Virtualization virtualization(String cpuinfo, Architecture jvm) {
        Cpuinfo parsed = Cpuinfo.parse(cpuinfo + "\n");
        return Virtualization.of(new KernelFiles(root), parsed, Optional.ofNullable(jvm),
            new Found<>(parsed.model(0).orElse(null), Cpuinfo.FILE));
    }
}
