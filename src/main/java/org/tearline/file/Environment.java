// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import org.tearline.machine.CpuModel;
import org.tearline.machine.Emulated;
import org.tearline.machine.Hypervisor;
import org.tearline.machine.Os;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.TrialSpec;

/**
 * Everything that is published of a machine. What is not a component here cannot get into a file: no host name, user,
 * path, command line, environment variable, address or serial number. An absent fact is null.
 *
 * @param arch       x86_64, aarch64, …
 * @param hypervisor what the machine is a guest of
 * @param emulated   whether instructions are translated, so that tears are the emulator's; not known is not no
 */
public record Environment(String arch, CpuModel cpu, PublishedTopology topology, int lineBytes, int pageBytes,
    Os os, Hypervisor hypervisor, Emulated emulated, SplitLockFinding splitLocks,
                          PublishedPinning pinning, PublishedJvm jvm) {
    /** The published name of the instruction set that most results come from. */
    public static final String X86_64 = "x86_64";

    /**
     * Returns whether the vendor promises that neither side of a trial tears; nobody promises anything of an emulator.
     */
    public boolean promises(TrialSpec trial) {
        return Guarantees.load().atomic(emulated == Emulated.YES, traits(), trial, rules());
    }

    /** Whether the JVM makes a misaligned access of one instruction where it can. */
    public boolean unalignedAccesses() {
        return jvm == null || jvm.unalignedAccesses();
    }

    /** The same machine with another JVM. */
    public Environment ranBy(PublishedJvm other) {
        return new Environment(arch, cpu, topology, lineBytes, pageBytes, os, hypervisor, emulated, splitLocks, pinning,
            other);
    }

    /** Returns what an access came to there. */
    public AccessRules rules() {
        return new AccessRules(architecture(), geometry(), unalignedAccesses(),
            jvm == null ? PublishedJvm.FIRST_JAVA : jvm.java());
    }

    /** Line and page size together. */
    public Geometry geometry() {
        return new Geometry(lineBytes, pageBytes);
    }

    /** Returns the instruction set. */
    public Architecture architecture() {
        return Architecture.of(arch);
    }

    /** Returns what promises depend on. */
    public CpuTraits traits() {
        return CpuTraits.of(architecture(), cpu);
    }
}
