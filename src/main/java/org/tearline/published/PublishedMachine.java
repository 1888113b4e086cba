package org.tearline.published;

import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.plan.Architecture;
import org.tearline.platform.CpuIdentity;
import org.tearline.platform.CpuSignature;
import org.tearline.platform.Facts;
import org.tearline.platform.JvmFlag;
import org.tearline.platform.Platform;
import org.tearline.platform.Probe;
import org.tearline.platform.SplitLockCost;
import org.tearline.promise.CpuFeature;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.result.Promised;

/** Picks out of everything that is known of this machine what a result file may say. Any thread. */
public final class PublishedMachine {
    private static final Pattern MAJOR_MINOR = Pattern.compile("\\d+\\.\\d+");
    private static final Pattern MICROCODE = Pattern.compile("0x[0-9a-f]{1,16}");
    private static final Pattern JVM_VERSION = Pattern.compile("[0-9]{1,3}[A-Za-z0-9.+_-]{0,47}");

    /** Whatever is in no vendor's name: what markup, terminals and spreadsheets act upon. */
    private static final Pattern NOT_PUBLISHED = Pattern.compile("[^A-Za-z0-9 ()@.,+_/:#®™-]");
    private static final Pattern NOT_VENDOR = Pattern.compile("[^A-Za-z0-9 ._-]");

    /** What a forge would make a link of; the validator refuses it. */
    private static final Pattern LINKING = Pattern.compile(
        "(?i)(?<=[a-z0-9-])\\.(?=[a-z]{2})|#(?=[0-9])|(?<![a-z0-9])@(?=[a-z])|\\bwww\\.");

    /** The lengths that the schema allows. */
    private static final int MOST_VENDOR = 32;
    private static final int MOST_BRAND = 96;
    private static final int MOST_NAME = 64;

    private static final CpuIdentity UNKNOWN = new CpuIdentity(null, null, null, null, null, null, null, null);

    private PublishedMachine() {
    }

    /**
     * The environment of a result made here and now.
     *
     * @param flags what the JVM that ran the loops said of them; none if it is not known
     */
    public static Environment of(Probe probe, Platform platform, SplitLockCost cost, Pinning pinning,
                                 SortedMap<JvmFlag, String> flags) {
        Facts facts = probe.facts(cost);
        return new Environment(Architecture.published(platform.arch()),
            cpu(probe, facts.value("cpu", "microarchitecture").map(Object::toString).orElse(null)),
            topology(probe), platform.lineBytes(), platform.pageBytes(), operatingSystem(),
            probe.hypervisor(), probe.emulated(), splitLocks(facts, cost), pinning, jvm(flags));
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
        return trial -> Guarantees.load().pair(traits(probe, platform.rules().architecture()), trial, platform.rules())
            .atomic();
    }

    /** What the probe found of the CPU, in words that a file may hold. */
    private static Cpu cpu(Probe probe, String microarchitecture) {
        CpuIdentity cpu = probe.identity().orElse(UNKNOWN);
        CpuSignature numbers = cpu.signature();
        String microcode = cpu.microcode() != null && MICROCODE.matcher(cpu.microcode()).matches() ? cpu.microcode()
            : null;
        return new Cpu("", vendor(numbers.vendor()), numbers.family(), numbers.model(), numbers.stepping(),
            numbers.implementer(), numbers.part(), numbers.variant(), numbers.revision(),
            words(cpu.brand(), MOST_BRAND), words(microarchitecture, MOST_NAME), microcode,
            probe.features().map(CpuFeature::among).orElse(null)).withComputedKey();
    }

    /** A name without what no file may hold; null if nothing is left of it. */
    private static String words(String text, int most) {
        if (text == null) {
            return null;
        }
        String plain = LINKING.matcher(NOT_PUBLISHED.matcher(text).replaceAll(" ")).replaceAll(" ");
        String clean = plain.replaceAll(" +", " ").strip();
        String cut = clean.substring(0, Math.min(clean.length(), most)).strip();
        return cut.chars().anyMatch(Character::isLetterOrDigit) ? cut : null;
    }

    private static String vendor(String text) {
        String plain = LINKING.matcher(NOT_VENDOR.matcher(text).replaceAll(" ")).replaceAll(" ");
        String clean = plain.replaceAll(" +", " ").strip();
        String cut = clean.substring(0, Math.min(clean.length(), MOST_VENDOR)).strip();
        return cut.isEmpty() || !Character.isLetterOrDigit(cut.charAt(0)) ? "unknown" : cut;
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
        String version = System.getProperty("java.runtime.version");
        return new Jvm(orUnknown(System.getProperty("java.vendor")),
            JVM_VERSION.matcher(version).matches() ? version : System.getProperty("java.specification.version"),
            orUnknown(System.getProperty("java.vm.name")), flags);
    }

    private static String orUnknown(String name) {
        String clean = "Amazon.com Inc.".equals(name) ? name : words(name, MOST_NAME);
        return clean == null ? "unknown" : clean;
    }
}
