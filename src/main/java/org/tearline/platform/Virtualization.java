// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says who else stands between this process and the hardware: hypervisor, emulator, container. Signs are looked for in
 * files that need no privilege, from the surest to the vaguest. Immutable; a null is not known.
 *
 * @param guest      whether it is a guest, as the CPU says, or against it the firmware or a device
 * @param hypervisor which one it is a guest of
 * @param emulated   whether the instructions are executed by software; never null
 * @param container  which kind of container the process is in
 */
public record Virtualization(Found<Boolean> guest, Found<Hypervisor> hypervisor, Found<Emulated> emulated,
                             Found<String> container) {
    private static final String XEN = "sys/hypervisor/type";
    private static final String DEVICE_TREE = "proc/device-tree/";
    private static final String OS_RELEASE = "proc/sys/kernel/osrelease";
    private static final String SYSINFO = "proc/sysinfo";
    private static final Pattern CONTROL_PROGRAM = Pattern.compile("(?m)^VM\\d+ Control Program:\\s*(\\S+)");
    private static final String DMI_FOLDER = "sys/class/dmi/id/";
    private static final List<String> DMI = List.of("product_name", "sys_vendor", "board_vendor", "bios_vendor");
    private static final Pattern GROUPS = Pattern.compile("/(docker|kubepods|lxc|libpod|containerd|garden)\\b");

    private static final Pattern WHOLE_DISK = Pattern.compile("(?m)^\\d+ \\d+ \\d+:\\d+ / / .* - \\w+ /dev/");

    /** Holds what the firmware of virtual machines calls the machine, where that is not the hypervisor's own name. */
    private static final Map<String, Hypervisor> PRODUCTS = Map.of("Virtual Machine", Hypervisor.HYPERV,
        "KVM Virtual Machine", Hypervisor.KVM, "Google Compute Engine", Hypervisor.KVM,
        "Alibaba Cloud ECS", Hypervisor.KVM, "HVM domU", Hypervisor.XEN);

    /** Its virtual machines run on KVM, its others are hardware and say so in the name of their kind. */
    private static final String AMAZON = "Amazon EC2";

    /** Looks at the files below a root; the JVM's own instruction set is given for a live machine, else null. */
    static Virtualization of(Linux kernel, Optional<Cpuinfo> cpuinfo, String jvmArch) {
        PciDevices pci = PciDevices.of(kernel);
        Found<Boolean> guest = cpuinfo.filter(info -> info.isa().equals(Optional.of(Isa.X86)))
            .flatMap(info -> info.value("flags"))
            .map(flags -> Arrays.asList(flags.split("\\s+")).contains("hypervisor")
                ? new Found<>(true, Cpuinfo.FILE) : withoutFlag(kernel, pci)).orElse(null);
        Optional<Isa> isa = jvmArch == null ? cpuinfo.flatMap(Cpuinfo::isa) : Isa.of(jvmArch);
        Found<Hypervisor> hypervisor = guest != null && !guest.value() ? null
            : hypervisor(kernel, cpuinfo, pci).filter(sign -> !isTheHosts(sign, isa))
                .map(sign -> isa.filter(own -> !sign.value().hasGuestsOf(own)).isEmpty() ? sign
                    : new Found<>(Hypervisor.OTHER, sign.source())).orElse(null);
        return new Virtualization(guest, hypervisor, emulated(kernel, cpuinfo, guest, hypervisor, jvmArch),
            container(kernel).orElse(null));
    }

    /** The same, where somebody else knows better what executes the instructions. */
    Virtualization emulatedAs(Found<Emulated> known) {
        return new Virtualization(guest, hypervisor, known, container);
    }

    /** Clocks of hypervisors that only x86 has: to another instruction set an emulator shows them. */
    private static boolean isTheHosts(Found<Hypervisor> sign, Optional<Isa> isa) {
        return sign.source().equals("/" + Emulation.CLOCKS) && sign.value() != Hypervisor.XEN
            && isa.filter(own -> own != Isa.X86).isPresent();
    }

    /**
     * Returns whether an x86 CPU that does not say so is a guest's: older versions of VirtualBox hide it, and others
     * can be told to. Null where nothing else can be read, or where a device is one that both kinds of machines have.
     */
    private static Found<Boolean> withoutFlag(Linux kernel, PciDevices pci) {
        Optional<Found<Hypervisor>> sign = kernel.line(XEN).map(type -> sign(type, "/" + XEN))
            .or(() -> firmware(kernel)).or(pci::hypervisor).filter(found -> found.value() != Hypervisor.NONE);
        if (sign.isPresent()) {
            return new Found<>(true, sign.get().source());
        }
        List<String> silent = DMI.stream().map(name -> DMI_FOLDER + name)
            .filter(file -> kernel.line(file).isPresent()).limit(1).toList();
        if (pci.ofEither() || silent.isEmpty() && !pci.readable()) {
            return null;
        }
        return new Found<>(false, Cpuinfo.FILE + ", /" + (silent.isEmpty() ? PciDevices.FILE : silent.get(0)));
    }

    private static Optional<Found<Hypervisor>> hypervisor(Linux kernel, Optional<Cpuinfo> cpuinfo, PciDevices pci) {
        return sysinfo(kernel)
            .or(() -> kernel.line(XEN).map(type -> sign(type, "/" + XEN)))
            .or(() -> Emulation.clocks(kernel).map(clock -> clock(clock)).flatMap(Optional::stream).findFirst()
                .map(name -> new Found<>(name, "/" + Emulation.CLOCKS)))
            .or(() -> deviceTree(kernel))
            .or(() -> cpuinfo.flatMap(info -> info.value("model")).filter(name -> name.contains("emulated by qemu"))
                .map(name -> new Found<>(Hypervisor.QEMU, Cpuinfo.FILE)))
            .or(() -> firmware(kernel))
            .or(pci::hypervisor)
            .or(() -> kernel.line(OS_RELEASE).filter(release -> release.toLowerCase(Locale.ROOT)
                .contains("microsoft")).map(release -> new Found<>(Hypervisor.HYPERV, "/" + OS_RELEASE)));
    }

    /** s390x: a partition of the machine, or a guest of the control program that runs in one. */
    private static Optional<Found<Hypervisor>> sysinfo(Linux kernel) {
        return kernel.text(SYSINFO).flatMap(text -> {
            Matcher program = CONTROL_PROGRAM.matcher(text);
            return Optional.ofNullable(program.find() ? program.group(1) : text.contains("LPAR Number") ? "PR/SM"
                : null).map(name -> sign(name, "/" + SYSINFO));
        });
    }

    /** Returns whose clock the kernel has: it offers a hypervisor's only after that answered to its name. */
    private static Optional<Hypervisor> clock(String clock) {
        return switch (clock) {
            case "kvm-clock" -> Optional.of(Hypervisor.KVM);
            case "hyperv_clocksource", "hyperv_clocksource_tsc_page", "hyperv_clocksource_msr" ->
                Optional.of(Hypervisor.HYPERV);
            case "xen" -> Optional.of(Hypervisor.XEN);
            default -> Optional.empty();
        };
    }

    /** POWER and Arm; a POWER machine also says when it is not a guest. */
    private static Optional<Found<Hypervisor>> deviceTree(Linux kernel) {
        String node = DEVICE_TREE + "hypervisor/compatible";
        String machine = kernel.line(DEVICE_TREE + "compatible").orElse("");
        Optional<Hypervisor> named = kernel.line(node).map(compatible -> compatible.contains("linux,kvm")
            ? Hypervisor.KVM : compatible.contains("xen") ? Hypervisor.XEN : compatible.contains("phyp")
            ? Hypervisor.POWERVM : Hypervisor.named(compatible));
        if (named.isPresent()) {
            return named.map(name -> new Found<>(name, "/" + node));
        }
        if (machine.contains("ibm,powernv")) {
            return Optional.of(new Found<>(Hypervisor.NONE, "/" + DEVICE_TREE + "compatible"));
        }
        if (machine.contains("qemu,pseries")) {
            return Optional.of(new Found<>(Hypervisor.QEMU, "/" + DEVICE_TREE + "compatible"));
        }
        String partition = DEVICE_TREE + "ibm,partition-name";
        return kernel.exists(partition) ? Optional.of(new Found<>(Hypervisor.POWERVM, "/" + partition))
            : Optional.empty();
    }

    private static Optional<Found<Hypervisor>> firmware(Linux kernel) {
        for (String name : DMI) {
            String file = DMI_FOLDER + name;
            String text = kernel.line(file).orElse("");
            Hypervisor found = PRODUCTS.getOrDefault(text, Hypervisor.named(text));
            if (text.equals(AMAZON)) {
                found = kernel.line(DMI_FOLDER + "product_name").filter(kind -> kind.contains("metal")).isPresent()
                    ? Hypervisor.NONE : Hypervisor.KVM;
            }
            // The maker of Hyper-V makes hardware under the same name, and only the product tells.
            if (found != Hypervisor.OTHER && !(found == Hypervisor.HYPERV && !PRODUCTS.containsKey(text))) {
                return Optional.of(new Found<>(found, "/" + file));
            }
        }
        return Optional.empty();
    }

    private static Found<Hypervisor> sign(String name, String source) {
        return new Found<>(Hypervisor.named(name), source);
    }

    private static Found<Emulated> emulated(Linux kernel, Optional<Cpuinfo> cpuinfo, Found<Boolean> guest,
                                           Found<Hypervisor> hypervisor, String jvmArch) {
        return Emulation.sign(kernel, cpuinfo, hypervisor, jvmArch).orElseGet(() -> {
            if (hypervisor != null && (hypervisor.value().usesHardware() || hypervisor.value() == Hypervisor.NONE)) {
                return new Found<>(Emulated.NO, hypervisor.source());
            }
            // QEMU's translator sets the guest flag; a CPU without it is not one of its own.
            return guest != null && !guest.value() ? new Found<>(Emulated.NO, guest.source())
                : new Found<>(Emulated.UNKNOWN, "no sign either way");
        });
    }

    private static Optional<Found<String>> container(Linux kernel) {
        if (kernel.exists(".dockerenv") && !hasDiskOfItsOwn(kernel)) {
            return Optional.of(new Found<>("docker", "/.dockerenv"));
        }
        if (kernel.exists("run/.containerenv") && !hasDiskOfItsOwn(kernel)) {
            return Optional.of(new Found<>("podman", "/run/.containerenv"));
        }
        return kernel.line("run/systemd/container").map(name -> new Found<>(name, "/run/systemd/container"))
            .or(() -> kernel.text("proc/self/cgroup").map(GROUPS::matcher).filter(Matcher::find)
                .map(found -> new Found<>(found.group(1), "/proc/self/cgroup")));
    }

    /**
     * Returns a machine that was made from a container's image still has the file; its root is a whole disk, no
     * overlay.
     */
    private static boolean hasDiskOfItsOwn(Linux kernel) {
        return kernel.text("proc/self/mountinfo").map(WHOLE_DISK::matcher).filter(Matcher::find).isPresent();
    }
}
