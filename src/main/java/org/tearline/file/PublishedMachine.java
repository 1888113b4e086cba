// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Objects;
import java.util.SortedMap;
import java.util.regex.Pattern;
import org.tearline.file.Environment.Cpus;
import org.tearline.file.Environment.Java;
import org.tearline.file.Environment.SplitLockTimes;
import org.tearline.file.Environment.ThreadPinning;
import org.tearline.machine.CpuModel;
import org.tearline.machine.Jvm;
import org.tearline.machine.JvmFlag;
import org.tearline.machine.Machine;
import org.tearline.machine.Os;
import org.tearline.machine.SplitLockCost.Singles;
import org.tearline.machine.SplitLockCost;
import org.tearline.machine.Topology;
import org.tearline.trial.Architecture;

/** Selects the facts about a machine that a result file may contain. Thread-safe. */
public final class PublishedMachine {
    private static final Pattern JVM_VERSION = Pattern.compile("[0-9]{1,3}[A-Za-z0-9.+_-]{0,47}");
    /** After a dot, a version may name a user, folder or host, as in -adhoc.user.folder. */
    private static final Pattern NAMING = Pattern.compile("\\.[A-Za-z].*");

    private PublishedMachine() {
    }

    /**
     * Returns the environment of a result.
     *
     * @param pinned whether threads are pinned to CPUs, which they have not left
     * @param jvm    the JVM that ran the loops
     */
    public static Environment of(Machine machine, SplitLockCost cost, boolean pinned, Java jvm) {
        return new Environment(
            Architecture.published(machine.jvm().arch()),
            machine.cpuOrUnknown().withDesign(),
            topology(machine),
            machine.geometry().lineBytes(),
            machine.geometry().pageBytes(),
            Objects.requireNonNullElse(machine.os().value(), new Os("other", null)),
            machine.hypervisor(),
            machine.emulated(),
            splitLocks(machine, cost),
            new ThreadPinning(pinned, pinned),
            jvm);
    }

    private static SplitLockTimes splitLocks(Machine machine, SplitLockCost cost) {
        Singles singles = cost.singles();
        if (singles == null) {
            return new SplitLockTimes(machine.splitLocks().configured(), null, null, null, null, cost.slowed());
        }
        return new SplitLockTimes(machine.splitLocks().configured(), cost.crossingNanos(),
            cost.means().alignedNanos(), singles.firstNanos(), singles.worstNanos(), cost.slowed());
    }

    private static Cpus topology(Machine machine) {
        Topology topology = machine.topology().value();
        if (topology.cpus().isEmpty()) {
            return new Cpus(null, null, null, null);
        }
        Integer usable = machine.usable().value() == null ? null : machine.usable().value().size();
        return new Cpus(topology.sockets(), topology.cores(), topology.cpus().size(), usable);
    }

    /** Returns the published facts about a JVM, whose flags are empty if unknown. */
    public static Java jvm(Jvm jvm, SortedMap<JvmFlag, String> flags) {
        String version = NAMING.matcher(jvm.version()).replaceFirst("");
        if (!JVM_VERSION.matcher(version).matches()) {
            version = System.getProperty("java.specification.version");
        }
        return new Java(published(jvm.vendor()), version, published(jvm.name()), flags);
    }

    /**
     * Removes what result files may not contain, except from the vendor whose name is a domain. Returns "unknown" if
     * nothing remains.
     */
    private static String published(String name) {
        if (TextCheck.DOMAIN_BY_NAME.equals(name)) {
            return name;
        }
        // The schema allows 64 characters.
        return Objects.requireNonNullElse(CpuModel.published(name, 64), "unknown");
    }
}
