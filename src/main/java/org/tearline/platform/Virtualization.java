package org.tearline.platform;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who else stands between this process and the hardware: hypervisor, emulator, container. Signs are looked for in files
 * that need no privilege, from the surest to the vaguest. Immutable; a null is not known.
 *
 * @param guest      whether the CPU says that it is a guest
 * @param hypervisor which one it is a guest of
 * @param emulated   whether the instructions are executed by software
 * @param container  which kind of container the process is in
 */
public record Virtualization(Sign<Boolean> guest, Sign<String> hypervisor, Sign<Boolean> emulated,
                             Sign<String> container) {
    private static final String CLOCKS = "sys/devices/system/clocksource/clocksource0/available_clocksource";
    private static final Pattern CONTROL_PROGRAM = Pattern.compile("(?m)^VM\\d+ Control Program:\\s*(\\S+)");
    private static final List<String> DMI = List.of("sys_vendor", "product_name", "bios_vendor");
    private static final Pattern GROUPS = Pattern.compile("/(docker|kubepods|lxc|libpod|containerd|garden)\\b");

    private static final Pattern WHOLE_DISK = Pattern.compile("(?m)^\\d+ \\d+ \\d+:\\d+ / / .* - \\w+ /dev/");

    /** What the firmware of virtual machines calls itself. */
    private static final Map<String, String> FIRMWARE = Map.of("KVM", "KVM", "QEMU", "QEMU", "VMware", "VMware",
        "VirtualBox", "VirtualBox", "innotek", "VirtualBox", "Xen", "Xen", "Bochs", "Bochs", "Parallels", "Parallels");

    /** PCI vendors whose devices only a hypervisor has. */
    private static final Map<String, String> PCI = Map.of("58530001", "Xen", "15ad0710", "VMware",
        "80eebeef", "VirtualBox");

    /** A finding and the file or files that show it. */
    public record Sign<T>(T value, String source) {
    }

    /** Looks at the files below a root; the JVM's own instruction set is given for a live machine, else null. */
    static Virtualization of(Kernel kernel, Optional<Cpuinfo> cpuinfo, String jvmArch) {
        Sign<Boolean> guest = cpuinfo.filter(info -> info.isa().equals(Optional.of(Isa.X86)))
            .flatMap(info -> info.value("flags"))
            .map(flags -> new Sign<>(Arrays.asList(flags.split("\\s+")).contains("hypervisor"), Cpuinfo.FILE))
            .orElse(null);
        Sign<String> hypervisor = guest != null && !guest.value() ? null : hypervisor(kernel, cpuinfo).orElse(null);
        return new Virtualization(guest, hypervisor, emulated(cpuinfo, guest, hypervisor, jvmArch).orElse(null),
            container(kernel).orElse(null));
    }

    private static Optional<Sign<String>> hypervisor(Kernel kernel, Optional<Cpuinfo> cpuinfo) {
        return sysinfo(kernel)
            .or(() -> kernel.line("sys/hypervisor/type").map(type -> new Sign<>(type.equals("xen") ? "Xen" : type,
                "/sys/hypervisor/type")))
            .or(() -> kernel.line(CLOCKS).flatMap(Virtualization::clock).map(name -> new Sign<>(name, "/" + CLOCKS)))
            .or(() -> kernel.line("proc/device-tree/hypervisor/compatible").flatMap(Virtualization::deviceTree))
            .or(() -> cpuinfo.flatMap(info -> info.value("model")).filter(name -> name.contains("emulated by qemu"))
                .map(name -> new Sign<>("QEMU", Cpuinfo.FILE)))
            .or(() -> firmware(kernel))
            .or(() -> pci(kernel));
    }

    /** s390x: a partition of the machine, or a guest of the control program that runs in one. */
    private static Optional<Sign<String>> sysinfo(Kernel kernel) {
        return kernel.text("proc/sysinfo").flatMap(text -> {
            Matcher program = CONTROL_PROGRAM.matcher(text);
            return Optional.ofNullable(program.find() ? program.group(1) : text.contains("LPAR Number") ? "PR/SM"
                : null).map(name -> new Sign<>(name, "/proc/sysinfo"));
        });
    }

    /** A kernel offers the clock of a hypervisor only after that hypervisor answered to its name. */
    private static Optional<String> clock(String clocks) {
        return clocks.contains("kvm-clock") ? Optional.of("KVM")
            : clocks.contains("hyperv_clocksource") ? Optional.of("Microsoft")
            : Arrays.asList(clocks.split("\\s+")).contains("xen") ? Optional.of("Xen") : Optional.empty();
    }

    private static Optional<Sign<String>> deviceTree(String compatible) {
        return Optional.ofNullable(compatible.contains("linux,kvm") ? "KVM" : compatible.contains("xen") ? "Xen" : null)
            .map(name -> new Sign<>(name, "/proc/device-tree/hypervisor/compatible"));
    }

    private static Optional<Sign<String>> firmware(Kernel kernel) {
        for (String name : DMI) {
            String file = "sys/class/dmi/id/" + name;
            String text = kernel.line(file).orElse("");
            for (Map.Entry<String, String> known : FIRMWARE.entrySet()) {
                if (text.startsWith(known.getKey())) {
                    return Optional.of(new Sign<>(known.getValue(), "/" + file));
                }
            }
            if (text.equals("Virtual Machine")) {
                return Optional.of(new Sign<>("Microsoft", "/" + file));
            }
        }
        return Optional.empty();
    }

    private static Optional<Sign<String>> pci(Kernel kernel) {
        return kernel.text("proc/bus/pci/devices").stream().flatMap(String::lines).map(line -> line.split("\\s+"))
            .filter(fields -> fields.length > 1 && PCI.containsKey(fields[1])).map(fields -> PCI.get(fields[1]))
            .findFirst().map(name -> new Sign<>(name, "/proc/bus/pci/devices"));
    }

    private static Optional<Sign<Boolean>> emulated(Optional<Cpuinfo> cpuinfo, Sign<Boolean> guest,
                                                    Sign<String> hypervisor, String jvmArch) {
        String brand = cpuinfo.flatMap(info -> info.value("model name")).orElse("");
        String vendor = cpuinfo.flatMap(info -> info.value("vendor_id")).orElse("");
        if (brand.contains("TCG") || vendor.equals("VirtualApple")) {
            return Optional.of(new Sign<>(true, Cpuinfo.FILE));
        }
        boolean foreign = jvmArch != null && cpuinfo.flatMap(Cpuinfo::isa).filter(isa -> !runs(isa, jvmArch))
            .isPresent();
        if (foreign) {
            // An emulator of single programs shows the host's file to a JVM of another instruction set.
            return Optional.of(new Sign<>(true, Cpuinfo.FILE + ", os.arch"));
        }
        if (hypervisor != null && hypervisor.value().equals("KVM")) {
            return Optional.of(new Sign<>(false, hypervisor.source()));
        }
        // QEMU's translator sets the guest flag; a CPU without it is not one of its own.
        return guest != null && !guest.value() ? Optional.of(new Sign<>(false, guest.source())) : Optional.empty();
    }

    private static boolean runs(Isa isa, String jvmArch) {
        return switch (isa) {
            case X86 -> List.of("amd64", "x86_64", "x86", "i386").contains(jvmArch);
            case ARM -> List.of("aarch64", "arm").contains(jvmArch);
            case RISCV -> jvmArch.startsWith("riscv");
            case POWER -> jvmArch.startsWith("ppc");
            case S390 -> jvmArch.startsWith("s390");
            case LOONGARCH -> jvmArch.startsWith("loongarch");
        };
    }

    private static Optional<Sign<String>> container(Kernel kernel) {
        if (kernel.exists(".dockerenv") && !hasDiskOfItsOwn(kernel)) {
            return Optional.of(new Sign<>("docker", "/.dockerenv"));
        }
        if (kernel.exists("run/.containerenv") && !hasDiskOfItsOwn(kernel)) {
            return Optional.of(new Sign<>("podman", "/run/.containerenv"));
        }
        return kernel.line("run/systemd/container").map(name -> new Sign<>(name, "/run/systemd/container"))
            .or(() -> kernel.text("proc/self/cgroup").map(GROUPS::matcher).filter(Matcher::find)
                .map(found -> new Sign<>(found.group(1), "/proc/self/cgroup")));
    }

    /** A machine that was made from a container's image still has the file; its root is a whole disk, no overlay. */
    private static boolean hasDiskOfItsOwn(Kernel kernel) {
        return kernel.text("proc/self/mountinfo").map(WHOLE_DISK::matcher).filter(Matcher::find).isPresent();
    }
}
