package org.tearline.engine;

import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.plan.Architecture;
import org.tearline.plan.Geometry;
import org.tearline.platform.CpuIdentity;
import org.tearline.platform.Facts;
import org.tearline.platform.Isa;
import org.tearline.platform.Platform;
import org.tearline.platform.Probe;
import org.tearline.platform.SplitLockCost;
import org.tearline.promise.CpuFeature;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.result.Promised;
import org.tearline.result.file.Cpu;
import org.tearline.result.file.Environment;
import org.tearline.result.file.Jvm;
import org.tearline.result.file.JvmFlag;
import org.tearline.result.file.OperatingSystem;
import org.tearline.result.file.Pinning;
import org.tearline.result.file.SplitLockFinding;
import org.tearline.result.file.SplitLockPolicy;
import org.tearline.result.file.Topology;

/** Picks out of everything that is known of this machine what a result file may say. Any thread. */
public final class PublishedMachine {
    private static final Pattern MAJOR_MINOR = Pattern.compile("\\d+\\.\\d+");
    private static final Pattern ARM_STEPPING = Pattern.compile("r(\\d+)p(\\d+)");

    private PublishedMachine() {
    }

    /**
     * The environment of a result made here and now.
     *
     * @param flags what the JVM has that ran the loops, as {@link WorkerFlags} knows; none if it is not known
     */
    public static Environment of(Probe probe, Platform platform, SplitLockCost cost, Pinning pinning,
                                 SortedMap<JvmFlag, String> flags) {
        Facts facts = probe.facts(cost);
        return new Environment(platform.isX86() ? Environment.X86_64 : platform.arch(),
            cpu(probe, facts.value("cpu", "microarchitecture").map(Object::toString).orElse(null)),
            topology(probe), platform.lineBytes(), platform.pageBytes(), operatingSystem(),
            hypervisor(facts), Boolean.TRUE.equals(facts.value("system", "emulated").orElse(null)),
            splitLocks(facts, cost), pinning, jvm(flags));
    }

    /**
     * What promises depend on, as a result of this machine would tell it. Costs no more than the probe did.
     *
     * @param architecture what the JVM runs on, which is not always what the CPU could run
     */
    public static CpuTraits traits(Probe probe, Architecture architecture) {
        return cpu(probe, null).traits(architecture);
    }

    /** What the vendor of this CPU promises; who it is is looked up with the first question, the registry too. */
    public static Promised promised(Probe probe, Platform platform) {
        return trial -> Guarantees.load().pair(traits(probe, Architecture.of(platform.arch())), trial,
            new Geometry(platform.lineBytes(), platform.pageBytes())).atomic();
    }

    private static Cpu cpu(Probe probe, String microarchitecture) {
        CpuIdentity cpu = probe.identity().orElse(new CpuIdentity(null, "unknown", null, null, null, null, null, null));
        boolean arm = cpu.isa() == Isa.ARM;
        Matcher stepping = ARM_STEPPING.matcher(arm && cpu.stepping() != null ? cpu.stepping() : "");
        boolean parsed = stepping.matches();
        return new Cpu("", cpu.vendor() == null ? "unknown" : cpu.vendor().strip(), arm ? null : number(cpu.family()),
            arm ? null : number(cpu.model()), arm ? null : number(cpu.stepping()),
            arm ? number(cpu.implementer()) : null, arm ? number(cpu.model()) : null,
            parsed ? Integer.valueOf(stepping.group(1)) : null, parsed ? Integer.valueOf(stepping.group(2)) : null,
            cpu.brand() == null ? null : cpu.brand().replaceAll(" +", " ").strip(),
            microarchitecture, cpu.microcode(), probe.features().map(CpuFeature::among).orElse(null))
            .withComputedKey();
    }

    private static Topology topology(Probe probe) {
        org.tearline.platform.Topology topology = probe.topology();
        return topology.cpus().isEmpty() ? new Topology(null, null, null, null)
            : new Topology(topology.sockets(), topology.cores(), topology.cpus().size(),
                probe.usable().map(List::size).orElse(null));
    }

    private static OperatingSystem operatingSystem() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String family = name.startsWith("linux") ? "linux" : name.startsWith("mac") ? "macos"
            : name.startsWith("windows") ? "windows" : name.startsWith("freebsd") ? "freebsd" : "other";
        Matcher version = MAJOR_MINOR.matcher(System.getProperty("os.version"));
        return new OperatingSystem(family, version.find() ? version.group() : null);
    }

    private static String hypervisor(Facts facts) {
        return facts.value("system", "hypervisor").map(name -> name.toString().toLowerCase(Locale.ROOT))
            .orElse(Boolean.FALSE.equals(facts.value("system", "guest").orElse(null)) ? "none" : "unknown");
    }

    private static SplitLockFinding splitLocks(Facts facts, SplitLockCost cost) {
        String asked = facts.value("splitLocks", "commandLine").map(Object::toString).orElse("");
        SplitLockPolicy policy = asked.startsWith("ratelimit") ? SplitLockPolicy.RATELIMIT : switch (asked) {
            case "off" -> SplitLockPolicy.OFF;
            case "warn" -> SplitLockPolicy.WARN;
            case "fatal" -> SplitLockPolicy.FATAL;
            default -> Boolean.TRUE.equals(facts.value("splitLocks", "splitLockDetect").orElse(null))
                ? SplitLockPolicy.WARN : SplitLockPolicy.UNKNOWN;
        };
        boolean timed = cost.singles() != null;
        return new SplitLockFinding(policy, cost.crossingNanos(), timed ? cost.means().alignedNanos() : null,
            timed ? cost.singles().firstNanos() : null, timed ? cost.singles().worstNanos() : null,
            cost.finding() == SplitLockCost.Finding.SLOWED);
    }

    private static Jvm jvm(SortedMap<JvmFlag, String> flags) {
        return new Jvm(System.getProperty("java.vendor"), System.getProperty("java.runtime.version"),
            System.getProperty("java.vm.name"), flags);
    }

    private static Integer number(String text) {
        if (text == null) {
            return null;
        }
        try {
            return Integer.decode(text.strip());
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
