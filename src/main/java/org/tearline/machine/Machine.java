// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tearline.machine.Topology.TopologyReader;
import org.tearline.machine.Virtualization.Emulated;
import org.tearline.machine.Virtualization.Hypervisor;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;

/**
 * What machine and JVM a trial runs on, each fact with its source. A null is not known.
 *
 * @param architecture   the instruction set that the JVM runs on, or a 64-bit JVM would
 * @param cpu            the model of the first CPU online
 * @param topology       which CPUs there are, and how they lie to one another
 * @param usable         those that this process may use
 * @param lines          its cache lines and pages
 * @param os             its operating system
 * @param virtualization what stands between this process and the hardware
 * @param splitLocks     what CPU and kernel say about detecting split locks
 * @param jvm            the JVM that this runs in; null if the machine is known by captured files only
 */
public record Machine(Architecture architecture, Found<CpuModel> cpu, Found<Topology> topology,
                      Found<List<Integer>> usable, Lines lines, Found<Os> os, Virtualization virtualization,
                      SplitLockPolicy splitLocks, Jvm jvm) {
    private static final String FOLDER = "/" + TopologyReader.FOLDER + "cpu*/";

    /** This machine. Reads some small files for each CPU, or asks OSHI where there is no /proc. */
    public static Machine live() {
        return of(Linux.live(), Jvm.here());
    }

    /** The machine whose files are below a root; the JVM is null unless this one runs on it. */
    public static Machine of(Linux kernel, Jvm jvm) {
        Architecture own = jvm == null ? null : Architecture.of(jvm.arch());
        Optional<Cpuinfo> shown = kernel.text("proc/cpuinfo").map(Cpuinfo::parse);
        // Under an emulator of single programs it is the host's, whose CPU is not the one that was tested.
        Optional<Cpuinfo> cpuinfo = shown.filter(info -> Cpuinfo.fits(shown, own));
        Oshi oshi = jvm != null && shown.isEmpty() ? Oshi.find().orElse(null) : null;
        Topology topology = oshi == null ? TopologyReader.read(kernel, cpuinfo) : oshi.topology();
        List<Integer> online = topology.online();
        // In a container the file may number the CPUs again.
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

    /** The CPU's own name for itself, or its numbers. */
    public String cpuName() {
        return cpuOrUnknown().name(jvm == null ? "unknown" : "unknown " + jvm.arch());
    }

    /**
     * The rules for a JVM that makes misaligned accesses of one instruction. Only a worker knows whether its own does,
     * and reports it with its counts.
     */
    public AccessRules rules() {
        return new AccessRules(architecture, geometry(), true);
    }

    /** The same of this machine, without looking at the rest of it. */
    public static AccessRules rules(Linux kernel, Jvm jvm) {
        return new AccessRules(Architecture.of(jvm.arch()), Lines.geometry(kernel, jvm), true);
    }

    public Geometry geometry() {
        return lines.geometry();
    }

    public Hypervisor hypervisor() {
        return virtualization.hypervisor().value();
    }

    /** Whether it is a guest; null if unknown. */
    public Boolean guest() {
        return hypervisor() == Hypervisor.UNKNOWN ? null : hypervisor() != Hypervisor.NONE;
    }

    public Emulated emulated() {
        return virtualization.emulated().value();
    }

    /** A fact with its source. */
    public record Found<T>(T value, String source) {
        /** Null for null. */
        static <T> Found<T> of(T value, String source) {
            return value == null ? null : new Found<>(value, source);
        }
    }
}
