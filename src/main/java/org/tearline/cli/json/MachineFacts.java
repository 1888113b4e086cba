// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tearline.machine.CpuList;
import org.tearline.machine.CpuModel;
import org.tearline.machine.Found;
import org.tearline.machine.Jvm;
import org.tearline.machine.Machine;
import org.tearline.machine.Proximity;
import org.tearline.machine.SplitLockCost;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.machine.Topology;

/** Tells a {@link Machine} fact by fact, each with its source. Not thread-safe. */
final class MachineFacts {
    /** More instances of a cache than this are counted, not listed. */
    private static final int LISTED_INSTANCES = 4;

    private final Machine machine;
    private final Facts facts = new Facts();

    MachineFacts(Machine machine) {
        this.machine = machine;
    }

    /** Returns all of them; the cost of split locks is null if it was not asked for. */
    Facts with(SplitLockCost splitLocks) {
        if (machine.cpu() != null) {
            addCpu(machine.cpu().value().withDesign(), machine.cpu().source());
        }
        if (!machine.topology().value().cpus().isEmpty()) {
            addTopology(machine.topology().value(), machine.topology().source());
        }
        facts.add("memory", "lineBytes", machine.lines().lineBytes());
        facts.add("memory", "pageBytes", machine.lines().pageBytes());
        facts.add("system", "kernel", machine.os());
        facts.add("system", "hypervisor", machine.virtualization().hypervisor());
        facts.add("system", "emulated", machine.virtualization().emulated());
        addSplitLocks(machine.splitLocks(), splitLocks);
        if (machine.jvm() != null) {
            addJvm(machine.jvm());
        }
        return facts;
    }

    private void addCpu(CpuModel cpu, String source) {
        facts.add("cpu", "key", cpu.key(), source);
        facts.add("cpu", "vendor", cpu.vendor(), source);
        facts.add("cpu", "family", cpu.family(), source);
        facts.add("cpu", "model", cpu.model(), source);
        facts.add("cpu", "stepping", cpu.stepping(), source);
        addHex("implementer", cpu.implementer(), source);
        addHex("part", cpu.part(), source);
        facts.add("cpu", "variant", cpu.variant(), source);
        facts.add("cpu", "revision", cpu.revision(), source);
        facts.add("cpu", "brand", cpu.brand(), source);
        facts.add("cpu", "microcode", cpu.microcode(), source);
        facts.add("cpu", "microarchitecture", cpu.microarchitecture(), "tables of OSHI and Linux");
        if (cpu.features() != null) {
            List<String> words = cpu.features().stream().map(Object::toString).toList();
            facts.add("cpu", "features", words, List.of(words.isEmpty() ? "none" : String.join(" ", words)), source);
        }
    }

    private void addHex(String name, Integer value, String source) {
        if (value != null) {
            facts.add("cpu", name, value, List.of("0x" + Integer.toHexString(value)), source);
        }
    }

    private void addTopology(Topology topology, String source) {
        addCpus("online", new Found<>(topology.online(), source));
        addCpus("usable", machine.usable());
        if (!topology.told()) {
            return;
        }
        facts.add("topology", "sockets", topology.sockets(), source);
        facts.add("topology", "cores", topology.cores(), source);
        Map<String, List<Integer>> pairs = new LinkedHashMap<>();
        Proximity.onePairEach(topology, Optional.ofNullable(machine.usable()).map(Found::value)
            .orElse(topology.online())).forEach((near, pair) -> pairs.put(near.toString(), List.of(pair.first(),
            pair.second())));
        if (!pairs.isEmpty()) {
            facts.add("topology", "pairs", pairs, pairs.entrySet().stream().map(pair -> pair.getKey() + ": CPU "
                + pair.getValue().get(0) + " and " + pair.getValue().get(1)).toList(), source);
        }
        if (!topology.caches().isEmpty()) {
            facts.add("memory", "caches", topology.cachesByName().values().stream().flatMap(List::stream)
                .map(MachineFacts::cache).toList(), topology.cachesByName().values().stream()
                .map(MachineFacts::cacheLine).toList(), source.replace("topology", "cache"));
        }
    }

    private void addCpus(String name, Found<List<Integer>> cpus) {
        if (cpus != null) {
            int number = cpus.value().size();
            facts.add("topology", name, cpus.value(), List.of(number + (number == 1 ? " CPU: " : " CPUs: ")
                + CpuList.ranges(cpus.value())), cpus.source());
        }
    }

    private static Map<String, Object> cache(Topology.Cache cache) {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("name", cache.name());
        value.put("bytes", cache.bytes());
        value.put("lineBytes", cache.lineBytes());
        value.put("sharedBy", cache.sharedBy());
        return value;
    }

    private void addSplitLocks(SplitLockPolicy policy, SplitLockCost cost) {
        facts.add("splitLocks", "splitLockDetect", policy.detect(), "/proc/cpuinfo");
        facts.add("splitLocks", "busLockDetect", policy.busLock(), "/proc/cpuinfo");
        facts.add("splitLocks", "commandLine", policy.commandLine(), SplitLockPolicy.COMMAND_LINE);
        if (policy.mitigate() != null) {
            facts.add("splitLocks", "mitigate", policy.mitigate(), List.of((policy.mitigate() ? "yes" : "no")
                + ", if it detects any: proves nothing"), SplitLockPolicy.MITIGATE);
        }
        if (cost == null) {
            return;
        }
        String timed = "timed in a worker JVM";
        facts.add("splitLocks", "finding", cost.finding().toString(), List.of(switch (cost.finding()) {
            case NATIVE -> "native: not slowed";
            case SLOWED -> "slowed by the kernel or the hypervisor";
            case FATAL -> "fatal: the kernel kills the process";
            case NOT_TIMED -> "not timed";
        }), cost.reason() == null ? timed : cost.reason());
        if (cost.singles() != null) {
            String inARow = "mean of the best row, " + timed;
            SplitLockCost.Means means = cost.means();
            facts.add("splitLocks", "alignedNanos", means.alignedNanos(), inARow);
            facts.add("splitLocks", "across8BytesNanos", means.across8Nanos(), inARow);
            facts.add("splitLocks", "across16BytesNanos", means.across16Nanos(), inARow);
            facts.add("splitLocks", "across32BytesNanos", means.across32Nanos(), inARow);
            facts.add("splitLocks", "crossingNanos", cost.crossingNanos(), means.lineNanos() == null
                ? "quickest of all, " + timed : inARow);
            facts.add("splitLocks", "firstNanos", cost.singles().firstNanos(), "first of all, " + timed);
            facts.add("splitLocks", "worstNanos", cost.singles().worstNanos(), "slowest of all, " + timed);
        }
    }

    private void addJvm(Jvm jvm) {
        facts.add("jvm", "name", jvm.name(), "java.vm.name");
        facts.add("jvm", "vendor", jvm.vendor(), "java.vendor");
        facts.add("jvm", "version", jvm.version(), "java.runtime.version");
        facts.add("jvm", "arch", jvm.arch(), "os.arch");
        Jvm.Settings settings = Jvm.settings();
        facts.add("jvm", "compilers", settings.compilers(), "CompilationMXBean");
        facts.add("jvm", "tieredCompilation", settings.tieredCompilation(),
            Jvm.Settings.SOURCE + ", TieredCompilation");
        facts.add("jvm", "tieredStopAtLevel", settings.tieredStopAtLevel(),
            Jvm.Settings.SOURCE + ", TieredStopAtLevel");
        facts.add("jvm", "onStackReplacement", settings.onStackReplacement(),
            Jvm.Settings.SOURCE + ", UseOnStackReplacement");
        facts.add("jvm", "unalignedAccesses", settings.unalignedAccesses(), "Unsafe.unalignedAccess");
        facts.add("jvm", "writeback", settings.writeback(), "Unsafe.isWritebackEnabled (JEP 352)");
    }

    private static String cacheLine(List<Topology.Cache> caches) {
        Topology.Cache first = caches.get(0);
        List<Long> sizes = caches.stream().map(Topology.Cache::bytes).distinct().toList();
        String size = sizes.size() == 1 ? sizes.get(0) == null ? "" : size(sizes.get(0)) : sizes.stream()
            .map(bytes -> bytes == null ? "?" : size(bytes)).collect(Collectors.joining(" or "));
        long most = caches.stream().mapToLong(cache -> cache.sharedBy().size()).max().orElse(0);
        String who = most == 1 ? "one each" : caches.size() <= LISTED_INSTANCES
            ? "by " + caches.stream().map(cache -> CpuList.ranges(cache.sharedBy()))
                .collect(Collectors.joining(" | "))
            : "each by " + (caches.stream().anyMatch(cache -> cache.sharedBy().size() != most) ? "up to " : "")
                + most + " CPUs";
        return String.format(Locale.ROOT, "%-4s %-8s x %-3d %s", first.name(), size, caches.size(), who);
    }

    private static String size(long bytes) {
        return bytes % (1 << 20) == 0 ? bytes / (1 << 20) + " MiB" : bytes / (1 << 10) + " KiB";
    }
}
