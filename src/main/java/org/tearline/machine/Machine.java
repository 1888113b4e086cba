// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.UnsafeApi;
import org.tearline.machine.Virtualization.Hypervisor;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;

/**
 * The machine and JVM of a trial, with the sources of most facts. The value of an unknown fact is null.
 *
 * @param architecture the architecture of the JVM; for captured files, that of a 64-bit JVM on the machine
 * @param cpu          the model of the first online CPU
 * @param usable       the online CPUs that this process may use
 * @param jvm          null if the machine is known only from captured files
 */
public record Machine(Architecture architecture, Found<CpuModel> cpu, Found<Topology> topology,
                      Found<List<Integer>> usable, Lines lines, Found<Os> os, Virtualization virtualization,
                      SplitLockPolicy splitLocks, Jvm jvm) {
    /** Assumed value of the flag UseUnalignedAccesses. A worker uses the actual value. */
    private static final boolean UNALIGNED_ACCESSES = true;

    /** This machine. Reads a few small files for each CPU, or asks the system if there is no /proc/cpuinfo. */
    public static Machine live() {
        return of(KernelFiles.live(), Jvm.here());
    }

    /** The machine that these files describe. The JVM is null unless it runs on that machine. */
    public static Machine of(KernelFiles kernel, Jvm jvm) {
        Cpuinfo shown = Cpuinfo.of(kernel);
        Optional<Architecture> own = Optional.ofNullable(jvm).map(known -> Architecture.of(known.arch()));
        Cpuinfo cpuinfo = shown;
        if (!shown.fits(own)) {
            // In user-mode emulation, this file describes the host's CPU, which is not the one tested.
            cpuinfo = Cpuinfo.parse("");
        }
        Hardware hardware = Hardware.of(kernel, cpuinfo, jvm != null);
        Architecture architecture = own.or(cpuinfo::architecture).orElse(Architecture.OTHER);
        List<Integer> online = hardware.topology().value().online();
        List<Integer> usable = kernel.allowedCpus()
            .map(allowed -> online.stream().filter(allowed::contains).toList())
            .orElse(null);
        return new Machine(architecture, hardware.cpu(), hardware.topology(),
            new Found<>(usable, kernel.allowedSource()),
            new Lines(Lines.geometry(kernel, jvm), hardware.lineBytes(), Lines.page(kernel, jvm)), Os.of(kernel, jvm),
            Virtualization.of(kernel, shown, own, hardware.cpu()), SplitLockPolicy.of(kernel, cpuinfo), jvm);
    }

    public List<Integer> usableOrNone() {
        return Objects.requireNonNullElse(usable.value(), List.of());
    }

    public CpuModel cpuOrUnknown() {
        return Objects.requireNonNullElse(cpu.value(), CpuModel.UNKNOWN);
    }

    /** The {@link CpuModel#name} of the CPU, or {@code unknown} and the JVM's architecture. */
    public String cpuName() {
        String unknown = "unknown";
        if (jvm != null) {
            unknown += " " + jvm.arch();
        }
        return cpuOrUnknown().name(unknown);
    }

    /** The rules for trials in this JVM; for captured files, those for HotSpot. */
    public AccessRules rules() {
        AccessRules rules = new AccessRules(architecture, geometry(), UNALIGNED_ACCESSES);
        if (jvm == null) {
            return rules;
        }
        return rules.in(jvm.kind());
    }

    /** The rules for this machine, without reading its other facts. */
    public static AccessRules rulesHere() {
        Jvm jvm = Jvm.here();
        return new AccessRules(Architecture.of(jvm.arch()), Lines.geometry(KernelFiles.live(), jvm),
            UNALIGNED_ACCESSES).in(jvm.kind());
    }

    public Geometry geometry() {
        return lines.geometry();
    }

    public Hypervisor hypervisor() {
        return virtualization.hypervisor().value();
    }

    /** Whether this is a virtual machine; null if unknown. */
    public Boolean guest() {
        if (hypervisor() == Hypervisor.UNKNOWN) {
            return null;
        }
        return hypervisor() != Hypervisor.NONE;
    }

    public Emulated emulated() {
        return virtualization.emulated().value();
    }

    /**
     * The sizes of cache lines and pages. The value of an unknown size is null.
     *
     * @param geometry  what trials use: the line size of the first CPU's first cache and the page size, or the usual
     *                  sizes for the JVM if they are unknown
     * @param lineBytes the line size on which all data caches agree
     * @param pageBytes the page size of virtual memory
     */
    public record Lines(Geometry geometry, Found<Integer> lineBytes, Found<Integer> pageBytes) {
        private static final String SMAPS = "proc/self/smaps";

        static Geometry geometry(KernelFiles kernel, Jvm jvm) {
            Geometry usual = Optional.ofNullable(jvm).map(known -> usual(known.arch())).orElse(Geometry.USUAL);
            int page = Objects.requireNonNullElse(page(kernel, jvm).value(), usual.pageBytes());
            return new Geometry(kernel.lineBytes().orElse(usual.lineBytes()), page);
        }

        /**
         * The page size, from a file if the JVM does not open its internals to Agrona; unknown without a JVM, or if the
         * file does not state it.
         */
        static Found<Integer> page(KernelFiles kernel, Jvm jvm) {
            if (jvm == null) {
                return new Found<>(null, null);
            }
            try {
                return new Found<>(UnsafeApi.pageSize(), "Unsafe.pageSize");
            } catch (LinkageError e) {
                Integer bytes = kernel.text(SMAPS)
                    .map(Pattern.compile("(?m)^KernelPageSize:\\s+(\\d{1,5}) kB$")::matcher)
                    .filter(Matcher::find)
                    .map(size -> Integer.parseInt(size.group(1)) << 10)
                    .orElse(null);
                return new Found<>(bytes, "/" + SMAPS);
            }
        }

        private static Geometry usual(String arch) {
            if (Os.MACOS && arch.equals("aarch64")) {
                return new Geometry(128, 16_384);
            }
            int usualPage = Geometry.USUAL.pageBytes();
            if (arch.equals("s390x")) {
                return new Geometry(256, usualPage);
            }
            if (arch.startsWith("ppc64")) {
                return new Geometry(128, usualPage);
            }
            return Geometry.USUAL;
        }
    }
}
