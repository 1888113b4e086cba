// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.tearline.machine.Topology.TopologyReader;
import org.tearline.machine.Virtualization.Emulated;
import org.tearline.machine.Virtualization.Hypervisor;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;

/**
 * The machine and JVM of a trial, each fact with its source. An unknown fact is null.
 *
 * @param architecture the architecture of the JVM; for captured files, that of a 64-bit JVM on the machine
 * @param cpu          the model of the first online CPU
 * @param usable       the CPUs that this process may use
 * @param jvm          null if the machine is known only from captured files
 */
public record Machine(Architecture architecture, Found<CpuModel> cpu, Found<Topology> topology,
                      Found<List<Integer>> usable, Lines lines, Found<Os> os, Virtualization virtualization,
                      SplitLockPolicy splitLocks, Jvm jvm) {
    private static final String FOLDER = "/" + TopologyReader.FOLDER + "cpu*/";

    /** This machine. Reads a few small files for each CPU, or uses OSHI if there is no /proc. */
    public static Machine live() {
        return of(Linux.live(), Jvm.here());
    }

    /** The machine that these files describe. The JVM is null unless it runs on that machine. */
    public static Machine of(Linux kernel, Jvm jvm) {
        Architecture own = jvm == null ? null : Architecture.of(jvm.arch());
        Optional<Cpuinfo> shown = kernel.text("proc/cpuinfo").map(Cpuinfo::parse);
        // In user-mode emulation, this file describes the host's CPU, which is not the one tested.
        Optional<Cpuinfo> cpuinfo = shown.filter(info -> Cpuinfo.fits(shown, own));
        Oshi oshi = jvm != null && shown.isEmpty() ? Oshi.find().orElse(null) : null;
        Topology topology = oshi == null ? TopologyReader.read(kernel, cpuinfo) : oshi.topology();
        List<Integer> online = topology.online();
        // Takes the first CPU in the file if the first online CPU is not in it, because the file in a container may
        // renumber the CPUs.
        Found<CpuModel> cpu = oshi != null ? new Found<>(oshi.cpu(), Oshi.SOURCE)
            : cpuinfo.flatMap(info -> CpuModel.of(info, online.isEmpty() || !info.cpus().contains(online.get(0))
                ? info.first() : online.get(0))).map(model -> new Found<>(model, Cpuinfo.FILE)).orElse(null);
        Found<Integer> line = oshi != null ? Found.of(oshi.lineBytes(), Oshi.SOURCE)
            : Found.of(topology.lineBytes().orElse(null), FOLDER + "cache/index*/coherency_line_size");
        return new Machine(own != null ? own : cpuinfo.flatMap(Cpuinfo::architecture).orElse(Architecture.OTHER), cpu,
            new Found<>(topology, oshi != null ? Oshi.SOURCE : topology.told() ? FOLDER + "topology" : Cpuinfo.FILE),
            kernel.allowedCpus().map(allowed -> new Found<>(both(online, allowed), "/proc/self/status")).orElse(null),
            Lines.of(kernel, line, jvm), Os.of(kernel, jvm), Virtualization.of(kernel, shown, cpu, own),
            SplitLockPolicy.of(kernel, cpuinfo), jvm);
    }

    private static List<Integer> both(List<Integer> online, List<Integer> allowed) {
        List<Integer> usable = new ArrayList<>(online);
        usable.retainAll(allowed);
        return usable;
    }

    public List<Integer> usableOrNone() {
        return usable == null ? List.of() : usable.value();
    }

    public CpuModel cpuOrUnknown() {
        return cpu == null ? CpuModel.UNKNOWN : cpu.value();
    }

    /** The brand of the CPU, or its numbers. */
    public String cpuName() {
        return cpuOrUnknown().name(jvm == null ? "unknown" : "unknown " + jvm.arch());
    }

    /**
     * The rules for a JVM that uses one instruction for a misaligned access. Only a worker knows whether its JVM does
     * so, and reports this with its counts.
     */
    public AccessRules rules() {
        AccessRules rules = new AccessRules(architecture, geometry(), true);
        return jvm == null ? rules : rules.in(jvm.kind());
    }

    /** The rules for this machine, without reading its other facts. */
    public static AccessRules rules(Linux kernel, Jvm jvm) {
        return new AccessRules(Architecture.of(jvm.arch()), Lines.geometry(kernel, jvm), true).in(jvm.kind());
    }

    public Geometry geometry() {
        return lines.geometry();
    }

    public Hypervisor hypervisor() {
        return virtualization.hypervisor().value();
    }

    /** Whether this is a virtual machine; null if unknown. */
    public Boolean guest() {
        return hypervisor() == Hypervisor.UNKNOWN ? null : hypervisor() != Hypervisor.NONE;
    }

    public Emulated emulated() {
        return virtualization.emulated().value();
    }

    /** A fact with its source. */
    public record Found<T>(T value, String source) {
        /** Returns null if the value is null. */
        static <T> Found<T> of(T value, String source) {
            return value == null ? null : new Found<>(value, source);
        }
    }

    /**
     * The sizes of cache lines and pages. An unknown size is null.
     *
     * @param geometry  what trials use: the line size of the first CPU's first cache, or the usual size for its
     *                  architecture if no file states it
     * @param lineBytes the line size on which all data caches agree
     * @param pageBytes the page size of virtual memory
     */
    public record Lines(Geometry geometry, Found<Integer> lineBytes, Found<Integer> pageBytes) {
        /** The line size of x86-64 and most AArch64 CPUs, and the default. */
        private static final int USUAL_LINE_BYTES = 64;
        /** The line size of Apple's CPUs and of POWER. */
        private static final int LARGE_LINE_BYTES = 128;
        /** The line size of z/Architecture. */
        private static final int MAINFRAME_LINE_BYTES = 256;
        /** The smallest page on every architecture except SPARC. Used for captured machines. */
        private static final int USUAL_PAGE_BYTES = 4096;
        private static final int APPLE_PAGE_BYTES = 16_384;
        private static final String SMAPS = "proc/self/smaps";
        private static final Pattern KERNEL_PAGE = Pattern.compile("(?m)^KernelPageSize:\\s+(\\d{1,5}) kB$");

        static Lines of(Linux kernel, Found<Integer> dataLine, Jvm jvm) {
            return new Lines(geometry(kernel, jvm), dataLine, jvm == null ? null : page(kernel));
        }

        static Geometry geometry(Linux kernel, Jvm jvm) {
            int line = kernel.lineBytes().orElseGet(() -> jvm == null ? USUAL_LINE_BYTES : usualLineBytes(jvm.arch()));
            Found<Integer> page = jvm == null ? null : page(kernel);
            return new Geometry(line, page == null ? usualPageBytes(jvm) : page.value());
        }

        /** The page size, from a file if the JVM does not open its internals to this library. */
        private static Found<Integer> page(Linux kernel) {
            try {
                return new Found<>(UnsafeApi.pageSize(), "Unsafe.pageSize");
            } catch (LinkageError e) {
                return kernel.text(SMAPS).map(KERNEL_PAGE::matcher).filter(Matcher::find)
                    .map(size -> new Found<>(Integer.parseInt(size.group(1)) << 10, "/" + SMAPS)).orElse(null);
            }
        }

        private static int usualPageBytes(Jvm jvm) {
            return jvm != null && apple(jvm.arch()) ? APPLE_PAGE_BYTES : USUAL_PAGE_BYTES;
        }

        private static boolean apple(String arch) {
            return Os.MACOS && arch.equals("aarch64");
        }

        private static int usualLineBytes(String arch) {
            return arch.equals("s390x") ? MAINFRAME_LINE_BYTES
                : apple(arch) || arch.startsWith("ppc64") ? LARGE_LINE_BYTES : USUAL_LINE_BYTES;
        }
    }

    /**
     * The operating system.
     *
     * @param family linux, macos, windows, freebsd or other
     * @param kernel major and minor version only, such as 6.18; null if unknown
     */
    public record Os(String family, String kernel) {
        public static final boolean LINUX = System.getProperty("os.name").equals("Linux");
        public static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");
        public static final boolean MACOS = System.getProperty("os.name").startsWith("Mac");
        private static final String RELEASE = "proc/sys/kernel/osrelease";
        private static final Pattern MAJOR_MINOR = Pattern.compile("\\d+\\.\\d+");

        static Found<Os> of(Linux kernel, Jvm jvm) {
            String release = kernel.line(RELEASE).orElse(null);
            // Other systems emulate Linux's /proc, so the file alone does not prove that this is Linux.
            return release != null && (jvm == null || LINUX) ? new Found<>(of("linux", release), "/" + RELEASE)
                : jvm == null ? null : new Found<>(of(System.getProperty("os.name"), System.getProperty("os.version")),
                    "os.name, os.version");
        }

        private static Os of(String name, String version) {
            String lower = name.toLowerCase(Locale.ROOT).replaceFirst("^mac.*", "macos");
            Matcher number = MAJOR_MINOR.matcher(version);
            return new Os(Stream.of("linux", "macos", "windows", "freebsd").filter(lower::startsWith).findFirst()
                .orElse("other"), number.find() ? number.group() : null);
        }

        @Override
        public String toString() {
            return kernel == null ? family : family + " " + kernel;
        }
    }
}
