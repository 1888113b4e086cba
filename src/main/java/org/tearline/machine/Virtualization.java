// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.trial.Architecture;
import org.tearline.trial.LowerCase;

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
    /** A maker other than IBM, which shows that a mainframe is emulated. */
    private static final Pattern FOREIGN_MAKER = Pattern.compile("(?m)^Manufacturer:\\s*(?!IBM\\b)\\S");
    private static final String TRANSLATOR = "(?i).*(\\bqemu\\b|\\bTCG\\b).*";
    /**
     * Values of fields in /proc/cpuinfo that indicate an emulated CPU unless the hypervisor is KVM. Arm reserves the
     * implementer 0 for software; the marchid 0x2a is QEMU's.
     */
    private static final Map<String, String> TRANSLATED = Map.of("model name", TRANSLATOR, "model", TRANSLATOR,
        "uarch", TRANSLATOR, "CPU implementer", "0x0+", "marchid", "0x2a");

    /** Files that name the hypervisor, the most reliable first. */
    private static final List<String> NAMING = List.of("sys/hypervisor/type", TREE + "hypervisor/compatible",
        DMI + "product_name", DMI + "sys_vendor", DMI + "board_vendor", DMI + "bios_vendor");

    /** Clocks that exist on only one architecture. In user-mode emulation, the host's clock is visible. */
    private static final Map<String, Architecture> CLOCK_OF = Map.of("kvm-clock", Architecture.X86_64,
        "tsc", Architecture.X86_64, "acpi_pm", Architecture.X86_64, "arch_sys_counter", Architecture.AARCH64,
        "timebase", Architecture.PPC64, "tod", Architecture.S390X, "riscv_clocksource", Architecture.RISCV64);

    /**
     * Detects the hypervisor and emulation.
     *
     * @param jvm the JVM's architecture; absent for a captured machine
     */
    static Virtualization of(KernelFiles kernel, Cpuinfo cpuinfo, Optional<Architecture> jvm, Found<CpuModel> cpu) {
        Signs signs = new Signs(kernel, cpuinfo, jvm);
        Found<Hypervisor> hypervisor = signs.hypervisor();
        return new Virtualization(hypervisor, signs.emulated(cpu, hypervisor));
    }

    /** The signs of a hypervisor or an emulator. */
    private record Signs(KernelFiles kernel, Cpuinfo cpuinfo, Optional<Architecture> jvm) {
        Found<Hypervisor> hypervisor() {
            return named().filter(found -> !isBareX86())
                .or(this::unnamed)
                .orElseGet(() -> new Found<>(Hypervisor.UNKNOWN, "no sign either way"));
        }

        Found<Emulated> emulated(Found<CpuModel> cpu, Found<Hypervisor> hypervisor) {
            if (cpu.value() != null && cpu.value().isApple()) {
                return new Found<>(onApple(), cpu.source());
            }
            String sign = signOfEmulator();
            if (sign != null) {
                return new Found<>(Emulated.YES, sign);
            }
            return new Found<>(emulated(hypervisor), hypervisor.source());
        }

        /** Returns UNKNOWN if QEMU is the vendor, because KVM is not ruled out. On x86-64, KVM would have a clock. */
        private Emulated emulated(Found<Hypervisor> hypervisor) {
            boolean namedByVendor = hypervisor.source().endsWith("_vendor");
            if (namedByVendor && hypervisor.value() == Hypervisor.QEMU && cpuinfo.x86Flags().isEmpty()) {
                return Emulated.UNKNOWN;
            }
            return hypervisor.value().emulated();
        }

        /** The only emulator that reports Apple's CPUs is Rosetta, which reports them to a JVM for x86-64. */
        private Emulated onApple() {
            if (jvm.equals(Optional.of(Architecture.X86_64))) {
                return Emulated.YES;
            }
            return Emulated.NO;
        }

        private Optional<Found<Hypervisor>> named() {
            Optional<String> sysinfo = kernel.text(SYSINFO);
            if (sysinfo.isPresent()) {
                return Hypervisor.named(controlProgram(sysinfo.get()), "/" + SYSINFO);
            }
            Optional<Found<Hypervisor>> ofClock = clocks()
                .flatMap(name -> Hypervisor.named(name, "/" + CLOCKS).stream())
                .findFirst();
            // On bare metal in a cloud, other files name the hypervisor of that cloud.
            if (ofClock.isPresent() || contains(DMI + "product_name", "metal")) {
                return ofClock;
            }
            return NAMING.stream()
                .flatMap(file -> kernel.line(file).flatMap(name -> Hypervisor.named(name, "/" + file)).stream())
                .findFirst();
        }

        /** The hypervisor that /proc/sysinfo names: a control program, or PR/SM in a partition; empty if none. */
        private static String controlProgram(String sysinfo) {
            Matcher name = Pattern.compile("(?m)^VM\\d+ Control Program:\\s*(\\S+)").matcher(sysinfo);
            if (name.find()) {
                return name.group(1);
            }
            if (sysinfo.contains("LPAR Number")) {
                return "PR/SM";
            }
            return "";
        }

        /**
         * The hypervisor, if no file names it. Starts systemd-detect-virt, which also queries the CPU, only if the
         * files do not rule out a hypervisor.
         */
        private Optional<Found<Hypervisor>> unnamed() {
            if (isBareX86()) {
                return Optional.of(new Found<>(Hypervisor.NONE, Cpuinfo.FILE));
            }
            if (contains(TREE + "compatible", "ibm,powernv")) {
                return Optional.of(new Found<>(Hypervisor.NONE, "/" + TREE + "compatible"));
            }
            // An x86 CPU that is not bare runs under some hypervisor.
            return detectWithSystemd()
                .or(() -> cpuinfo.x86Flags().map(flags -> new Found<>(Hypervisor.OTHER, Cpuinfo.FILE)));
        }

        private Optional<Found<Hypervisor>> detectWithSystemd() {
            if (jvm.isEmpty() || !kernel.exists("usr/bin/systemd-detect-virt")) {
                return Optional.empty();
            }
            try {
                String word = OtherSystem.output("/usr/bin/systemd-detect-virt", "--vm").strip();
                String name = switch (word) {
                    case "amazon" -> "KVM";
                    case "microsoft" -> "Virtual Machine";
                    case "oracle" -> "VirtualBox";
                    default -> word;
                };
                return Hypervisor.named(name, "systemd-detect-virt");
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        /** The source that reveals an emulator, independently of the hypervisor; null if there is none. */
        private String signOfEmulator() {
            if (!cpuinfo.fits(jvm)) {
                return Cpuinfo.FILE + ", os.arch";
            }
            if (isForeignKernel()) {
                return "/" + KERNEL_ARCH + ", os.arch";
            }
            if (hasForeignClock(jvm.or(cpuinfo::architecture).orElse(Architecture.OTHER))) {
                return "/" + CLOCKS;
            }
            if (kernel.text(SYSINFO).filter(text -> FOREIGN_MAKER.matcher(text).find()).isPresent()) {
                return "/" + SYSINFO;
            }
            if (!hasSignOfKvm() && TRANSLATED.keySet().stream()
                .anyMatch(field -> cpuinfo.shows(field, TRANSLATED.get(field)))) {
                return Cpuinfo.FILE;
            }
            return null;
        }

        /** Whether the kernel is built for another architecture than the JVM, as under a user-mode emulator. */
        private boolean isForeignKernel() {
            Optional<Architecture> built = kernel.line(KERNEL_ARCH)
                .map(Architecture::of)
                .filter(known -> known != Architecture.OTHER);
            return jvm.isPresent() && built.isPresent() && !built.equals(jvm);
        }

        private boolean hasForeignClock(Architecture own) {
            return own != Architecture.OTHER
                && clocks().anyMatch(clock -> CLOCK_OF.getOrDefault(clock, own) != own);
        }

        private boolean hasSignOfKvm() {
            return clocks().anyMatch("kvm-clock"::equals) || contains(TREE + "hypervisor/compatible", "kvm");
        }

        private boolean contains(String file, String name) {
            return kernel.line(file).filter(line -> line.contains(name)).isPresent();
        }

        private boolean isBareX86() {
            return cpuinfo.x86Flags().filter(flags -> !flags.contains("hypervisor")).isPresent();
        }

        private Stream<String> clocks() {
            return kernel.line(CLOCKS).stream().flatMap(line -> Stream.of(line.split("\\s+")));
        }
    }

    /** Hypervisors, as named in result files. */
    public enum Hypervisor {
        NONE("none"),
        UNKNOWN(Emulated.UNKNOWN),
        KVM("KVM", "linux,kvm", "Google Compute Engine", "Alibaba Cloud ECS", "Amazon EC2"),
        VMWARE("VMware"),
        /** Identified by the product's name, because the vendor's, Microsoft, appears on real hardware as well. */
        HYPERV("Virtual Machine", "hyperv_clocksource"),
        XEN("Xen", "HVM domU"),
        BHYVE("BHYVE"),
        /** Versions before 6.1 could translate instructions. */
        VIRTUALBOX(Emulated.UNKNOWN, "VirtualBox", "innotek", "Oracle VM VirtualBox"),
        /** Can emulate x86-64 on Macs with Arm. */
        PARALLELS(Emulated.UNKNOWN, "Parallels"),
        POWERVM("phyp", "PowerVM", "ibm,phyp"),
        /** Partitions of a mainframe. */
        PRSM("PR/SM"),
        ZVM("z/VM", "zvm"),
        APPLE("Apple"),
        ACRN("ACRN"),
        /** Named without a sign of KVM, so it translates instructions. A vendor's name proves this only on x86. */
        QEMU(Emulated.YES, "QEMU"),
        BOCHS(Emulated.YES, "Bochs"),
        /** QEMU's translator. */
        TCG(Emulated.YES, "TCG"),
        /** A hypervisor not in this list. */
        OTHER(Emulated.UNKNOWN);

        private final Emulated emulated;
        /** The beginnings of its names, and of the names of clocks that only this hypervisor provides. */
        private final List<String> names;

        /** A hypervisor that lets the hardware execute the instructions. */
        Hypervisor(String... names) {
            this(Emulated.NO, names);
        }

        Hypervisor(Emulated emulated, String... names) {
            this.emulated = emulated;
            this.names = List.of(names);
        }

        /** The first hypervisor with a name that is a prefix of the text. */
        static Optional<Found<Hypervisor>> named(String text, String source) {
            String wanted = text.strip().toLowerCase(Locale.ROOT);
            return Stream.of(values())
                .filter(hypervisor -> hypervisor.names.stream()
                    .anyMatch(name -> wanted.startsWith(name.toLowerCase(Locale.ROOT))))
                .map(found -> new Found<>(found, source))
                .findFirst();
        }

        public Emulated emulated() {
            return emulated;
        }

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }
}
