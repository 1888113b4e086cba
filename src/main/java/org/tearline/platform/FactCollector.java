package org.tearline.platform;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.agrona.UnsafeApi;
import org.tearline.plan.PlacementClass;

/** Writes down what a {@link Probe} finds, each fact with the file or API that says so. One thread. */
final class FactCollector {
    /** What decides over promises and kernels, by instruction set, in the words of /proc/cpuinfo. */
    private static final Map<Isa, List<String>> FEATURES = Map.of(
        Isa.X86, List.of("cx8", "cx16", "avx", "avx2", "avx512f", "clflush", "clflushopt", "clwb", "movdiri",
            "movdir64b"),
        Isa.ARM, List.of("atomics", "uscat", "lrcpc", "ilrcpc", "dcpop", "dcpodp", "lse128"),
        Isa.RISCV, List.of("zaamo", "zalrsc", "zacas", "zabha", "zama16b", "ziccamoa", "zicclsm", "zicbom"),
        Isa.LOONGARCH, List.of("lam", "lamcas", "ual", "scq"),
        Isa.S390, List.of("zarch", "highgprs", "vx"),
        Isa.POWER, List.of());

    /** What people call the features whose names in /proc/cpuinfo few know. */
    private static final Map<String, String> USUAL_NAMES = Map.of("uscat", "uscat(LSE2)", "atomics", "atomics(LSE)");

    /** More instances of a cache than this are counted, not listed. */
    private static final int LISTED_INSTANCES = 4;

    private final Probe probe;
    private final Topology topology;
    private final Kernel kernel;
    private final boolean live;
    private final Optional<Cpuinfo> cpuinfo;
    private final Optional<NativeCpu> nativeCpu;
    private final Virtualization virtualization;

    FactCollector(Probe probe, Kernel kernel, boolean live, Optional<Cpuinfo> cpuinfo, Optional<NativeCpu> nativeCpu,
                  Virtualization virtualization) {
        this.probe = probe;
        this.topology = probe.topology();
        this.kernel = kernel;
        this.live = live;
        this.cpuinfo = cpuinfo;
        this.nativeCpu = nativeCpu;
        this.virtualization = virtualization;
    }

    Facts collect(SplitLockCost splitLocks) {
        Facts facts = new Facts();
        addCpu(facts);
        addTopology(facts);
        addMemory(facts);
        addSystem(facts);
        addSplitLocks(facts, splitLocks);
        if (live) {
            Jvm.addTo(facts);
        }
        return facts;
    }

    private void addCpu(Facts facts) {
        String source = nativeCpu.isPresent() ? NativeCpu.SOURCE : Cpuinfo.FILE;
        probe.identity().ifPresent(cpu -> {
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
            addMicrocode(facts, cpu);
            if (nativeCpu.isPresent()) {
                facts.add("cpu", "microarchitecture", nativeCpu.get().microarchitecture(), source);
            } else {
                Microarchitecture.of(cpu).ifPresent(name ->
                    facts.add("cpu", "microarchitecture", name.name(), name.source()));
            }
            addFeatures(facts, cpu.isa());
        });
    }

    private void addMicrocode(Facts facts, CpuIdentity cpu) {
        if (cpu.microcode() != null) {
            facts.add("cpu", "microcode", cpu.microcode(), Cpuinfo.FILE);
            return;
        }
        String file = TopologyReader.FOLDER + "cpu" + probe.firstOnline() + "/microcode/version";
        facts.add("cpu", "microcode", kernel.line(file).orElse(null), "/" + file);
    }

    private void addFeatures(Facts facts, Isa isa) {
        probe.features().ifPresent(has -> {
            List<String> wanted = FEATURES.get(isa);
            List<String> present = wanted.stream().filter(has::contains).toList();
            List<String> missing = wanted.stream().filter(feature -> !has.contains(feature)).toList();
            if (!wanted.isEmpty()) {
                facts.add("cpu", "features", present, lines(present), Cpuinfo.FILE);
                facts.add("cpu", "featuresMissing", missing, lines(missing), Cpuinfo.FILE);
            }
            if (isa == Isa.X86) {
                facts.add("cpu", "virtualization", has.contains("vmx") ? "VT-x" : has.contains("svm") ? "AMD-V" : null,
                    Cpuinfo.FILE);
            }
        });
    }

    private void addTopology(Facts facts) {
        nativeCpu.ifPresent(cpu -> {
            facts.add("topology", "sockets", cpu.sockets(), NativeCpu.SOURCE);
            facts.add("topology", "cores", cpu.cores(), NativeCpu.SOURCE);
            facts.add("topology", "cpus", cpu.cpus(), NativeCpu.SOURCE);
        });
        if (topology.cpus().isEmpty()) {
            return;
        }
        String folder = "/" + TopologyReader.FOLDER;
        String source = kernel.exists(TopologyReader.FOLDER + "cpu" + probe.firstOnline() + "/topology")
            ? folder + "cpu*/topology" : null;
        String online = kernel.exists(TopologyReader.FOLDER + "online") ? folder + "online" : Cpuinfo.FILE;
        facts.add("topology", "online", topology.online(), counted(topology.online()), online);
        if (!topology.offline().isEmpty()) {
            facts.add("topology", "offline", topology.offline(), counted(topology.offline()), folder + "present");
        }
        String usable = "/proc/self/status" + Cgroup.of(kernel).map(group -> ", " + group.file()).orElse("");
        probe.usable().ifPresent(cpus -> facts.add("topology", "usable", cpus, counted(cpus), usable));
        if (source != null) {
            facts.add("topology", "sockets", topology.sockets(), source);
            facts.add("topology", "coresPerSocket", topology.coresPerSocket(), source);
            facts.add("topology", "cores", topology.cores(), source);
            facts.add("topology", "threadsPerCore", topology.threadsPerCore(), source);
            addGroups(facts, "socketCpus", topology.cpusBySocket(), topology.sockets() > 1, source);
            addGroups(facts, "coreCpus", topology.cpusByCore(), topology.threadsPerCore() > 1, source);
        }
        kernel.text("proc/sysinfo").flatMap(Sysinfo::topology).ifPresent(machine ->
            facts.add("topology", "machine", machine, "/proc/sysinfo"));
        addKinds(facts);
        addPairs(facts, source);
    }

    private static void addGroups(Facts facts, String name, List<List<Integer>> groups, boolean telling,
                                  String source) {
        String words = groups.stream().limit(LISTED_INSTANCES).map(CpuList::ranges).collect(Collectors.joining(" | "))
            + (groups.size() > LISTED_INSTANCES ? " | and " + (groups.size() - LISTED_INSTANCES) + " more" : "");
        facts.add("topology", name, groups, telling ? List.of(words) : List.of(), source);
    }

    private void addKinds(Facts facts) {
        List<CoreKind> kinds = cpuinfo.map(info -> CoreKind.of(kernel, info, topology.online())).orElse(List.of());
        if (kinds.size() > 1) {
            List<Map<String, Object>> values = kinds.stream().map(kind -> {
                Map<String, Object> value = new LinkedHashMap<>();
                value.put("name", kind.name());
                value.put("key", kind.key());
                value.put("cpus", kind.cpus());
                return value;
            }).toList();
            facts.add("topology", "coreKinds", values, kinds.stream().map(kind -> kind.name() + ": CPU "
                + CpuList.ranges(kind.cpus())).toList(), Cpuinfo.FILE
                + (kernel.exists("sys/devices/cpu_core") ? ", /sys/devices/cpu_*/cpus" : ""));
        }
    }

    private void addPairs(Facts facts, String source) {
        Map<PlacementClass, Proximity.Pair> pairs = Proximity.onePairEach(topology,
            probe.usable().orElse(topology.online()));
        if (source != null && !pairs.isEmpty()) {
            Map<String, List<Integer>> values = new LinkedHashMap<>();
            pairs.forEach((near, pair) -> values.put(near.toString(), List.of(pair.first(), pair.second())));
            facts.add("topology", "pairs", values, values.entrySet().stream().map(pair -> pair.getKey() + ": CPU "
                + pair.getValue().get(0) + " and " + pair.getValue().get(1)).toList(), source + ", cache");
        }
    }

    private void addMemory(Facts facts) {
        String source = "/" + TopologyReader.FOLDER + "cpu*/cache";
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
                .map(FactCollector::cacheLine).toList(), source);
        }
        facts.add("memory", "lineBytes", probe.lineBytes().orElse(null),
            nativeCpu.isPresent() ? NativeCpu.SOURCE : source + "/index*/coherency_line_size");
        facts.add("memory", "pageBytes", live ? UnsafeApi.pageSize() : null, "Unsafe.pageSize");
    }

    private void addSystem(Facts facts) {
        String release = kernel.line("proc/sys/kernel/osrelease").orElse(null);
        facts.add("system", "kernel", release == null ? null : "Linux " + release, "/proc/sys/kernel/osrelease");
        if (release == null && live) {
            facts.add("system", "kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"),
                "os.name, os.version");
        }
        add(facts, "guest", virtualization.guest());
        add(facts, "hypervisor", virtualization.hypervisor());
        facts.add("system", "emulated", probe.emulated().toString(),
            nativeCpu.isPresent() ? NativeCpu.SOURCE : virtualization.emulated().source());
        add(facts, "container", virtualization.container());
    }

    private static void add(Facts facts, String name, Virtualization.Sign<?> sign) {
        if (sign != null) {
            facts.add("system", name, sign.value() instanceof Hypervisor known ? known.toString() : sign.value(),
                sign.source());
        }
    }

    private void addSplitLocks(Facts facts, SplitLockCost cost) {
        SplitLockPolicy policy = SplitLockPolicy.of(kernel, cpuinfo);
        facts.add("splitLocks", "splitLockDetect", policy.detect(), Cpuinfo.FILE);
        facts.add("splitLocks", "busLockDetect", policy.busLock(), Cpuinfo.FILE);
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
            case NATIVE -> "native: nothing makes it wait";
            case SLOWED -> "slowed: kernel or hypervisor makes it wait";
            case FATAL -> "fatal: the kernel kills whoever makes one";
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

    private static List<String> counted(List<Integer> cpus) {
        return List.of(cpus.size() + (cpus.size() == 1 ? " CPU: " : " CPUs: ") + CpuList.ranges(cpus));
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
