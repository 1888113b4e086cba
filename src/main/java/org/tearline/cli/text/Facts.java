// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.agrona.UnsafeApi;
import org.tearline.machine.CpuModel;
import org.tearline.machine.Jvm;
import org.tearline.machine.Linux.CpuList;
import org.tearline.machine.Machine;
import org.tearline.machine.Machine.Found;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.machine.SplitLockPolicy.SplitLockCost;
import org.tearline.machine.Topology;
import org.tearline.machine.Topology.Proximity;

/** The known facts about a machine, each with its source, in display order. */
public final class Facts {
    /** If a cache has more instances than this, they are counted instead of listed. */
    private static final int LISTED_INSTANCES = 4;

    private final List<Fact> all = new ArrayList<>();
    private String section;
    private String source;

    private Facts() {
    }

    /**
     * A fact for JSON and text.
     *
     * @param value  a String, Integer, Long, Boolean, or a List or Map of these
     * @param lines  the value as text
     * @param source the file or API that provides it
     */
    public record Fact(String section, String name, Object value, List<String> lines, String source) {
    }

    /** Omits the cost of split locks if it is null. */
    public static Facts of(Machine machine, SplitLockCost splitLocks) {
        Facts facts = new Facts();
        if (machine.cpu() != null) {
            facts.addCpu(machine.cpu().value().withDesign(), machine.cpu().source());
        }
        if (!machine.topology().value().cpus().isEmpty()) {
            facts.addTopology(machine);
        }
        facts.start("memory", null);
        facts.add("lineBytes", machine.lines().lineBytes());
        facts.add("pageBytes", machine.lines().pageBytes());
        facts.start("system", null);
        facts.add("kernel", machine.os());
        facts.add("hypervisor", machine.virtualization().hypervisor());
        facts.add("emulated", machine.virtualization().emulated());
        facts.addSplitLocks(machine.splitLocks(), splitLocks);
        if (machine.jvm() != null) {
            facts.addJvm(machine.jvm());
        }
        return facts;
    }

    public List<Fact> all() {
        return all;
    }

    /** Returns {@code facts} of schema/probe.schema.json: section, name, then value and source. */
    public Map<String, Map<String, Object>> asMap() {
        Map<String, Map<String, Object>> sections = new LinkedHashMap<>();
        all.forEach(fact -> sections.computeIfAbsent(fact.section(), name -> new LinkedHashMap<>())
            .put(fact.name(), JsonText.object("value", fact.value(), "source", fact.source())));
        return sections;
    }

    private void start(String newSection, String newSource) {
        section = newSection;
        source = newSource;
    }

    private void add(String name, Object value) {
        add(name, value, source);
    }

    private void add(String name, Object value, String from) {
        if (value != null) {
            add(name, value, List.of(value instanceof Boolean yes ? yes ? "yes" : "no" : String.valueOf(value)), from);
        }
    }

    private void add(String name, Found<?> found) {
        if (found != null) {
            add(name, found.value() instanceof Number ? found.value() : found.value().toString(), found.source());
        }
    }

    private void add(String name, Object value, List<String> lines, String from) {
        all.add(new Fact(section, name, value, lines, from));
    }

    private void addCpu(CpuModel cpu, String from) {
        start("cpu", from);
        add("key", cpu.key());
        add("vendor", cpu.vendor());
        add("family", cpu.family());
        add("model", cpu.model());
        add("stepping", cpu.stepping());
        addHex("implementer", cpu.implementer());
        addHex("part", cpu.part());
        add("variant", cpu.variant());
        add("revision", cpu.revision());
        add("brand", cpu.brand());
        add("microcode", cpu.microcode());
        add("microarchitecture", cpu.microarchitecture(), "tables in OSHI and Linux");
        if (cpu.features() != null) {
            List<String> words = cpu.features().stream().map(Object::toString).toList();
            add("features", words, List.of(words.isEmpty() ? "none" : String.join(" ", words)), from);
        }
    }

    private void addHex(String name, Integer value) {
        if (value != null) {
            add(name, value, List.of("0x" + Integer.toHexString(value)), source);
        }
    }

    private void addTopology(Machine machine) {
        Topology topology = machine.topology().value();
        start("topology", machine.topology().source());
        addCpus("online", new Found<>(topology.online(), source));
        addCpus("usable", machine.usable());
        if (!topology.told()) {
            return;
        }
        add("sockets", topology.sockets());
        add("cores", topology.cores());
        Map<String, List<Integer>> pairs = new LinkedHashMap<>();
        Proximity.onePairEach(topology, Optional.ofNullable(machine.usable()).map(Found::value)
            .orElse(topology.online())).forEach((near, pair) -> pairs.put(near.toString(), List.of(pair.first(),
            pair.second())));
        if (!pairs.isEmpty()) {
            add("pairs", pairs, pairs.entrySet().stream().map(pair -> pair.getKey() + ": CPU "
                + pair.getValue().get(0) + " and " + pair.getValue().get(1)).toList(), source);
        }
        if (!topology.caches().isEmpty()) {
            start("memory", source.replace("topology", "cache"));
            add("caches", topology.cachesByName().values().stream().flatMap(List::stream).map(cache ->
                JsonText.object("name", cache.name(), "bytes", cache.bytes(), "lineBytes", cache.lineBytes(),
                    "sharedBy", cache.sharedBy())).toList(),
                topology.cachesByName().values().stream().map(Facts::cacheLine).toList(), source);
        }
    }

    private void addCpus(String name, Found<List<Integer>> cpus) {
        if (cpus != null) {
            int number = cpus.value().size();
            add(name, cpus.value(), List.of(number + (number == 1 ? " CPU: " : " CPUs: ")
                + CpuList.ranges(cpus.value())), cpus.source());
        }
    }

    private void addSplitLocks(SplitLockPolicy policy, SplitLockCost cost) {
        start("splitLocks", "/proc/cpuinfo");
        add("splitLockDetect", policy.detect());
        add("busLockDetect", policy.busLock());
        add("commandLine", policy.commandLine(), SplitLockPolicy.COMMAND_LINE);
        if (policy.mitigate() != null) {
            add("mitigate", policy.mitigate(), List.of((policy.mitigate() ? "yes" : "no")
                + " (only if the kernel detects split locks)"), SplitLockPolicy.MITIGATE);
        }
        if (cost == null) {
            return;
        }
        String timed = "timed in a worker JVM";
        add("finding", cost.finding().toString(), List.of(switch (cost.finding()) {
            case NATIVE -> "native: not slowed";
            case SLOWED -> "slowed by the kernel or the hypervisor";
            case FATAL -> "fatal: the kernel kills the process";
            case NOT_TIMED -> "not timed";
        }), cost.reason() == null ? timed : cost.reason());
        if (cost.singles() != null) {
            SplitLockCost.Means means = cost.means();
            start("splitLocks", "mean of the best series, " + timed);
            add("alignedNanos", means.alignedNanos());
            add("crossingNanos", cost.crossingNanos(), means.lineNanos() == null ? "fastest operation, " + timed
                : source);
            add("firstNanos", cost.singles().firstNanos(), "first operation, " + timed);
            add("worstNanos", cost.singles().worstNanos(), "slowest operation, " + timed);
        }
    }

    private void addJvm(Jvm jvm) {
        start("jvm", null);
        add("name", jvm.name(), "java.vm.name");
        add("vendor", jvm.vendor(), "java.vendor");
        add("version", jvm.version(), "java.runtime.version");
        add("arch", jvm.arch(), "os.arch");
        add("unalignedAccesses", UnsafeApi.unalignedAccess(), "Unsafe.unalignedAccess");
        add("writeback", UnsafeApi.isWritebackEnabled(), "Unsafe.isWritebackEnabled (JEP 352)");
    }

    private static String cacheLine(List<Topology.Cache> caches) {
        Topology.Cache first = caches.get(0);
        List<Long> sizes = caches.stream().map(Topology.Cache::bytes).distinct().toList();
        String size = sizes.size() == 1 ? sizes.get(0) == null ? "" : size(sizes.get(0)) : sizes.stream()
            .map(bytes -> bytes == null ? "?" : size(bytes)).collect(Collectors.joining(" or "));
        long most = caches.stream().mapToLong(cache -> cache.sharedBy().size()).max().orElse(0);
        String sharing = most == 1 ? "one each" : caches.size() <= LISTED_INSTANCES
            ? "by " + caches.stream().map(cache -> CpuList.ranges(cache.sharedBy()))
                .collect(Collectors.joining(" | "))
            : "each by " + (caches.stream().anyMatch(cache -> cache.sharedBy().size() != most) ? "up to " : "")
                + most + " CPUs";
        return String.format(Locale.ROOT, "%-4s %-8s x %-3d %s", first.name(), size, caches.size(), sharing);
    }

    private static String size(long bytes) {
        return bytes % (1 << 20) == 0 ? bytes / (1 << 20) + " MiB" : bytes / (1 << 10) + " KiB";
    }
}
