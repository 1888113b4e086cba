// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Says how the CPUs of a machine are arranged. Immutable. Thread-safe.
 *
 * @param cpus    the CPUs that are online, ascending
 * @param offline CPUs that are there but switched off
 * @param caches  the caches, by name and first CPU
 */
public record Topology(List<Cpu> cpus, List<Integer> offline, List<Cache> caches) {

    /** Returns the numbers of the CPUs that are online. */
    public List<Integer> online() {
        return cpus.stream().map(Cpu::number).toList();
    }

    /** Returns the CPU whose words stand for the machine: the first one online. */
    public int first() {
        return cpus.isEmpty() ? 0 : cpus.get(0).number();
    }

    /** Returns how many sockets have a CPU online. */
    public int sockets() {
        return (int) cpus.stream().mapToInt(Cpu::socket).distinct().count();
    }

    /** Returns how many physical cores have a CPU online. */
    public int cores() {
        return (int) cpus.stream().mapToInt(Cpu::core).distinct().count();
    }

    /** Returns the most CPUs that any core has online; 1 is no SMT. */
    public int threadsPerCore() {
        return (int) sizes(cpus.stream().collect(Collectors.groupingBy(Cpu::core, Collectors.counting())));
    }

    /** Returns the most cores that any socket has online. */
    public int coresPerSocket() {
        Map<Integer, Long> cores = new TreeMap<>();
        cpus.stream().collect(Collectors.groupingBy(Cpu::core)).values()
            .forEach(core -> cores.merge(core.get(0).socket(), 1L, Long::sum));
        return (int) sizes(cores);
    }

    /** Returns the line on which all data caches agree. */
    public Optional<Integer> lineBytes() {
        List<Integer> sizes = caches.stream().filter(cache -> cache.holdsData() && cache.lineBytes() != null)
            .map(Cache::lineBytes).distinct().toList();
        return sizes.size() == 1 ? Optional.of(sizes.get(0)) : Optional.empty();
    }

    /** Returns the CPUs of each core. */
    public List<List<Integer>> cpusByCore() {
        return groups(Cpu::core);
    }

    /** Returns the CPUs of each socket. */
    public List<List<Integer>> cpusBySocket() {
        return groups(Cpu::socket);
    }

    /** Returns the caches by their short name, nearest first. */
    public Map<String, List<Cache>> cachesByName() {
        return caches.stream().sorted(Comparator.comparingInt(cache -> cache.sharedBy().get(0)))
            .collect(Collectors.groupingBy(Cache::name, TreeMap::new, Collectors.toList()));
    }

    private List<List<Integer>> groups(Function<Cpu, Integer> group) {
        return List.copyOf(cpus.stream().collect(Collectors.groupingBy(group, TreeMap::new,
            Collectors.mapping(Cpu::number, Collectors.toList()))).values());
    }

    private static long sizes(Map<Integer, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }
}
