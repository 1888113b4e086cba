// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.agrona.UnsafeApi;
import org.tearline.archive.KnownCpu;
import org.tearline.archive.KnownGranules;
import org.tearline.machine.CpuModel;
import org.tearline.machine.Found;
import org.tearline.machine.Jvm;
import org.tearline.machine.KernelFiles.CpuList;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockCost;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.machine.Topology;
import org.tearline.machine.Topology.Cache;
import org.tearline.promise.MachinePromises;
import org.tearline.promise.PromisedGranule;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules;
import org.tearline.words.Members;
import org.tearline.words.Words;

/** Prints what is promised and published about a CPU, and each known fact about a machine with its source. */
public final class ProbeText {
    private static final String NAME = "  %-22s";
    private static final String VALUE = "%-28s  ";
    private static final String INDENT = NAME.formatted("");
    private static final String CPUINFO = "/proc/cpuinfo";
    private static final String TIMED = "timed in a worker JVM";
    /** The maximum number of caches of one kind whose CPUs are listed. */
    private static final int LISTED_INSTANCES = 4;

    private final Machine machine;
    private final PromisedGranule promised;
    /** Null if nothing has been published. */
    private final KnownCpu known;
    private final List<Fact> facts = new ArrayList<>();
    private String section;

    /** A fact with its source; a value is text, a number or a boolean. */
    private record Fact(String section, String name, Object value, String source) {
    }

    /** @param splitLocks the cost of split locks; null to omit it */
    public ProbeText(Machine machine, SplitLockCost splitLocks) {
        this.machine = machine;
        promised = new MachinePromises(machine).granule(Width.LONG);
        known = KnownGranules.load().of(machine.architecture(), machine.cpuOrUnknown()).orElse(null);
        if (machine.cpu().value() != null) {
            addCpu(machine.cpu().value().withDesign(), machine.cpu().source());
        }
        addTopology();
        addSystem();
        addSplitLocks(machine.splitLocks(), splitLocks);
        if (machine.jvm() != null) {
            addJvm(machine.jvm());
        }
    }

    /** Returns JSON that follows {@code schema/probe.schema.json}. */
    public String json() {
        return JsonText.of(Members.of(
            "schemaVersion", 1,
            "promised", Members.of("bytes", promised.bytes(), "rules", promised.ruleIds()),
            "published", known,
            "facts", facts));
    }

    public void print(Screen screen) {
        screen.say("", "  ", GranulesText.promised(machine, promised)
            + " for an ordinary access to a long; docs/promises.md quotes the rules.");
        String published = "no result for this CPU; tester granules measures it.";
        if (known != null) {
            Granules granules = known.granules();
            published = known.name() + ": "
                + GranulesText.answer(granules, List.of(PairKind.STORE, PairKind.LOAD), granules::of) + "; "
                + Words.count(known.files(), "result") + ", newest " + known.newest() + ".";
        }
        screen.say("", "  ", "published: " + published);
        String printed = "";
        for (Fact fact : facts) {
            if (!printed.equals(fact.section())) {
                printed = fact.section();
                screen.line("");
                screen.line(printed);
            }
            print(fact, screen);
        }
    }

    private void addCpu(CpuModel cpu, String source) {
        section = "CPU";
        fact("key", cpu.key(), source);
        fact("vendor", cpu.vendor(), source);
        fact("family", cpu.family(), source);
        fact("model", cpu.model(), source);
        fact("stepping", cpu.stepping(), source);
        fact("implementer", hex(cpu.implementer()), source);
        fact("part", hex(cpu.part()), source);
        fact("variant", cpu.variant(), source);
        fact("revision", cpu.revision(), source);
        fact("brand", cpu.brand(), source);
        fact("microcode", cpu.microcode(), source);
        fact("microarchitecture", cpu.microarchitecture(), "designs.properties");
        if (cpu.features() != null) {
            String features = cpu.features().stream()
                .map(Object::toString)
                .collect(Collectors.joining(" "));
            if (features.isEmpty()) {
                features = "none";
            }
            fact("features", features, source);
        }
    }

    private static String hex(Integer number) {
        if (number == null) {
            return null;
        }
        return "0x" + Integer.toHexString(number);
    }

    private void addTopology() {
        Topology topology = machine.topology().value();
        String source = machine.topology().source();
        section = "Topology";
        fact("online", cpus(topology.online()), source);
        List<Integer> usable = topology.online();
        if (machine.usable().value() != null) {
            usable = machine.usable().value();
            fact("usable", cpus(usable), machine.usable().source());
        }
        if (topology.known()) {
            fact("sockets", topology.sockets(), source);
            fact("cores", topology.cores(), source);
            topology.onePairEach(usable)
                .forEach((distance, pair) -> fact(distance + " pair", "CPUs " + pair.get(0) + " and " + pair.get(1),
                    source));
            topology.cachesByName().forEach((name, caches) -> fact(name, described(caches),
                source.replace("topology", "cache")));
        }
        fact("line bytes", machine.lines().lineBytes());
    }

    private static String cpus(List<Integer> cpus) {
        if (cpus.isEmpty()) {
            return null;
        }
        if (cpus.size() == 1) {
            return "1 CPU: " + CpuList.ranges(cpus);
        }
        return cpus.size() + " CPUs: " + CpuList.ranges(cpus);
    }

    /** Returns text such as "48 KiB or 32 KiB x 3, by CPUs 0-1 | 2 | 3" or "32 KiB x 8, CPUs per cache: at most 2". */
    private static String described(List<Cache> caches) {
        String sizes = caches.stream()
            .map(Cache::bytes)
            .distinct()
            .map(ProbeText::size)
            .collect(Collectors.joining(" or ", "", " x " + caches.size()));
        if (caches.size() <= LISTED_INSTANCES) {
            return sizes + ", by CPUs " + caches.stream()
                .map(cache -> CpuList.ranges(cache.sharedBy()))
                .collect(Collectors.joining(" | "));
        }
        return sizes + ", CPUs per cache: at most " + caches.stream()
            .mapToInt(cache -> cache.sharedBy().size())
            .max()
            .getAsInt();
    }

    private static String size(Long bytes) {
        if (bytes == null) {
            return "?";
        }
        if (bytes % (1 << 20) == 0) {
            return bytes / (1 << 20) + " MiB";
        }
        return bytes / (1 << 10) + " KiB";
    }

    private void addSystem() {
        section = "System";
        fact("kernel", machine.os());
        fact("page bytes", machine.lines().pageBytes());
        fact("hypervisor", machine.virtualization().hypervisor());
        fact("emulated", machine.virtualization().emulated());
    }

    private void addSplitLocks(SplitLockPolicy policy, SplitLockCost cost) {
        section = "Split locks";
        fact("split lock detect", policy.detect(), CPUINFO);
        fact("bus lock detect", policy.busLock(), CPUINFO);
        fact("command line", policy.commandLine(), SplitLockPolicy.COMMAND_LINE);
        fact("mitigate if detected", policy.mitigate(), SplitLockPolicy.MITIGATE);
        if (cost == null) {
            return;
        }
        String source = cost.reason();
        if (source == null) {
            source = TIMED;
        }
        fact("finding", switch (cost.finding()) {
            case NATIVE -> "native: not slowed";
            case SLOWED -> "slowed down repeatedly";
            case FATAL -> "fatal: the kernel kills the process";
            case NOT_TIMED -> "not timed";
        }, source);
        if (cost.singles() != null) {
            String series = "mean of the best series, " + TIMED;
            fact("aligned nanos", cost.means().alignedNanos(), series);
            if (cost.means().lineNanos() == null) {
                series = "fastest operation, " + TIMED;
            }
            fact("crossing nanos", cost.crossingNanos(), series);
            fact("first nanos", cost.singles().firstNanos(), "first operation, " + TIMED);
            fact("worst nanos", cost.singles().worstNanos(), "slowest operation, " + TIMED);
        }
    }

    private void addJvm(Jvm jvm) {
        section = "JVM";
        fact("name", jvm.name(), "java.vm.name");
        fact("vendor", jvm.vendor(), "java.vendor");
        fact("version", jvm.version(), "java.runtime.version");
        fact("arch", jvm.arch(), "os.arch");
        fact("unaligned accesses", UnsafeApi.unalignedAccess(), "Unsafe.unalignedAccess");
        fact("writeback", UnsafeApi.isWritebackEnabled(), "Unsafe.isWritebackEnabled (JEP 352)");
    }

    private void fact(String name, Found<?> found) {
        fact(name, found.value(), found.source());
    }

    private void fact(String name, Object value, String source) {
        if (value instanceof Number || value instanceof Boolean) {
            facts.add(new Fact(section, name, value, source));
        } else if (value != null) {
            facts.add(new Fact(section, name, value.toString(), source));
        }
    }

    private static void print(Fact fact, Screen screen) {
        String text = fact.value().toString();
        if (fact.value().equals(true)) {
            text = "yes";
        } else if (fact.value().equals(false)) {
            text = "no";
        }
        List<String> pieces = new ArrayList<>(List.of(VALUE.formatted(text).split("(?<= )")));
        pieces.add(fact.source());
        Screen.lines(NAME.formatted(fact.name()), INDENT, pieces, screen.columns())
            .forEach(screen::line);
    }
}
