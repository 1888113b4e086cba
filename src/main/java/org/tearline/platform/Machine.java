// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.Optional;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Architecture;
import org.tearline.plan.Geometry;

/**
 * Holds what machine and JVM a trial runs on: everything that is known of them, each fact with its source. A verdict,
 * the environment of a result file and the facts of a probe are all read off it. Immutable, any thread; a null is not
 * known.
 *
 * @param processor      the model of its CPUs
 * @param cpus           which CPUs there are, and how they lie to one another
 * @param lines          its cache lines and pages
 * @param os             its operating system
 * @param virtualization who stands between this process and the hardware
 * @param splitLocks     what CPU and kernel say about detecting split locks
 * @param jvm            the JVM that this runs in; null if the machine is known by captured files only
 */
public record Machine(Processor processor, Cpus cpus, Lines lines, Os os, Virtualization virtualization,
                      SplitLockPolicy splitLocks, Jvm jvm) {
    /** The last version of Arm without AArch64. */
    private static final String ARMV7 = "7";

    /** Returns the machine that this JVM runs on. Costs some small files for each CPU; OSHI where there is no /proc. */
    public static Machine live() {
        return of(Linux.live(), Jvm.here());
    }

    /**
     * Returns the machine whose files are below a root; the JVM is null unless it is the machine that this JVM runs on.
     */
    public static Machine of(Linux kernel, Jvm jvm) {
        String jvmArch = jvm == null ? null : jvm.arch();
        Optional<Cpuinfo> shown = kernel.text("proc/cpuinfo").map(Cpuinfo::parse);
        // Under an emulator of single programs it is the host's, whose CPU is not the one that was tested.
        Optional<Cpuinfo> cpuinfo = shown.filter(info -> Emulation.fits(shown, jvmArch));
        NativeCpu nativeCpu = jvm != null && shown.isEmpty() ? NativeCpu.find().orElse(null) : null;
        Virtualization seen = Virtualization.of(kernel, shown, jvmArch);
        // No method reference: linking one would load the class on every system.
        WindowsCpus windows = kernel.root() == null ? Windows.cpus().orElse(null) : null;
        Topology topology = windows == null ? TopologyReader.read(kernel, cpuinfo) : windows.topology();
        Cpus cpus = windows == null ? Cpus.of(kernel, cpuinfo, nativeCpu, topology)
            : Cpus.of(windows, nativeCpu == null ? null : nativeCpu.identity());
        Virtualization known = nativeCpu == null ? seen : seen.emulatedAs(nativeCpu.emulated());
        return new Machine(Processor.of(kernel, cpuinfo, nativeCpu, topology.first()), cpus,
            Lines.of(kernel, nativeCpu, topology, jvm), Os.of(kernel, jvm), known,
            SplitLockPolicy.of(kernel, cpuinfo), jvm);
    }

    /** Returns the CPU's own name for itself, or its numeric signature. */
    public String cpuName() {
        String unknown = jvm == null ? "unknown" : "unknown " + jvm.arch();
        return processor.identity() == null ? unknown : processor.identity().value().name(unknown);
    }

    /**
     * Returns the instruction set that the JVM runs on; a captured machine is taken to run a 64-bit JVM if its CPU can.
     */
    public Architecture architecture() {
        if (jvm != null || processor.identity() == null) {
            return jvm == null ? Architecture.OTHER : Architecture.of(jvm.arch());
        }
        CpuIdentity cpu = processor.identity().value();
        return switch (cpu.isa()) {
            case X86 -> Architecture.X86_64;
            case ARM -> cpu.family() == null || cpu.family().equals(ARMV7) ? Architecture.OTHER : Architecture.AARCH64;
            case RISCV -> Architecture.RISCV64;
            case POWER -> Architecture.PPC64;
            case S390 -> Architecture.S390X;
            case LOONGARCH -> Architecture.LOONGARCH64;
        };
    }

    /**
     * Returns what an access comes to here in a JVM that makes misaligned ones of one instruction. Only a worker knows
     * whether its own does, and says so with what it has seen.
     */
    public AccessRules rules() {
        return new AccessRules(architecture(), geometry(), true);
    }

    /** The same of the machine that this JVM runs on, without looking at the rest of it. */
    public static AccessRules rules(Linux kernel, Jvm jvm) {
        return new AccessRules(Architecture.of(jvm.arch()), Lines.geometry(kernel, jvm), true);
    }

    /** Returns the lines and pages that trials compute with. */
    public Geometry geometry() {
        return lines.geometry();
    }

    /** Returns whether the CPU says that it is a guest; null where it cannot be known. */
    public Boolean guest() {
        return virtualization.guest() == null ? null : virtualization.guest().value();
    }

    /** Returns what the machine is a guest of. */
    public Hypervisor hypervisor() {
        return virtualization.hypervisor() != null ? virtualization.hypervisor().value()
            : Boolean.FALSE.equals(guest()) ? Hypervisor.NONE : Hypervisor.UNKNOWN;
    }

    /** Returns whether software executes the instructions. */
    public Emulated emulated() {
        return virtualization.emulated().value();
    }
}
