package org.tearline.platform;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cores of one design among others of another, on a hybrid machine. Immutable.
 *
 * @param name what the design is called, or its key
 * @param key  the numbers of the hardware; null if they are not known
 * @param cpus the CPUs, ascending
 */
public record CoreKind(String name, String key, List<Integer> cpus) {
    /** Intel's performance-monitoring units, one for each kind; /proc/cpuinfo does not tell them apart. */
    private static final Map<String, String> INTEL_UNITS = Map.of("cpu_core", "performance core",
        "cpu_atom", "efficiency core", "cpu_lowpower", "low-power core");

    /** The kinds below a root, by their first CPU; one if all cores are alike, none if nothing is known. */
    static List<CoreKind> of(Kernel kernel, Cpuinfo info, List<Integer> online) {
        Map<Integer, String> units = units(kernel);
        Map<List<String>, List<Integer>> kinds = new LinkedHashMap<>();
        for (int cpu : online) {
            CpuIdentity identity = CpuIdentity.of(info, cpu).orElse(null);
            if (identity == null) {
                return List.of();
            }
            String key = identity.key();
            String design = Microarchitecture.of(identity).map(Microarchitecture.Name::name)
                .orElse(identity.brand() == null ? key : identity.brand());
            String name = units.containsKey(cpu) ? units.get(cpu) : design;
            kinds.computeIfAbsent(List.of(name, key), kind -> new ArrayList<>()).add(cpu);
        }
        return kinds.entrySet().stream().map(kind -> new CoreKind(kind.getKey().get(0),
            kind.getKey().get(1).isEmpty() ? null : kind.getKey().get(1), kind.getValue())).toList();
    }

    private static Map<Integer, String> units(Kernel kernel) {
        Map<Integer, String> units = new LinkedHashMap<>();
        INTEL_UNITS.forEach((folder, name) -> kernel.line("sys/devices/" + folder + "/cpus").flatMap(CpuList::read)
            .ifPresent(cpus -> cpus.forEach(cpu -> units.put(cpu, name))));
        return units;
    }
}
