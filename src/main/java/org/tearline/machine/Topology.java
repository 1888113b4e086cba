// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tearline.machine.KernelFiles.CpuList;
import org.tearline.trial.CpuDistance;

/**
 * The arrangement of CPUs and caches. Thread-safe.
 *
 * @param cpus  the online CPUs, ascending
 * @param known whether the system reports cores and sockets; if not, each CPU counts as a core
 */
public record Topology(List<Cpu> cpus, List<Cache> caches, boolean known) {
    /**
     * A logical CPU.
     *
     * @param core   the lowest online CPU of its physical core, which SMT siblings share
     * @param socket the lowest online CPU of its socket
     */
    record Cpu(int number, int core, int socket) {
    }

    /**
     * A cache and the CPUs that share it.
     *
     * @param type      Data, Instruction or Unified, as in Linux
     * @param bytes     null if unknown
     * @param lineBytes null if unknown
     * @param sharedBy  the CPUs, ascending
     */
    public record Cache(int level, String type, Long bytes, Integer lineBytes, List<Integer> sharedBy) {
        /** The usual short name, such as L1d, L1i or L2. */
        public String name() {
            if (type.equals("Unified")) {
                return "L" + level;
            }
            return "L" + level + Character.toLowerCase(type.charAt(0));
        }

        boolean holdsData() {
            return !type.equals("Instruction");
        }
    }

    public List<Integer> online() {
        return cpus.stream().map(Cpu::number).toList();
    }

    /** The number of sockets with an online CPU. */
    public int sockets() {
        return countDistinct(Cpu::socket);
    }

    public int cores() {
        return countDistinct(Cpu::core);
    }

    /** The line size of all data caches; empty if they differ, or if none is known. */
    Optional<Integer> lineBytes() {
        List<Integer> sizes = caches.stream()
            .filter(cache -> cache.holdsData() && cache.lineBytes() != null)
            .map(Cache::lineBytes)
            .distinct()
            .toList();
        return sizes.stream().findFirst().filter(any -> sizes.size() == 1);
    }

    /** The caches by short name, sorted by their first CPU. */
    public Map<String, List<Cache>> cachesByName() {
        return caches.stream()
            .sorted(Comparator.comparingInt(cache -> cache.sharedBy().get(0)))
            .collect(Collectors.groupingBy(Cache::name, TreeMap::new, Collectors.toList()));
    }

    private int countDistinct(ToIntFunction<Cpu> group) {
        return (int) cpus.stream().mapToInt(group).distinct().count();
    }

    /**
     * For each distance between usable CPUs, the first pair, ordered by its first CPU and then by its second. A pair is
     * in ascending order.
     */
    public Map<CpuDistance, List<Integer>> onePairEach(List<Integer> usable) {
        Map<Integer, Seat> seats = seats();
        List<Integer> numbers = usable.stream()
            .distinct()
            .filter(seats::containsKey)
            .sorted()
            .toList();
        Map<CpuDistance, List<Integer>> pairs = new EnumMap<>(CpuDistance.class);
        for (int first : numbers) {
            for (int second : numbers) {
                if (second > first) {
                    pairs.putIfAbsent(seats.get(first).distanceTo(seats.get(second)), List.of(first, second));
                }
            }
        }
        return pairs;
    }

    private Map<Integer, Seat> seats() {
        Map<Integer, Cache> l2 = dataCaches(2);
        Map<Integer, Cache> l3 = dataCaches(3);
        return cpus.stream().collect(Collectors.toMap(Cpu::number,
            cpu -> new Seat(cpu, l2.get(cpu.number()), l3.get(cpu.number()))));
    }

    private Map<Integer, Cache> dataCaches(int level) {
        Map<Integer, Cache> ofCpu = new HashMap<>();
        caches.stream()
            .filter(cache -> cache.level() == level && cache.holdsData())
            .forEach(cache -> cache.sharedBy().forEach(cpu -> ofCpu.put(cpu, cache)));
        return ofCpu;
    }

    /** A CPU and its second- and third-level caches. An unknown cache is null; a shared one is the same object. */
    private record Seat(Cpu cpu, Cache l2, Cache l3) {
        CpuDistance distanceTo(Seat other) {
            if (cpu.core() == other.cpu.core()) {
                return CpuDistance.SMT_SIBLINGS;
            }
            if (cpu.socket() != other.cpu.socket()) {
                return CpuDistance.OTHER_SOCKET;
            }
            if (l2 != null && l2 == other.l2) {
                return CpuDistance.SAME_L2;
            }
            if (l3 == null || other.l3 == null) {
                return CpuDistance.SAME_SOCKET;
            }
            if (l3 == other.l3) {
                return CpuDistance.SAME_L3;
            }
            return CpuDistance.OTHER_L3;
        }
    }

    /** Reads a {@link Topology} from /sys/devices/system/cpu. */
    record TopologyReader(KernelFiles kernel) {
        static final String FOLDER = "sys/devices/system/cpu/";
        private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([KMG]?)");

        /** Reads the topology, which has no CPUs if no file lists them. */
        Topology read(Cpuinfo cpuinfo) {
            List<Integer> online = list(FOLDER + "online").orElseGet(cpuinfo::cpus);
            // Keyed by name and CPUs, because linking a record's equals on first use is slow.
            Map<String, Cache> caches = new LinkedHashMap<>();
            Map<Integer, Integer> sockets = new TreeMap<>();
            for (int cpu : online) {
                sockets.put(cpu,
                    sibling(cpu, "package_cpus_list", "core_siblings_list", online).orElse(online.get(0)));
                caches(cpu, online).forEach(cache -> caches.putIfAbsent(cache.name() + cache.sharedBy(), cache));
            }
            if (cpuinfo.shows("CPU implementer", Cpuinfo.ANY)) {
                joinClusters(sockets, caches.values());
            }
            List<Cpu> cpus = online.stream()
                .map(cpu -> new Cpu(cpu, sibling(cpu, "core_cpus_list", "thread_siblings_list", online).orElse(cpu),
                    sockets.get(cpu)))
                .toList();
            boolean known = !online.isEmpty() && kernel.exists(FOLDER + "cpu" + online.get(0) + "/topology");
            return new Topology(cpus, List.copyOf(caches.values()), known);
        }

        /** Old Arm kernels number clusters as packages. Clusters that share a cache are in one socket. */
        private static void joinClusters(Map<Integer, Integer> sockets, Collection<Cache> caches) {
            for (Cache cache : caches) {
                Set<Integer> joined = new TreeSet<>();
                cache.sharedBy().forEach(cpu -> joined.add(sockets.get(cpu)));
                int first = Collections.min(joined);
                sockets.entrySet().stream()
                    .filter(entry -> joined.contains(entry.getValue()))
                    .forEach(entry -> entry.setValue(first));
            }
        }

        /** The first sibling that is online, from a file of /sys that has another name in older kernels. */
        private Optional<Integer> sibling(int cpu, String now, String formerly, List<Integer> online) {
            String folder = FOLDER + "cpu" + cpu + "/topology/";
            return list(folder + now).or(() -> list(folder + formerly))
                .flatMap(cpus -> cpus.stream().filter(online::contains).findFirst());
        }

        private List<Cache> caches(int cpu, List<Integer> online) {
            List<Cache> caches = new ArrayList<>();
            // Linux numbers the caches of each CPU from 0. No CPU has 16.
            for (int index = 0; index < 16; index++) {
                String folder = FOLDER + "cpu" + cpu + "/cache/index" + index + "/";
                Optional<Integer> level = kernel.line(folder + "level")
                    .filter(text -> text.matches("\\d"))
                    .map(Integer::valueOf);
                Optional<String> type = kernel.line(folder + "type");
                List<Integer> sharedBy = new ArrayList<>(list(folder + "shared_cpu_list")
                    .or(() -> kernel.line(folder + "shared_cpu_map").flatMap(CpuList::readMask)).orElse(List.of()));
                sharedBy.retainAll(online);
                if (level.isPresent() && type.isPresent() && !sharedBy.isEmpty()) {
                    caches.add(new Cache(level.get(), type.get(),
                        kernel.line(folder + "size").map(SIZE::matcher)
                            .filter(Matcher::matches)
                            .map(TopologyReader::bytes)
                            .orElse(null),
                        kernel.lineBytes(folder + "coherency_line_size").orElse(null), sharedBy));
                }
            }
            return caches;
        }

        private Optional<List<Integer>> list(String file) {
            return kernel.line(file).flatMap(CpuList::read);
        }

        private static long bytes(Matcher size) {
            long unit = switch (size.group(2)) {
                case "K" -> 1L << 10;
                case "M" -> 1L << 20;
                case "G" -> 1L << 30;
                default -> 1L;
            };
            return Long.parseLong(size.group(1)) * unit;
        }
    }
}
