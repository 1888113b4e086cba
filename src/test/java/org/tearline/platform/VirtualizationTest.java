// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VirtualizationTest {
    private static final String X86 = "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Some CPU\n";
    private static final String GUEST = X86 + "flags\t\t: fpu hypervisor\n";
    private static final String METAL = X86 + "flags\t\t: fpu vmx\n";

    @TempDir
    private Path root;

    @ParameterizedTest
    @CsvSource({
        "sys/devices/system/clocksource/clocksource0/available_clocksource, kvm-clock tsc, kvm",
        "sys/devices/system/clocksource/clocksource0/available_clocksource, hyperv_clocksource_tsc_page, hyperv",
        "sys/hypervisor/type, xen, xen", "sys/class/dmi/id/sys_vendor, 'VMware, Inc.', vmware",
        "sys/class/dmi/id/product_name, Virtual Machine, hyperv", "sys/class/dmi/id/sys_vendor, QEMU, qemu",
        "proc/bus/pci/devices, '0030 15ad0710 0 0', vmware"})
    void shouldNameTheHypervisorOfAGuest(String file, String text, String name) {
        Sysroot.write(root.resolve(file), text + "\n");

        assertThat(look(GUEST, "amd64").hypervisor().value()).hasToString(name);
        assertThat(look(GUEST, "amd64").hypervisor().source()).isEqualTo("/" + file);
    }

    @Test
    void shouldNotTakeTheMakerOfAMachineForAHypervisor() {
        Sysroot.write(root.resolve("sys/class/dmi/id/sys_vendor"), "Microsoft Corporation\n");

        assertThat(look(GUEST, "amd64").hypervisor()).isNull();
        assertThat(look(METAL, "amd64").guest().value()).as("firmware can be read, and names no hypervisor").isFalse();
    }

    @Test
    void shouldNotKnowWhetherAGuestIsEmulatedUnlessTheHypervisorIsKnown() {
        assertThat(look(GUEST, "amd64").emulated().value()).isEqualTo(Emulated.UNKNOWN);
        Sysroot.write(root.resolve("sys/devices/system/clocksource/clocksource0/available_clocksource"), "kvm-clock\n");
        assertThat(look(GUEST, "amd64").emulated().value()).isEqualTo(Emulated.NO);
    }

    @Test
    void shouldSeeAnEmulatorByItsBrandOrByTheHostsFile() {
        assertThat(look(GUEST.replace("Some CPU", "QEMU TCG CPU version 2.5+"), "amd64").emulated().value())
            .isEqualTo(Emulated.YES);
        assertThat(look(METAL, "aarch64").emulated().value()).isEqualTo(Emulated.YES);
    }

    /** Versions of VirtualBox before 5 hide from cpuid; each line is a machine without the CPU's flag. */
    @ParameterizedTest
    @CsvSource({
        "80861237 80867000 80867111 80eebeef 8086100e 80eecafe, virtualbox, true, unknown",
        "80867190 15ad0405 15ad0790 15ad07b0, vmware, true, no", "1ab84005, parallels, true, no",
        "58530001 10138001, xen, true, no", "80861237 14145353, hyperv, true, no", "14140084, , , unknown",
        "80861237 1af41000 1af41001, , , unknown", "80861237 12341111, , , unknown", "1b36000c, , , unknown",
        "80860044 8086422c 1180e822, , false, no"})
    void shouldFindAGuestThatTheCpuHides(String devices, String hypervisor, Boolean guest, String emulated) {
        pci(devices);
        Virtualization found = look(METAL, "amd64");

        assertThat(found.guest() == null ? null : found.guest().value()).isEqualTo(guest);
        assertThat(found.hypervisor() == null ? null : found.hypervisor().value().toString()).isEqualTo(hypervisor);
        assertThat(found.emulated().value()).hasToString(emulated);
    }

    @Test
    void shouldTakeTheFirmwareForTheMachineUnlessADeviceSaysOtherwise() {
        Sysroot.write(root.resolve("sys/class/dmi/id/sys_vendor"), "Dell Inc.\n");
        assertThat(look(METAL, "amd64").guest().value()).isFalse();
        assertThat(look(METAL, "amd64").emulated().value()).isEqualTo(Emulated.NO);
        pci("8086100e 80eecafe");
        assertThat(look(METAL, "amd64").hypervisor().value()).isEqualTo(Hypervisor.VIRTUALBOX);
        pci("1af41000");
        assertThat(look(METAL, "amd64").guest()).isNull();
        Sysroot.write(root.resolve("sys/class/dmi/id/sys_vendor"), "innotek GmbH\n");
        assertThat(look(METAL, "amd64").hypervisor().source()).isEqualTo("/sys/class/dmi/id/sys_vendor");
    }

    @Test
    void shouldNotKnowAMachineOfWhichNothingCanBeRead() {
        assertThat(look(METAL, "amd64").guest()).isNull();
        assertThat(look(METAL, "amd64").emulated().value()).isEqualTo(Emulated.UNKNOWN);
    }

    private void pci(String devices) {
        Sysroot.write(root.resolve("proc/bus/pci/devices"), Arrays.stream(devices.split(" "))
            .map(id -> "0008\t" + id + "\tb\t0\n").collect(Collectors.joining()));
    }

    @Test
    void shouldSeeContainers() {
        assertThat(look(METAL, "amd64").container()).isNull();
        Sysroot.write(root.resolve("proc/self/cgroup"), "0::/kubepods/besteffort/pod1\n");
        assertThat(look(METAL, "amd64").container().value()).isEqualTo("kubepods");
        Sysroot.write(root.resolve("run/.containerenv"), "");
        assertThat(look(METAL, "amd64").container().value()).isEqualTo("podman");
    }

    @Test
    void shouldNotTakeAMachineMadeOfAnImageForAContainer() {
        Sysroot.write(root.resolve(".dockerenv"), "");
        Sysroot.write(root.resolve("proc/self/mountinfo"),
            "612 561 0:54 / / rw,relatime master:98 - overlay overlay rw,lowerdir=/l\n"
            + "640 612 254:1 /hosts /etc/hosts rw - ext4 /dev/vda1 rw\n");
        assertThat(look(METAL, "amd64").container().value()).isEqualTo("docker");
        Sysroot.write(root.resolve("proc/self/mountinfo"), "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard\n");
        assertThat(look(METAL, "amd64").container()).isNull();
    }

    private Virtualization look(String cpuinfo, String jvmArch) {
        return Virtualization.of(new Linux(root), Optional.of(Cpuinfo.parse(cpuinfo)), jvmArch);
    }
}
