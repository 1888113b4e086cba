// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.plan.CpuDistance;
import org.tearline.platform.Cache;
import org.tearline.platform.CpuIdentity;
import org.tearline.platform.CpuList;
import org.tearline.platform.Cpus;
import org.tearline.platform.Found;
import org.tearline.platform.Isa;
import org.tearline.platform.Jvm;
import org.tearline.platform.Machine;
import org.tearline.platform.Processor;
import org.tearline.platform.Proximity;
import org.tearline.platform.SplitLockCost;
import org.tearline.platform.SplitLockPolicy;
import org.tearline.platform.Topology;

/** Tells a {@link Machine} fact by fact, each with its source. Not thread-safe. */
final class MachineFacts {
    /** Holds what decides over promises and kernels, by instruction set, in the words of /proc/cpuinfo. */
    private static final Map<Isa, List<String>> FEATURES = Map.of(
        Isa.X86, List.of("cx8", "cx16", "avx", "avx2", "avx512f", "clflush", "clflushopt", "clwb", "movdiri",
            "movdir64b"),
        Isa.ARM, List.of("atomics", "uscat", "lrcpc", "ilrcpc", "dcpop", "dcpodp", "lse128"),
        Isa.RISCV, List.of("zaamo", "zalrsc", "zacas", "zabha", "zama16b", "ziccamoa", "zicclsm", "zicbom"),
        Isa.LOONGARCH, List.of("lam", "lamcas", "ual", "scq"),
        Isa.S390, List.of("zarch", "highgprs", "vx"),
        Isa.POWER, List.of());

    /** Holds what people call the features whose names in /proc/cpuinfo few know. */
    private static final Map<String, String> USUAL_NAMES = Map.of("uscat", "uscat(LSE2)", "atomics", "atomics(LSE)");

    /** More instances of a cache than this are counted, not listed. */
    private static final int LISTED_INSTANCES = 4;

    private final Machine machine;
    private final Facts facts = new Facts();

    MachineFacts(Machine machine) {
        this.machine = machine;
    }

    /** Returns all of them; the cost of split locks is null if it was not asked for. */
    Facts with(SplitLockCost splitLocks) {
        addCpu(machine.processor());
        addTopology(machine.cpus());
        addMemory(machine.cpus());
        addSystem();
        addSplitLocks(machine.splitLocks(), splitLocks);
        if (machine.jvm() != null) {
            addJvm(machine.jvm());
        }
        return facts;
    }

    private void addCpu(Processor processor) {
        if (processor.identity() == null) {
            return;
        }
        CpuIdentity cpu = processor.identity().value();
        String source = processor.identity().source();
        facts.add("cpu", "key", cpu.key(), source);
        facts.add("cpu", "isa", cpu.isa().toString(), source);
        facts.add("cpu", "vendor", cpu.vendor(), source);
        facts.add("cpu", "implementer", cpu.implementer(), source);
        facts.add("cpu", "family", cpu.family(), source);
        facts.add("cpu", "model", cpu.model(), source);
        facts.add("cpu", "stepping", cpu.stepping(), source);
        if (cpu.brand() != null) {
            facts.add("cpu", "brand", cpu.brand(), List.of(cpu.brand().replaceAll(" +", " ")), source);
        }
        facts.add("cpu", "microcode", processor.microcode());
        facts.add("cpu", "microarchitecture", processor.microarchitecture().orElse(null));
        if (processor.features() != null) {
            addFeatures(cpu.isa(), processor.features().value(), processor.features().source());
        }
    }

    private void addFeatures(Isa isa, Set<String> has, String source) {
        List<String> wanted = FEATURES.get(isa);
        List<String> present = wanted.stream().filter(has::contains).toList();
        List<String> missing = wanted.stream().filter(feature -> !has.contains(feature)).toList();
        if (!wanted.isEmpty()) {
            facts.add("cpu", "features", present, lines(present), source);
            facts.add("cpu", "featuresMissing", missing, lines(missing), source);
        }
        if (isa == Isa.X86) {
            facts.add("cpu", "virtualization", has.contains("vmx") ? "VT-x" : has.contains("svm") ? "AMD-V" : null,
                source);
        }
    }

    private void addTopology(Cpus cpus) {
        if (cpus.counted() != null) {
            facts.add("topology", "sockets", cpus.counted().value().sockets(), cpus.counted().source());
            facts.add("topology", "cores", cpus.counted().value().cores(), cpus.counted().source());
            facts.add("topology", "cpus", cpus.counted().value().cpus(), cpus.counted().source());
        }
        Topology topology = cpus.topology().value();
        if (topology.cpus().isEmpty()) {
            return;
        }
        addCpus("online", cpus.online());
        if (!topology.offline().isEmpty()) {
            addCpus("offline", new Found<>(topology.offline(), "/sys/devices/system/cpu/present"));
        }
        addCpus("usable", cpus.usable());
        String source = cpus.topology().source();
        if (source != null) {
            facts.add("topology", "sockets", topology.sockets(), source);
            facts.add("topology", "coresPerSocket", topology.coresPerSocket(), source);
            facts.add("topology", "cores", topology.cores(), source);
            facts.add("topology", "threadsPerCore", topology.threadsPerCore(), source);
            addGroups("socketCpus", topology.cpusBySocket(), topology.sockets() > 1, source);
            addGroups("coreCpus", topology.cpusByCore(), topology.threadsPerCore() > 1, source);
        }
        facts.add("topology", "machine", cpus.places());
        addKinds(cpus);
        if (source != null) {
            addPairs(Proximity.onePairEach(topology, cpus.usable() == null ? topology.online()
                : cpus.usable().value()), source.equals(cpus.cacheSource()) ? source : source + ", cache");
        }
    }

    private void addCpus(String name, Found<List<Integer>> cpus) {
        if (cpus != null) {
            int number = cpus.value().size();
            facts.add("topology", name, cpus.value(), List.of(number + (number == 1 ? " CPU: " : " CPUs: ")
                + CpuList.ranges(cpus.value())), cpus.source());
        }
    }

    private void addGroups(String name, List<List<Integer>> groups, boolean telling, String source) {
        String words = groups.stream().limit(LISTED_INSTANCES).map(CpuList::ranges).collect(Collectors.joining(" | "))
            + (groups.size() > LISTED_INSTANCES ? " | and " + (groups.size() - LISTED_INSTANCES) + " more" : "");
        facts.add("topology", name, groups, telling ? List.of(words) : List.of(), source);
    }

    private void addKinds(Cpus cpus) {
        cpus.kinds().ifPresent(kinds -> {
            List<Map<String, Object>> values = kinds.value().stream().map(kind -> {
                Map<String, Object> value = new LinkedHashMap<>();
                value.put("name", kind.name());
                value.put("key", kind.key());
                value.put("cpus", kind.cpus());
                return value;
            }).toList();
            facts.add("topology", "coreKinds", values, kinds.value().stream().map(kind -> kind.name() + ": CPU "
                + CpuList.ranges(kind.cpus())).toList(), kinds.source());
        });
    }

    private void addPairs(Map<CpuDistance, Proximity.Pair> pairs, String source) {
        if (!pairs.isEmpty()) {
            Map<String, List<Integer>> values = new LinkedHashMap<>();
            pairs.forEach((near, pair) -> values.put(near.toString(), List.of(pair.first(), pair.second())));
            facts.add("topology", "pairs", values, values.entrySet().stream().map(pair -> pair.getKey() + ": CPU "
                + pair.getValue().get(0) + " and " + pair.getValue().get(1)).toList(), source);
        }
    }

    private void addMemory(Cpus cpus) {
        Topology topology = cpus.topology().value();
        if (!topology.caches().isEmpty()) {
            List<Map<String, Object>> values = topology.cachesByName().values().stream().flatMap(List::stream)
                .map(cache -> {
                    Map<String, Object> value = new LinkedHashMap<>();
                    value.put("name", cache.name());
                    value.put("bytes", cache.bytes());
                    value.put("lineBytes", cache.lineBytes());
                    value.put("sharedBy", cache.sharedBy());
                    return value;
                }).toList();
            facts.add("memory", "caches", values, topology.cachesByName().values().stream()
                .map(MachineFacts::cacheLine).toList(), cpus.cacheSource());
        }
        facts.add("memory", "lineBytes", machine.lines().lineBytes());
        facts.add("memory", "pageBytes", machine.lines().pageBytes());
    }

    private void addSystem() {
        if (machine.os() != null) {
            facts.add("system", "kernel", machine.os().toString(), machine.os().source());
        }
        facts.add("system", "guest", machine.virtualization().guest());
        facts.add("system", "hypervisor", machine.virtualization().hypervisor());
        facts.add("system", "emulated", machine.virtualization().emulated());
        facts.add("system", "container", machine.virtualization().container());
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

    private static List<String> lines(List<String> words) {
        return List.of(words.isEmpty() ? "none" : words.stream().map(word -> USUAL_NAMES.getOrDefault(word, word))
            .collect(Collectors.joining(" ")));
    }

    private static String cacheLine(List<Cache> caches) {
        Cache first = caches.get(0);
        List<Long> sizes = caches.stream().map(Cache::bytes).distinct().toList();
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
