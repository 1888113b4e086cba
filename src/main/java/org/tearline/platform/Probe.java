package org.tearline.platform;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Everything that is known of a machine, from the files below a root and, if it is the machine that this JVM runs on,
 * from the JVM. Reads some hundred small files and OSHI's tables, too slow to do before a first tear is printed. One
 * thread.
 */
public final class Probe {
    private final Kernel kernel;
    private final boolean live;
    private final Optional<Cpuinfo> cpuinfo;
    private final Virtualization virtualization;
    private final Topology topology;
    private final Optional<NativeCpu> nativeCpu;

    /** Opens a machine; live says that the root is the one of the machine that this JVM runs on. */
    public Probe(Kernel kernel, boolean live) {
        this.kernel = kernel;
        this.live = live;
        Optional<Cpuinfo> shown = kernel.text("proc/cpuinfo").map(Cpuinfo::parse);
        String jvmArch = live ? System.getProperty("os.arch") : null;
        this.virtualization = Virtualization.of(kernel, shown, jvmArch);
        // Under an emulator of single programs it is the host's, whose CPU is not the one that was tested.
        this.cpuinfo = shown.filter(info -> Emulation.fits(shown, jvmArch));
        this.topology = TopologyReader.read(kernel, cpuinfo);
        this.nativeCpu = live && shown.isEmpty() ? NativeCpu.find() : Optional.empty();
    }

    /** Whether anything about CPUs can be read here at all. */
    public boolean findsMachine() {
        return !topology.cpus().isEmpty();
    }

    public Topology topology() {
        return topology;
    }

    /** The first CPU that is online. */
    public Optional<CpuIdentity> identity() {
        return cpuinfo.flatMap(info -> CpuIdentity.of(info, firstOnline()))
            .or(() -> nativeCpu.map(NativeCpu::identity));
    }

    /** What the CPU can do, in the words of /proc/cpuinfo; empty if it does not say. */
    public Optional<Set<String>> features() {
        return cpuinfo.flatMap(info -> info.value("flags").or(() -> info.value("Features"))
            .or(() -> info.value("features")).or(() -> info.value("isa")))
            .map(text -> new TreeSet<>(Arrays.asList(text.split("[ _]+"))));
    }

    /** The cache line in bytes: what all data caches agree on. */
    public Optional<Integer> lineBytes() {
        List<Integer> sizes = topology.caches().stream().filter(cache -> cache.holdsData() && cache.lineBytes() != null)
            .map(Cache::lineBytes).distinct().toList();
        return sizes.size() == 1 ? Optional.of(sizes.get(0))
            : nativeCpu.flatMap(cpu -> Optional.ofNullable(cpu.lineBytes()));
    }

    /** Whether software executes the instructions. */
    public Emulated emulated() {
        return nativeCpu.map(NativeCpu::emulated).orElse(virtualization.emulated().value());
    }

    /** What the machine is a guest of. */
    public Hypervisor hypervisor() {
        boolean metal = virtualization.guest() != null && !virtualization.guest().value();
        return virtualization.hypervisor() != null ? virtualization.hypervisor().value()
            : metal ? Hypervisor.NONE : Hypervisor.UNKNOWN;
    }

    /** The CPUs that a process may use here: those allowed, in the control group, and online. */
    public Optional<List<Integer>> usable() {
        Optional<List<Integer>> affinity = kernel.allowedCpus();
        Optional<Cgroup> cgroup = Cgroup.of(kernel);
        if (affinity.isEmpty() && cgroup.isEmpty()) {
            return Optional.empty();
        }
        List<Integer> usable = new ArrayList<>(topology.online());
        affinity.ifPresent(usable::retainAll);
        cgroup.ifPresent(group -> usable.retainAll(group.cpus()));
        return Optional.of(usable);
    }

    /** All of it, with sources; the cost of split locks is null if it was not asked for. */
    public Facts facts(SplitLockCost splitLocks) {
        return new FactCollector(this, kernel, live, cpuinfo, nativeCpu, virtualization).collect(splitLocks);
    }

    /** The CPU whose words stand for the machine. */
    int firstOnline() {
        return topology.cpus().isEmpty() ? 0 : topology.cpus().get(0).number();
    }
}
