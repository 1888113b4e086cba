// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks for the signs of software that executes the instructions. Any of them is enough: an emulator shows a made-up
 * /proc/cpuinfo, QEMU since version 8.2, but nobody makes up the rest of /proc and /sys for it. Pure functions over
 * files. Thread-safe.
 */
final class Emulation {
    static final String CLOCKS = "sys/devices/system/clocksource/clocksource0/available_clocksource";

    /** The machine that the kernel was built for, told since Linux 6.1 and not changed by setarch. */
    private static final String KERNEL_ARCH = "proc/sys/kernel/arch";
    private static final String AUXV = "proc/self/auxv";
    private static final String THREAD_AUXV = "proc/thread-self/auxv";
    private static final String STATUS = "proc/self/status";
    private static final String STAT = "proc/self/stat";
    private static final String SYSINFO = "proc/sysinfo";
    private static final String COMPATIBLE = "proc/device-tree/compatible";

    /** Clocks that only one instruction set has, by the names that its kernel gives them. */
    private static final Map<String, Isa> CLOCK_OF = Map.ofEntries(Map.entry("kvm-clock", Isa.X86),
        Map.entry("tsc", Isa.X86), Map.entry("tsc-early", Isa.X86), Map.entry("acpi_pm", Isa.X86),
        Map.entry("hyperv_clocksource_tsc_page", Isa.X86), Map.entry("hyperv_clocksource_msr", Isa.X86),
        Map.entry("arch_sys_counter", Isa.ARM), Map.entry("timebase", Isa.POWER), Map.entry("tod", Isa.S390),
        Map.entry("riscv_clocksource", Isa.RISCV), Map.entry("Constant", Isa.LOONGARCH));

    /** Programs that run programs of another instruction set, as the kernel names the process or what it mapped. */
    private static final Pattern EMULATOR = Pattern.compile(
        "(?:^|/)(qemu-[a-z0-9_]+|FEXInterpreter|FEXLoader|FEX|box64|box86|rosetta)(?:-static|-binfmt.*)?$");
    private static final Pattern NAME = Pattern.compile("(?m)^Name:\\s*(.*)$");
    private static final Pattern COMMAND = Pattern.compile("^\\d+ \\((.*)\\) [A-Za-z]", Pattern.DOTALL);
    private static final Pattern MANUFACTURER = Pattern.compile("(?m)^Manufacturer:\\s*(\\S+)");

    /** The number that RISC-V International gave to QEMU as an architecture. */
    private static final String QEMU_MARCHID = "0x2a";
    private static final int MAINFRAME_LINE = 256;
    /** Apple's CPUs, which QEMU runs on the hardware but cannot translate. */
    private static final int APPLE = 0x61;

    private final Linux kernel;
    private final Optional<Cpuinfo> cpuinfo;
    private final String jvmArch;

    private Emulation(Linux kernel, Optional<Cpuinfo> cpuinfo, String jvmArch) {
        this.kernel = kernel;
        this.cpuinfo = cpuinfo;
        this.jvmArch = jvmArch;
    }

    /**
     * Returns the first sign that is found.
     *
     * @param hypervisor what is known of it so far, or null
     * @param jvmArch    the JVM's own instruction set for a live machine, else null
     */
    static Optional<Found<Emulated>> sign(Linux kernel, Optional<Cpuinfo> cpuinfo, Found<Hypervisor> hypervisor,
                                         String jvmArch) {
        Emulation emulation = new Emulation(kernel, cpuinfo, jvmArch);
        boolean kvm = hypervisor != null && hypervisor.value() == Hypervisor.KVM;
        List<Supplier<String>> signs = List.of(emulation::foreignCpuinfo, emulation::foreignKernel,
            emulation::foreignClock, emulation::twoFaces, emulation::twoNames, emulation::emulatorIsMapped,
            emulation::translatorsCpu, emulation::anotherCpuInSys, emulation::noRealMainframe,
            emulation::noRealRiscv, () -> kvm ? null : emulation.firmwareOfQemu(hypervisor));
        return signs.stream().map(Supplier::get).filter(Objects::nonNull).findFirst()
            .map(source -> new Found<>(Emulated.YES, source));
    }

    /** Returns whether the file is one of the JVM's own instruction set, or that is not known. */
    static boolean fits(Optional<Cpuinfo> cpuinfo, String jvmArch) {
        return jvmArch == null || cpuinfo.flatMap(Cpuinfo::isa).filter(isa -> !isa.runs(jvmArch)).isEmpty();
    }

    /** Returns the sign of an emulator of single programs: it shows the host's file to a JVM of another kind. */
    private String foreignCpuinfo() {
        return fits(cpuinfo, jvmArch) ? null : Cpuinfo.FILE + ", os.arch";
    }

    private String foreignKernel() {
        Optional<Isa> built = kernel.line(KERNEL_ARCH).flatMap(Isa::of);
        return jvmArch != null && built.isPresent() && !built.get().runs(jvmArch) ? "/" + KERNEL_ARCH + ", os.arch"
            : null;
    }

    private String foreignClock() {
        Optional<Isa> own = jvmArch == null ? cpuinfo.flatMap(Cpuinfo::isa) : Isa.of(jvmArch);
        return own.isPresent() && clocks(kernel).anyMatch(clock -> CLOCK_OF.containsKey(clock)
            && CLOCK_OF.get(clock) != own.get()) ? "/" + CLOCKS : null;
    }

    /** The kernel has one auxiliary vector of a process under two names; an emulator rewrites one of them. */
    private String twoFaces() {
        Optional<byte[]> self = kernel.bytes(AUXV).filter(bytes -> bytes.length > 0);
        Optional<byte[]> thread = kernel.bytes(THREAD_AUXV).filter(bytes -> bytes.length > 0);
        return jvmArch != null && self.isPresent() && thread.isPresent()
            && !Arrays.equals(self.get(), thread.get()) ? "/" + AUXV + ", /" + THREAD_AUXV : null;
    }

    /** The same of the name of the process. */
    private String twoNames() {
        Optional<String> status = processName();
        Optional<String> stat = kernel.text(STAT).map(COMMAND::matcher).filter(Matcher::find)
            .map(found -> found.group(1));
        return jvmArch != null && status.isPresent() && stat.isPresent() && !escaped(stat.get()).equals(status.get())
            ? "/" + STAT + ", /" + STATUS : null;
    }

    private String emulatorIsMapped() {
        if (jvmArch == null) {
            return null;
        }
        if (processName().filter(name -> EMULATOR.matcher(name).find()).isPresent()) {
            return "/" + STATUS;
        }
        return Stream.of("proc/self/maps", "proc/thread-self/maps", "proc/self/exe").filter(file ->
            file.endsWith("exe") ? kernel.link(file).filter(name -> EMULATOR.matcher(name).find()).isPresent()
                : kernel.text(file).stream().flatMap(String::lines).filter(line -> line.contains("/"))
                    .map(line -> line.substring(line.indexOf('/')).strip()).distinct()
                    .anyMatch(mapped -> EMULATOR.matcher(mapped).find())).findFirst()
            .map(file -> "/" + file).orElse(null);
    }

    /** CPUs that say of themselves that nobody built them. */
    private String translatorsCpu() {
        String brand = value("model name");
        boolean implementer = cpuinfo.flatMap(info -> info.value("CPU implementer")).flatMap(Emulation::number)
            .filter(number -> number == 0).isPresent();
        boolean pseries = value("model").contains("emulated by qemu")
            && kernel.line("proc/device-tree/hypervisor/compatible").filter(name -> name.contains("linux,kvm"))
                .isEmpty();
        return brand.contains("TCG") || value("vendor_id").equals("VirtualApple") || value("uarch").equals("qemu")
            || implementer || pseries ? Cpuinfo.FILE : null;
    }

    /** arm64 kernels show the register itself too, which an emulator of single programs leaves as the host has it. */
    private String anotherCpuInSys() {
        int cpu = cpuinfo.map(Cpuinfo::first).orElse(0);
        String file = TopologyReader.FOLDER + "cpu" + cpu + "/regs/identification/midr_el1";
        Optional<Long> register = kernel.line(file).flatMap(Emulation::number);
        Optional<Long> implementer = cpuinfo.flatMap(info -> info.value(cpu, "CPU implementer"))
            .flatMap(Emulation::number);
        Optional<Long> part = cpuinfo.flatMap(info -> info.value(cpu, "CPU part")).flatMap(Emulation::number);
        if (register.isEmpty() || implementer.isEmpty() || part.isEmpty()) {
            return null;
        }
        long midr = register.get();
        return (midr >> 24 & 0xff) == implementer.get() && (midr >> 4 & 0xfff) == part.get() ? null
            : Cpuinfo.FILE + ", /" + file;
    }

    private String noRealMainframe() {
        if (kernel.text(SYSINFO).map(MANUFACTURER::matcher).filter(Matcher::find)
            .filter(found -> !found.group(1).equals("IBM")).isPresent()) {
            return "/" + SYSINFO;
        }
        boolean mainframe = cpuinfo.flatMap(Cpuinfo::isa).filter(Isa.S390::equals).isPresent();
        return mainframe && kernel.lineBytes().filter(bytes -> bytes != MAINFRAME_LINE).isPresent()
            ? "/" + TopologyReader.FOLDER + "cpu*/cache/index*/coherency_line_size" : null;
    }

    private String noRealRiscv() {
        if (value("marchid").equals(QEMU_MARCHID)) {
            return Cpuinfo.FILE;
        }
        return value("mvendorid").equals("0x0") && kernel.line(COMPATIBLE)
            .filter(name -> name.contains("riscv-virtio")).isPresent() ? "/" + COMPATIBLE : null;
    }

    /** QEMU's own firmware and no sign of KVM: it translates, unless it is on a Mac and the CPU is Apple's. */
    private String firmwareOfQemu(Found<Hypervisor> hypervisor) {
        boolean apple = cpuinfo.flatMap(info -> info.value("CPU implementer")).flatMap(Emulation::number)
            .filter(number -> number == APPLE).isPresent();
        boolean qemu = hypervisor != null && (hypervisor.value() == Hypervisor.QEMU
            || hypervisor.value() == Hypervisor.BOCHS || hypervisor.value() == Hypervisor.TCG);
        return qemu && !apple ? hypervisor.source() : cpuinfo.flatMap(info -> CpuIdentity.of(info, info.first()))
            .filter(cpu -> Emulated.isClaimedBy(cpu.brand())).isPresent() ? Cpuinfo.FILE : null;
    }

    private String value(String key) {
        return cpuinfo.flatMap(info -> info.value(key)).orElse("");
    }

    private Optional<String> processName() {
        return kernel.text(STATUS).map(NAME::matcher).filter(Matcher::find).map(found -> found.group(1));
    }

    /** As the kernel writes a name into status and not into stat. */
    private static String escaped(String name) {
        return name.replace("\\", "\\\\").replace("\n", "\\n");
    }

    /** Returns the clocks that the kernel has. */
    static Stream<String> clocks(Linux kernel) {
        return kernel.line(CLOCKS).stream().flatMap(line -> Arrays.stream(line.split("\\s+")));
    }

    private static Optional<Long> number(String text) {
        try {
            return Optional.of(Long.decode(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
