package org.tearline.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
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
        assertThat(look(METAL, "amd64").guest().value()).isFalse();
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
        assertThat(look(METAL, "amd64").emulated().value()).isEqualTo(Emulated.NO);
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
        return Virtualization.of(new Kernel(root), Optional.of(Cpuinfo.parse(cpuinfo)), jvmArch);
    }
}
