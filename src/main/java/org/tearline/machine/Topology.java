// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * How the CPUs of a machine are arranged. Thread-safe.
 *
 * @param cpus   the CPUs that are online, ascending
 * @param caches the caches
 * @param told   whether anything tells how they lie to one another; if not, each is taken for a core of its own
 */
public record Topology(List<Cpu> cpus, List<Cache> caches, boolean told) {
    /**
     * One logical CPU and where it sits.
     *
     * @param number the system's number
     * @param core   the lowest CPU number of its physical core: alike for SMT siblings only
     * @param socket the lowest CPU number of its socket
     */
    public record Cpu(int number, int core, int socket) {
    }

    /**
     * One cache and the CPUs that share it.
     *
     * @param level     1 is nearest to the core
     * @param type      Data, Instruction or Unified, as the kernel writes it
     * @param bytes     its size; null if unknown
     * @param lineBytes size of a line; null if unknown
     * @param sharedBy  the CPUs, ascending
     */
    public record Cache(int level, String type, Long bytes, Integer lineBytes, List<Integer> sharedBy) {
        /** The usual short name: L1d, L1i, L2. */
        public String name() {
            return "L" + level + (type.equals("Unified") ? "" : type.substring(0, 1).toLowerCase(Locale.ROOT));
        }

        boolean holdsData() {
            return !type.equals("Instruction");
        }
    }

    public List<Integer> online() {
        return cpus.stream().map(Cpu::number).toList();
    }

    /** Sockets with a CPU online. */
    public int sockets() {
        return distinct(Cpu::socket);
    }

    public int cores() {
        return distinct(Cpu::core);
    }

    /** The line size on which all data caches agree. */
    Optional<Integer> lineBytes() {
        List<Integer> sizes = caches.stream().filter(cache -> cache.holdsData() && cache.lineBytes() != null)
            .map(Cache::lineBytes).distinct().toList();
        return sizes.size() == 1 ? Optional.of(sizes.get(0)) : Optional.empty();
    }

    /** The caches by short name, nearest first. */
    public Map<String, List<Cache>> cachesByName() {
        return caches.stream().sorted(Comparator.comparingInt(cache -> cache.sharedBy().get(0)))
            .collect(Collectors.groupingBy(Cache::name, TreeMap::new, Collectors.toList()));
    }

    private int distinct(ToIntFunction<Cpu> group) {
        return (int) cpus.stream().mapToInt(group).distinct().count();
    }
}
