// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Says which CPUs a machine has, how they lie to one another, and which of them this process may use. Immutable, any
 * thread; a null is not known.
 *
 * @param topology   how those online lie to one another; its source is null where no file tells, and each is then taken
 *                   for a core of its own
 * @param online     the numbers of those online
 * @param usable     those that this process may use: allowed, in its control group, and online
 * @param places     how many places for CPUs the machine has, in words; mainframes only
 * @param identities the model of each CPU online; empty if not known
 * @param units      the name of the kind of a CPU, on hybrid machines only
 * @param counted    how many there are, where nothing is known but that
 */
public record Cpus(Found<Topology> topology, Found<List<Integer>> online, Found<List<Integer>> usable,
                   Found<String> places, SortedMap<Integer, CpuIdentity> identities, Map<Integer, String> units,
                   Found<Count> counted) {
    private static final String FOLDER = "/" + TopologyReader.FOLDER;

    /** The counts of everything. Immutable. */
    public record Count(int sockets, int cores, int cpus) {
    }

    /** Returns the CPUs below a root. */
    static Cpus of(Linux kernel, Optional<Cpuinfo> cpuinfo, NativeCpu nativeCpu, Topology topology) {
        SortedMap<Integer, CpuIdentity> identities = new TreeMap<>();
        cpuinfo.ifPresent(info -> topology.online().forEach(cpu -> CpuIdentity.of(info, cpu)
            .ifPresent(identity -> identities.put(cpu, identity))));
        boolean told = kernel.exists(TopologyReader.FOLDER + "cpu" + topology.first() + "/topology");
        return new Cpus(new Found<>(topology, told ? FOLDER + "cpu*/topology" : null), new Found<>(topology.online(),
            kernel.exists(TopologyReader.FOLDER + "online") ? FOLDER + "online" : Cpuinfo.FILE),
            usable(kernel, topology), kernel.text("proc/sysinfo").flatMap(Sysinfo::topology)
            .map(places -> new Found<>(places, "/proc/sysinfo")).orElse(null), identities, CoreKind.units(kernel),
            nativeCpu == null ? null : new Found<>(nativeCpu.count(), NativeCpu.SOURCE));
    }

    /** Returns the kinds of cores, if they differ. Loads a table. */
    public Optional<Found<List<CoreKind>>> kinds() {
        return Optional.of(CoreKind.among(identities, units)).filter(kinds -> kinds.size() > 1)
            .map(kinds -> new Found<>(kinds, windows() ? WindowsCpus.SOURCE
                : Cpuinfo.FILE + (units.isEmpty() ? "" : ", /sys/devices/cpu_*/cpus")));
    }

    /** Who tells which CPUs share a cache. */
    public String cacheSource() {
        return windows() ? WindowsCpus.SOURCE : FOLDER + "cpu*/cache";
    }

    private boolean windows() {
        return WindowsCpus.SOURCE.equals(topology.source());
    }

    /** Returns the CPUs that this process may use; none if nothing says. */
    public List<Integer> usableOrNone() {
        return usable == null ? List.of() : usable.value();
    }

    /** The CPUs of a Windows machine; the model, if it is known, is the same for all. */
    static Cpus of(WindowsCpus cpus, CpuIdentity identity) {
        SortedMap<Integer, CpuIdentity> identities = new TreeMap<>();
        cpus.topology().online().stream().filter(cpu -> identity != null)
            .forEach(cpu -> identities.put(cpu, identity));
        return new Cpus(new Found<>(cpus.topology(), WindowsCpus.SOURCE), new Found<>(cpus.topology().online(),
            WindowsCpus.SOURCE), new Found<>(cpus.usable(), "GetProcessAffinityMask"), null, identities, cpus.units(),
            null);
    }

    private static Found<List<Integer>> usable(Linux kernel, Topology topology) {
        Optional<List<Integer>> affinity = kernel.allowedCpus();
        Optional<Cgroup> cgroup = Cgroup.of(kernel);
        if (affinity.isEmpty() && cgroup.isEmpty()) {
            return null;
        }
        List<Integer> usable = new ArrayList<>(topology.online());
        affinity.ifPresent(usable::retainAll);
        cgroup.ifPresent(group -> usable.retainAll(group.cpus()));
        return new Found<>(usable, "/proc/self/status" + cgroup.map(group -> ", " + group.file()).orElse(""));
    }
}
