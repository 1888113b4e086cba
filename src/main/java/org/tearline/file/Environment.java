// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Objects;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.machine.CpuModel;
import org.tearline.machine.Emulated;
import org.tearline.machine.JvmFlag;
import org.tearline.machine.Os;
import org.tearline.machine.SplitLockPolicy.Action;
import org.tearline.machine.Virtualization.Hypervisor;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.JvmKind;
import org.tearline.trial.TrialSpec;

/**
 * Everything that is published about a machine. This is an allow-list: no host name, user, path, command line,
 * environment variable, address or serial number. An absent fact is null.
 *
 * @param arch     such as x86_64 or aarch64
 * @param emulated whether instructions are translated; if so, tears may come from the emulator
 */
public record Environment(String arch, CpuModel cpu, Cpus topology, int lineBytes, int pageBytes, Os os,
                          Hypervisor hypervisor, Emulated emulated, SplitLockTimes splitLocks, ThreadPinning pinning,
                          Java jvm) {
    public static final String X86_64 = "x86_64";

    /** @param usable how many logical CPUs the tester was allowed to use */
    public record Cpus(Integer sockets, Integer cores, Integer threads, Integer usable) {
    }

    /** Whether pinning was requested, and whether every thread stayed on its CPU. */
    public record ThreadPinning(boolean asked, boolean had) {
    }

    /**
     * The cost of a split lock. The times are null if split locks were not timed.
     *
     * @param nanos        the mean time for a split lock in the fastest of several loops; if split locks are slowed,
     *                     the shortest single time
     * @param alignedNanos the mean time for an aligned locked operation in the fastest of several loops
     * @param firstNanos   the time of the first split lock; null in older files
     * @param worstNanos   the time of the slowest split lock; null in older files
     * @param throttled    whether the kernel or the hypervisor slows down split locks
     */
    public record SplitLockTimes(Action policy, Long nanos, Long alignedNanos, Long firstNanos,
                                 Long worstNanos, boolean throttled) {
    }

    /**
     * The JVM that ran the loops.
     *
     * @param vendor  such as Eclipse Adoptium
     * @param version such as 25.0.1+8
     * @param vm      such as OpenJDK 64-Bit Server VM
     * @param flags   each true, false or a number; flags that this JVM lacks are absent
     */
    public record Java(String vendor, String version, String vm, SortedMap<JvmFlag, String> flags) {
        private static final int OLDEST = 17;
        private static final Pattern FEATURE = Pattern.compile("\\d{1,3}");

        /** Returns text such as "Eclipse Adoptium 25.0.1+8". */
        public String name() {
            return vendor + " " + version;
        }

        /** Returns the feature version, such as 25; if unknown, the oldest supported version. */
        public int feature() {
            Matcher feature = FEATURE.matcher(Objects.toString(version));
            if (feature.lookingAt()) {
                return Math.max(OLDEST, Integer.parseInt(feature.group()));
            }
            return OLDEST;
        }

        /** Unknown if JVMCI replaced the optimizing compiler. */
        JvmKind kind() {
            if ("true".equals(flags.get(JvmFlag.USE_JVMCI_COMPILER))) {
                return JvmKind.UNKNOWN;
            }
            return JvmKind.of(vm, version);
        }
    }

    /** @param stayed whether every thread stayed on its CPU, if pinned */
    Environment withPinning(boolean stayed) {
        return new Environment(arch, cpu, topology, lineBytes, pageBytes, os, hypervisor, emulated, splitLocks,
            new ThreadPinning(pinning.asked, pinning.had && stayed), jvm);
    }

    /** Whether the vendor promises that neither side of a trial tears. Never true for an emulator. */
    public boolean promises(TrialSpec trial) {
        return Guarantees.load().atomic(emulated == Emulated.YES, CpuTraits.of(architecture(), cpu), trial,
            rules());
    }

    public AccessRules rules() {
        boolean unalignedAccesses = !"false".equals(jvm.flags.get(JvmFlag.USE_UNALIGNED_ACCESSES));
        return new AccessRules(architecture(), geometry(), unalignedAccesses, jvm.feature(), jvm.kind());
    }

    public Geometry geometry() {
        return new Geometry(lineBytes, pageBytes);
    }

    public Architecture architecture() {
        return Architecture.of(arch);
    }
}
