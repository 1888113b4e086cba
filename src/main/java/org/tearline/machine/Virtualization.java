// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.machine.Machine.Found;
import org.tearline.trial.Architecture;

/**
 * The hypervisor or emulator between this process and the hardware.
 *
 * @param emulated whether software executes the instructions
 */
public record Virtualization(Found<Hypervisor> hypervisor, Found<Emulated> emulated) {
    private static final String CLOCKS = "sys/devices/system/clocksource/clocksource0/available_clocksource";
    private static final String KERNEL_ARCH = "proc/sys/kernel/arch";
    private static final String SYSINFO = "proc/sysinfo";
    private static final String TREE = "proc/device-tree/";
    private static final String DMI = "sys/class/dmi/id/";
    private static final Pattern CONTROL_PROGRAM = Pattern.compile("(?m)^VM\\d+ Control Program:\\s*(\\S+)");
    private static final Pattern FOREIGN_MAKER = Pattern.compile("(?m)^Manufacturer:\\s*(?!IBM\\b)\\S");
    private static final Pattern TRANSLATOR = Pattern.compile("(?i).*(\\bqemu\\b|\\bTCG\\b).*");
    /** Values of fields in /proc/cpuinfo that only an emulated CPU has. */
    private static final Map<String, Pattern> TRANSLATED = Map.of("model name", TRANSLATOR, "model", TRANSLATOR,
        "uarch", TRANSLATOR, "CPU implementer", Pattern.compile("0x0+"), "marchid", Pattern.compile("0x2a"));

    /** Files that name the hypervisor, the most reliable first. */
    private static final List<String> NAMING = List.of("sys/hypervisor/type", TREE + "hypervisor/compatible",
        DMI + "product_name", DMI + "sys_vendor", DMI + "board_vendor", DMI + "bios_vendor");

    /** Clocks that exist on only one architecture. In user-mode emulation, the host's clock is visible. */
    private static final Map<String, Architecture> CLOCK_OF = Map.of("kvm-clock", Architecture.X86_64,
        "tsc", Architecture.X86_64, "acpi_pm", Architecture.X86_64, "arch_sys_counter", Architecture.AARCH64,
        "timebase", Architecture.PPC64, "tod", Architecture.S390X, "riscv_clocksource", Architecture.RISCV64);

    /** The JVM's architecture is null for a captured machine. */
    static Virtualization of(Linux kernel, Optional<Cpuinfo> cpuinfo, Found<CpuModel> cpu, Architecture jvm) {
        Found<Hypervisor> hypervisor = named(kernel).filter(found -> !isBareX86(cpuinfo))
            .or(() -> unnamed(kernel, cpuinfo, jvm != null))
            .orElseGet(() -> new Found<>(Hypervisor.UNKNOWN, "no sign either way"));
        // The only emulator that reports Apple's CPUs is Rosetta, which reports them to a JVM for x86-64.
        if (cpu != null && cpu.value().isApple()) {
            return new Virtualization(hypervisor, new Found<>(jvm == Architecture.X86_64 ? Emulated.YES : Emulated.NO,
                cpu.source()));
        }
        return new Virtualization(hypervisor, Optional.ofNullable(emulator(kernel, cpuinfo, jvm))
            .map(sign -> new Found<>(Emulated.YES, sign))
            .orElseGet(() -> new Found<>(hypervisor.value().emulated(), hypervisor.source())));
    }

    private static Optional<Found<Hypervisor>> named(Linux kernel) {
        Optional<String> program = kernel.text(SYSINFO).map(text -> {
            Matcher name = CONTROL_PROGRAM.matcher(text);
            return name.find() ? name.group(1) : text.contains("LPAR Number") ? "PR/SM" : "";
        });
        if (program.isPresent()) {
            return program.flatMap(Hypervisor::named).map(found -> new Found<>(found, "/" + SYSINFO));
        }
        return clocks(kernel).map(clock -> switch (clock) {
            case "kvm-clock" -> Hypervisor.KVM;
            case "hyperv_clocksource_tsc_page", "hyperv_clocksource_msr" -> Hypervisor.HYPERV;
            case "xen" -> Hypervisor.XEN;
            default -> null;
        }).filter(found -> found != null).findFirst().map(found -> new Found<>(found, "/" + CLOCKS))
            .or(() -> NAMING.stream().flatMap(file -> kernel.line(file).flatMap(Hypervisor::named)
                .map(found -> new Found<>(found, "/" + file)).stream()).findFirst()
                .filter(found -> kernel.line(DMI + "product_name").filter(name -> name.contains("metal")).isEmpty()));
    }

    /**
     * The hypervisor, if no file names it. Starts systemd-detect-virt, which also queries the CPU, only if the files do
     * not rule out a hypervisor.
     */
    private static Optional<Found<Hypervisor>> unnamed(Linux kernel, Optional<Cpuinfo> cpuinfo, boolean live) {
        if (isBareX86(cpuinfo)) {
            return Optional.of(new Found<>(Hypervisor.NONE, Cpuinfo.FILE));
        }
        if (kernel.line(TREE + "compatible").filter(machine -> machine.contains("ibm,powernv")).isPresent()) {
            return Optional.of(new Found<>(Hypervisor.NONE, "/" + TREE + "compatible"));
        }
        Optional<Found<Hypervisor>> detected = live && kernel.exists("usr/bin/systemd-detect-virt") ? systemd()
            : Optional.empty();
        return detected.or(() -> cpuinfo.flatMap(Cpuinfo::x86Flags)
            .map(flags -> new Found<>(Hypervisor.OTHER, Cpuinfo.FILE)));
    }

    private static Optional<Found<Hypervisor>> systemd() {
        try {
            Process detect = new ProcessBuilder("/usr/bin/systemd-detect-virt", "--vm")
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String word = new String(detect.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return (switch (word) {
                case "amazon" -> Optional.of(Hypervisor.KVM);
                case "microsoft" -> Optional.of(Hypervisor.HYPERV);
                case "oracle" -> Optional.of(Hypervisor.VIRTUALBOX);
                default -> Hypervisor.named(word);
            }).map(found -> new Found<>(found, "systemd-detect-virt"));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The source that reveals an emulator, independently of the hypervisor; null if there is none. */
    private static String emulator(Linux kernel, Optional<Cpuinfo> cpuinfo, Architecture jvm) {
        Architecture own = jvm != null ? jvm : cpuinfo.flatMap(Cpuinfo::architecture).orElse(Architecture.OTHER);
        boolean kvm = clocks(kernel).anyMatch("kvm-clock"::equals)
            || kernel.line(TREE + "hypervisor/compatible").filter(name -> name.contains("kvm")).isPresent();
        return own != Architecture.OTHER && !Cpuinfo.fits(cpuinfo, jvm) ? Cpuinfo.FILE + ", os.arch"
            : jvm != null && kernel.line(KERNEL_ARCH).map(Architecture::of).filter(built -> built != own
                && built != Architecture.OTHER).isPresent() ? "/" + KERNEL_ARCH + ", os.arch"
            : own != Architecture.OTHER && clocks(kernel).anyMatch(clock -> CLOCK_OF.getOrDefault(clock, own) != own)
                ? "/" + CLOCKS
            : kernel.text(SYSINFO).filter(text -> FOREIGN_MAKER.matcher(text).find()).isPresent() ? "/" + SYSINFO
            : !kvm && TRANSLATED.entrySet().stream().anyMatch(sign -> cpuinfo.flatMap(info -> info.value(sign.getKey()))
                .filter(value -> sign.getValue().matcher(value).matches()).isPresent()) ? Cpuinfo.FILE : null;
    }

    private static boolean isBareX86(Optional<Cpuinfo> cpuinfo) {
        return cpuinfo.flatMap(Cpuinfo::x86Flags).filter(flags -> !flags.contains("hypervisor")).isPresent();
    }

    private static Stream<String> clocks(Linux kernel) {
        return kernel.line(CLOCKS).stream().flatMap(line -> Arrays.stream(line.split("\\s+")));
    }

    /** Whether software executes the instructions. If so, the emulator may cause a tear. */
    public enum Emulated {
        YES, NO, UNKNOWN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Hypervisors, as named in result files. */
    public enum Hypervisor {
        NONE(Emulated.NO, "none"),
        UNKNOWN(Emulated.UNKNOWN),
        KVM(Emulated.NO, "KVM", "linux,kvm", "Google Compute Engine", "Alibaba Cloud ECS", "Amazon EC2"),
        VMWARE(Emulated.NO, "VMware"),
        /** Recognized by the product's name. The vendor's name, Microsoft, appears on real hardware as well. */
        HYPERV(Emulated.NO, "Virtual Machine"),
        XEN(Emulated.NO, "Xen", "HVM domU"),
        BHYVE(Emulated.NO, "BHYVE"),
        /** Versions before 6.1 could translate instructions. */
        VIRTUALBOX(Emulated.UNKNOWN, "VirtualBox", "innotek", "Oracle VM VirtualBox"),
        PARALLELS(Emulated.NO, "Parallels"),
        POWERVM(Emulated.NO, "phyp", "PowerVM", "ibm,phyp"),
        /** Partitions of a mainframe. */
        PRSM(Emulated.NO, "PR/SM"),
        ZVM(Emulated.NO, "z/VM", "zvm"),
        APPLE(Emulated.NO, "Apple"),
        ACRN(Emulated.NO, "ACRN"),
        /** Recognized by its firmware, without a sign of KVM, so it translates instructions. */
        QEMU(Emulated.YES, "QEMU"),
        BOCHS(Emulated.YES, "Bochs"),
        /** QEMU's translator. */
        TCG(Emulated.YES, "TCG"),
        /** A hypervisor not in this list. */
        OTHER(Emulated.UNKNOWN);

        private final Emulated emulated;
        private final List<String> names;

        Hypervisor(Emulated emulated, String... names) {
            this.emulated = emulated;
            this.names = List.of(names);
        }

        /** The first hypervisor with a name that is a prefix of the text. */
        static Optional<Hypervisor> named(String text) {
            String wanted = text.strip().toLowerCase(Locale.ROOT);
            return Arrays.stream(values()).filter(hypervisor -> hypervisor.names.stream()
                .anyMatch(name -> wanted.startsWith(name.toLowerCase(Locale.ROOT)))).findFirst();
        }

        Emulated emulated() {
            return emulated;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
