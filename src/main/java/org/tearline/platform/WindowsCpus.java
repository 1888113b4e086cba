// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The CPUs of a Windows machine. Windows numbers CPUs within processor groups of at most 64; here a CPU's number is 64
 * times its group plus its number in the group. Immutable.
 *
 * @param topology how they are arranged
 * @param units    the name of each CPU's kind; empty if all cores are alike
 * @param usable   those that this process may use
 */
record WindowsCpus(Topology topology, Map<Integer, String> units, List<Integer> usable) {
    static final String SOURCE = "GetLogicalProcessorInformationEx";
    /** The most CPUs of a group, one for each bit of an affinity mask. */
    static final int GROUP = 64;

    // The values of LOGICAL_PROCESSOR_RELATIONSHIP, winnt.h.
    private static final int CORE = 0;
    private static final int CACHE = 2;
    private static final int PACKAGE = 3;

    // Where the fields are, in bytes: SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX, PROCESSOR_RELATIONSHIP,
    // CACHE_RELATIONSHIP and GROUP_AFFINITY, winnt.h, 64 bits.
    private static final int SIZE = 4;
    private static final int EFFICIENCY = 9;
    private static final int LEVEL = 8;
    private static final int LINE_BYTES = 10;
    private static final int CACHE_BYTES = 12;
    private static final int CACHE_TYPE = 16;
    private static final int PROCESSOR_MASKS = 30;
    private static final int CACHE_MASKS = 38;
    private static final int MASK_BYTES = 16;

    private static final List<String> CACHE_TYPES = List.of("Unified", "Instruction", "Data", "Trace");
    /** By the number of classes that a machine has, the least efficient and fastest one last. */
    private static final List<List<String>> KINDS = List.of(List.of(), List.of(),
        List.of(CoreKind.EFFICIENCY, CoreKind.PERFORMANCE),
        List.of(CoreKind.LOW_POWER, CoreKind.EFFICIENCY, CoreKind.PERFORMANCE));

    /**
     * Reads the answer of GetLogicalProcessorInformationEx for all relationships.
     *
     * @param allowed which CPUs the process may use
     */
    static WindowsCpus parse(byte[] answer, Allowed allowed) {
        ByteBuffer all = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
        SortedMap<Integer, Integer> cores = new TreeMap<>();
        SortedMap<Integer, Integer> sockets = new TreeMap<>();
        SortedMap<Integer, Integer> classes = new TreeMap<>();
        List<Cache> caches = new ArrayList<>();
        for (int at = 0; at < answer.length; at += all.getInt(at + SIZE)) {
            ByteBuffer one = all.slice(at, all.getInt(at + SIZE)).order(ByteOrder.LITTLE_ENDIAN);
            switch (one.getInt(0)) {
                case CORE -> {
                    List<Integer> cpus = cpus(one, PROCESSOR_MASKS);
                    cpus.forEach(cpu -> cores.put(cpu, cpus.get(0)));
                    cpus.forEach(cpu -> classes.put(cpu, (int) one.get(EFFICIENCY)));
                }
                case PACKAGE -> {
                    List<Integer> cpus = cpus(one, PROCESSOR_MASKS);
                    cpus.forEach(cpu -> sockets.put(cpu, cpus.get(0)));
                }
                case CACHE -> {
                    int line = one.getShort(LINE_BYTES);
                    caches.add(new Cache(one.get(LEVEL), CACHE_TYPES.get(one.getInt(CACHE_TYPE)),
                        Integer.toUnsignedLong(one.getInt(CACHE_BYTES)), line > 0 ? line : null,
                        cpus(one, CACHE_MASKS)));
                }
                default -> {
                    // NUMA nodes, dies and modules decide no class of pairs.
                }
            }
        }
        List<Cpu> cpus = cores.keySet().stream().map(cpu -> new Cpu(cpu, cores.get(cpu), sockets.getOrDefault(cpu,
            cores.firstKey()))).toList();
        return new WindowsCpus(new Topology(cpus, List.of(), List.copyOf(caches)), units(classes),
            cores.keySet().stream().filter(allowed::has).toList());
    }

    /**
     * Which CPUs a process may use. A mask of 0 is that of a process with threads in several groups. One whose mask is
     * the system's may still put its threads into any other group. Immutable.
     *
     * @param process the process's own mask
     * @param system  the mask of all CPUs of the group
     * @param group   which group these are of
     */
    record Allowed(long process, long system, int group) {
        boolean has(int cpu) {
            return process == 0 || process == system
                || cpu / GROUP == group && (process >>> cpu % GROUP & 1) == 1;
        }
    }

    /** The lowest CPU of the core that a CPU belongs to; null if there is no such CPU. */
    Integer coreOf(int cpu) {
        return topology.cpus().stream().filter(one -> one.number() == cpu).map(Cpu::core).findFirst().orElse(null);
    }

    /** The CPUs in a list of masks, ascending; versions before Windows 10 leave the number of masks 0 for one. */
    private static List<Integer> cpus(ByteBuffer one, int at) {
        List<Integer> cpus = new ArrayList<>();
        for (int i = 0; i < Math.max(1, one.getShort(at)); i++) {
            int mask = at + Short.BYTES + i * MASK_BYTES;
            int group = one.getShort(mask + Long.BYTES);
            for (long left = one.getLong(mask); left != 0; left &= left - 1) {
                cpus.add(GROUP * group + Long.numberOfTrailingZeros(left));
            }
        }
        return cpus.stream().sorted().toList();
    }

    private static Map<Integer, String> units(SortedMap<Integer, Integer> classes) {
        List<Integer> different = classes.values().stream().distinct().sorted().toList();
        Map<Integer, String> units = new LinkedHashMap<>();
        if (different.size() > 1 && different.size() < KINDS.size()) {
            classes.forEach((cpu, one) -> units.put(cpu, KINDS.get(different.size()).get(different.indexOf(one))));
        }
        return units;
    }
}
