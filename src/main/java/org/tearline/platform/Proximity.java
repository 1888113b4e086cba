package org.tearline.platform;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How near two CPUs are to one another, which decides what a line has to travel through between a writer and a reader.
 * From the nearest to the farthest. Immutable; pure functions of the topology, any thread.
 */
public enum Proximity {
    /** Two threads of one physical core: they share its store path and first-level cache. */
    SMT_SIBLINGS,
    /** Two cores with a common second-level cache. */
    SAME_L2,
    /** Two cores with a common third-level cache. */
    SAME_L3,
    /** Two cores of one socket with third-level caches of their own. */
    OTHER_L3,
    /** Two cores of one socket, of whose shared caches nothing more is known. */
    SAME_SOCKET,
    OTHER_SOCKET;

    /** Two CPUs of a class, the lower number first. */
    public record Pair(int first, int second) {
    }

    /** The class of two different CPUs; empty if one is not online. */
    public static Optional<Proximity> of(Topology topology, int first, int second) {
        if (first == second) {
            throw new IllegalArgumentException("two different CPUs are a pair, not " + first + " and " + second);
        }
        Map<Integer, Seat> threadCpus = threadCpus(topology);
        return Optional.ofNullable(threadCpus.get(first)).flatMap(a -> Optional.ofNullable(threadCpus.get(second))
            .map(a::proximityTo));
    }

    /**
     * One pair for each class that the machine has among these CPUs, the lowest numbers first, so that the same machine
     * gives the same pairs.
     */
    public static Map<Proximity, Pair> onePairEach(Topology topology, List<Integer> usable) {
        Map<Integer, Seat> threadCpus = threadCpus(topology);
        List<Integer> cpus = usable.stream().distinct().filter(threadCpus::containsKey).sorted().toList();
        Map<Proximity, Pair> pairs = new EnumMap<>(Proximity.class);
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

    /** The name as the reports print it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
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

    /** A CPU and the caches it reaches; null where it has none of that level, or none is known. */
    private record Seat(Cpu cpu, Cache l2, Cache l3) {
        Proximity proximityTo(Seat other) {
            if (cpu.core() == other.cpu.core()) {
                return SMT_SIBLINGS;
            }
            if (cpu.socket() != other.cpu.socket()) {
                return OTHER_SOCKET;
            }
            if (l2 != null && l2 == other.l2) {
                return SAME_L2;
            }
            if (l3 != null && other.l3 != null) {
                return l3 == other.l3 ? SAME_L3 : OTHER_L3;
            }
            return SAME_SOCKET;
        }
    }
}
