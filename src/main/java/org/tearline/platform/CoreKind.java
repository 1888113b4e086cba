// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Cores of one design among others of another, on a hybrid machine. Immutable.
 *
 * @param name what the design is called, or its key
 * @param key  the numbers of the hardware; null if they are not known
 * @param cpus the CPUs, ascending
 */
public record CoreKind(String name, String key, List<Integer> cpus) {
    static final String PERFORMANCE = "performance core";
    static final String EFFICIENCY = "efficiency core";
    static final String LOW_POWER = "low-power core";

    /** Intel's performance-monitoring units, one for each kind; /proc/cpuinfo does not tell them apart. */
    private static final Map<String, String> INTEL_UNITS = Map.of("cpu_core", PERFORMANCE, "cpu_atom", EFFICIENCY,
        "cpu_lowpower", LOW_POWER);

    /** Returns the kinds among CPUs, by their first CPU; one if all cores are alike, none if nothing is known. */
    static List<CoreKind> among(SortedMap<Integer, CpuIdentity> identities, Map<Integer, String> units) {
        Map<List<String>, List<Integer>> kinds = new LinkedHashMap<>();
        identities.forEach((cpu, identity) -> {
            String key = identity.key();
            String design = Microarchitecture.of(identity).map(Found::value)
                .orElse(identity.brand() == null ? key : identity.brand());
            kinds.computeIfAbsent(List.of(units.getOrDefault(cpu, design), key), kind -> new ArrayList<>()).add(cpu);
        });
        return kinds.entrySet().stream().map(kind -> new CoreKind(kind.getKey().get(0),
            kind.getKey().get(1).isEmpty() ? null : kind.getKey().get(1), kind.getValue())).toList();
    }

    /** Returns the name of a CPU's kind, where the kernel tells the kinds apart. */
    static Map<Integer, String> units(Linux kernel) {
        Map<Integer, String> units = new LinkedHashMap<>();
        INTEL_UNITS.forEach((folder, name) -> kernel.line("sys/devices/" + folder + "/cpus").flatMap(CpuList::read)
            .ifPresent(cpus -> cpus.forEach(cpu -> units.put(cpu, name))));
        return units;
    }
}
