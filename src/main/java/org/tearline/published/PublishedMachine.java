// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import java.util.Locale;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Architecture;
import org.tearline.plan.Width;
import org.tearline.platform.CpuIdentity;
import org.tearline.platform.CpuSignature;
import org.tearline.platform.Cpus;
import org.tearline.platform.Emulated;
import org.tearline.platform.Found;
import org.tearline.platform.JvmFlag;
import org.tearline.platform.Machine;
import org.tearline.platform.Os;
import org.tearline.platform.Processor;
import org.tearline.platform.SplitLockCost;
import org.tearline.promise.AccessClass;
import org.tearline.promise.CpuFeature;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PromisedGranule;
import org.tearline.result.Promised;

/** Picks out of everything that is known of this machine what a result file may say. Thread-safe. */
public final class PublishedMachine {
    private static final Pattern MAJOR_MINOR = Pattern.compile("\\d+\\.\\d+");
    private static final Pattern MICROCODE = Pattern.compile("0x[0-9a-f]{1,16}");
    private static final Pattern JVM_VERSION = Pattern.compile("[0-9]{1,3}[A-Za-z0-9.+_-]{0,47}");

    /** Holds what a point and a letter begin in a version: of a home build, -adhoc.user.folder, or a host. */
    private static final Pattern NAMING = Pattern.compile("\\.[A-Za-z].*");

    /** Whatever is in no vendor's name: what markup, terminals and spreadsheets act upon. */
    private static final Pattern NOT_PUBLISHED = Pattern.compile("[^A-Za-z0-9 ()@.,+_/:#®™-]");
    private static final Pattern NOT_VENDOR = Pattern.compile("[^A-Za-z0-9 ._-]");

    /** Holds what a forge would make a link of; the validator refuses it. */
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
     * Returns the environment of a result made here and now.
     *
     * @param flags what the JVM that ran the loops said of them; none if it is not known
     */
    public static Environment of(Machine machine, SplitLockCost cost, PublishedPinning pinning,
                                 SortedMap<JvmFlag, String> flags) {
        return new Environment(Architecture.published(machine.jvm().arch()),
            cpu(machine.processor(), machine.processor().microarchitecture().map(Found::value).orElse(null)),
            topology(machine.cpus()), machine.geometry().lineBytes(), machine.geometry().pageBytes(),
            operatingSystem(machine.os()), machine.hypervisor(), machine.emulated(),
            splitLocks(machine.splitLocks(), cost), pinning, jvm(machine.jvm(), flags));
    }

    /** Returns what promises depend on, as a result of this machine would tell it. Loads no table. */
    public static CpuTraits traits(Machine machine) {
        return cpu(machine.processor(), null).traits(machine.architecture());
    }

    /** The block inside which the vendor of this CPU promises that an ordinary access is whole. */
    public static PromisedGranule promisedGranule(Machine machine, Width width) {
        return PromisedGranule.of(Guarantees.load(), traits(machine), width,
            width.isVector() ? AccessClass.VECTOR : AccessClass.PLAIN, machine.geometry());
    }

    /**
     * Returns what the vendor of this CPU promises; the registry is loaded with the first question.
     *
     * @param rules of the trials: the machine's, or with other pages
     */
    public static Promised promised(Machine machine, AccessRules rules) {
        return trial -> Guarantees.load().atomic(machine.emulated() == Emulated.YES, traits(machine), trial, rules);
    }

    /** Returns what the probe found of the CPU, in words that a file may hold. */
    private static PublishedCpu cpu(Processor processor, String microarchitecture) {
        CpuIdentity cpu = processor.identity() == null ? UNKNOWN : processor.identity().value();
        CpuSignature numbers = cpu.signature();
        String microcode = cpu.microcode() != null && MICROCODE.matcher(cpu.microcode()).matches() ? cpu.microcode()
            : null;
        return new PublishedCpu("", vendor(numbers.vendor()), numbers.family(), numbers.model(), numbers.stepping(),
            numbers.implementer(), numbers.part(), numbers.variant(), numbers.revision(),
            words(cpu.brand(), MOST_BRAND), words(microarchitecture, MOST_NAME), microcode,
            processor.features() == null ? null : CpuFeature.among(processor.features().value())).withComputedKey();
    }

    /** Returns a name without what no file may hold; null if nothing is left of it. */
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

    private static PublishedTopology topology(Cpus cpus) {
        org.tearline.platform.Topology topology = cpus.topology().value();
        return topology.cpus().isEmpty() ? new PublishedTopology(null, null, null, null)
            : new PublishedTopology(topology.sockets(), topology.cores(), topology.cpus().size(),
                cpus.usable() == null ? null : cpus.usable().value().size());
    }

    private static OperatingSystem operatingSystem(Os os) {
        if (os == null) {
            return new OperatingSystem("other", null);
        }
        String name = os.name().toLowerCase(Locale.ROOT);
        String family = name.startsWith("linux") ? "linux" : name.startsWith("mac") ? "macos"
            : name.startsWith("windows") ? "windows" : name.startsWith("freebsd") ? "freebsd" : "other";
        Matcher version = MAJOR_MINOR.matcher(os.version());
        return new OperatingSystem(family, version.find() ? version.group() : null,
            os.wine() == null ? null : OperatingSystem.WINE);
    }

    private static SplitLockFinding splitLocks(org.tearline.platform.SplitLockPolicy kernel, SplitLockCost cost) {
        PublishedSplitLockPolicy policy = kernel.asked() == null
            ? Boolean.TRUE.equals(kernel.detect()) ? PublishedSplitLockPolicy.WARN : PublishedSplitLockPolicy.UNKNOWN
            : switch (kernel.asked()) {
                case OFF -> PublishedSplitLockPolicy.OFF;
                case WARN -> PublishedSplitLockPolicy.WARN;
                case RATELIMIT -> PublishedSplitLockPolicy.RATELIMIT;
                case FATAL -> PublishedSplitLockPolicy.FATAL;
            };
        boolean timed = cost.singles() != null;
        return new SplitLockFinding(policy, cost.crossingNanos(), timed ? cost.means().alignedNanos() : null,
            timed ? cost.singles().firstNanos() : null, timed ? cost.singles().worstNanos() : null,
            cost.finding() == SplitLockCost.Finding.SLOWED);
    }

    private static PublishedJvm jvm(org.tearline.platform.Jvm jvm, SortedMap<JvmFlag, String> flags) {
        String version = NAMING.matcher(jvm.version()).replaceFirst("");
        return new PublishedJvm(orUnknown(jvm.vendor()), JVM_VERSION.matcher(version).matches() ? version
            : System.getProperty("java.specification.version"), orUnknown(jvm.name()), flags);
    }

    private static String orUnknown(String name) {
        String clean = "Amazon.com Inc.".equals(name) ? name : words(name, MOST_NAME);
        return clean == null ? "unknown" : clean;
    }
}
