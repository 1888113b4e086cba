// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tearline.machine.Topology.Cache;
import org.tearline.machine.Topology.Cpu;
import org.tearline.trial.ThreadCpus.CpuDistance;

/**
 * Finds how near two CPUs are to each other, which decides what a line travels through between a writer and a reader.
 */
public final class Proximity {
    private Proximity() {
    }

    /** Two CPUs, the lower number first. */
    public record Pair(int first, int second) {
    }

    /** The class of two different CPUs; empty if one is not online. */
    public static Optional<CpuDistance> of(Topology topology, int first, int second) {
        if (first == second) {
            throw new IllegalArgumentException("two different CPUs are a pair, not " + first + " and " + second);
        }
        Map<Integer, Seat> threadCpus = threadCpus(topology);
        return Optional.ofNullable(threadCpus.get(first)).flatMap(a -> Optional.ofNullable(threadCpus.get(second))
            .map(a::proximityTo));
    }

    /**
     * One pair for each class that these CPUs have, the lowest numbers first, so that a machine always gives the same.
     */
    public static Map<CpuDistance, Pair> onePairEach(Topology topology, List<Integer> usable) {
        Map<Integer, Seat> threadCpus = threadCpus(topology);
        List<Integer> cpus = usable.stream().distinct().filter(threadCpus::containsKey).sorted().toList();
        Map<CpuDistance, Pair> pairs = new EnumMap<>(CpuDistance.class);
        for (int first : cpus) {
            for (int second : cpus) {
                if (second > first) {
                    pairs.putIfAbsent(threadCpus.get(first).proximityTo(threadCpus.get(second)), new Pair(first,
                        second));
                }
            }
        }
        return pairs;
    }

    private static Map<Integer, Seat> threadCpus(Topology topology) {
        Map<Integer, Cache> l2 = new HashMap<>();
        Map<Integer, Cache> l3 = new HashMap<>();
        for (Cache cache : topology.caches()) {
            Map<Integer, Cache> level = cache.level() == 2 ? l2 : l3;
            if ((cache.level() == 2 || cache.level() == 3) && cache.holdsData()) {
                cache.sharedBy().forEach(cpu -> level.put(cpu, cache));
            }
        }
        return topology.cpus().stream().collect(Collectors.toMap(Cpu::number,
            cpu -> new Seat(cpu, l2.get(cpu.number()), l3.get(cpu.number()))));
    }

    /** A CPU and its caches; null where it has none of that level or none is known. */
    private record Seat(Cpu cpu, Cache l2, Cache l3) {
        CpuDistance proximityTo(Seat other) {
            if (cpu.core() == other.cpu.core()) {
                return CpuDistance.SMT_SIBLINGS;
            }
            if (cpu.socket() != other.cpu.socket()) {
                return CpuDistance.OTHER_SOCKET;
            }
            if (l2 != null && l2 == other.l2) {
                return CpuDistance.SAME_L2;
            }
            if (l3 != null && other.l3 != null) {
                return l3 == other.l3 ? CpuDistance.SAME_L3 : CpuDistance.OTHER_L3;
            }
            return CpuDistance.SAME_SOCKET;
        }
    }
}
