// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.List;
import org.tearline.machine.Machine.Lines;
import org.tearline.machine.Topology.Cpu;
import org.tearline.machine.Virtualization.Hypervisor;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;

/** Example machines. */
public final class Machines {
    private Machines() {
    }

    /** Returns an x86-64 guest with two CPUs, 64-byte lines and 4 KiB pages. */
    public static Machine x86() {
        return x86(Emulated.NO);
    }

    public static Machine x86(Emulated emulated) {
        Cpuinfo info = Cpuinfo.parse("vendor_id : GenuineIntel\ncpu family : 6\nmodel : 85\nstepping : 7\n"
            + "model name : Sample CPU\nflags : avx\n");
        Topology topology = new Topology(List.of(new Cpu(0, 0, 0), new Cpu(1, 1, 0)), List.of(), true);
        return new Machine(Architecture.X86_64, new Found<>(info.model(0).orElseThrow(), Cpuinfo.FILE),
            new Found<>(topology, "test"), new Found<>(topology.online(), "test"), new Lines(new Geometry(64, 4096),
                new Found<>(64, "test"), new Found<>(4096, "test")), new Found<>(new Os("linux", "6.1"), "test"),
            new Virtualization(new Found<>(Hypervisor.KVM, "test"), new Found<>(emulated, "test")),
            new SplitLockPolicy(false, false, null, null), jvm("amd64"));
    }

    /** Returns an x86-64 guest like {@link #x86()}, but with this CPU, system and version of Java. */
    public static Machine guest(CpuModel cpu, Os os, String javaVersion) {
        Machine like = x86();
        return new Machine(Architecture.X86_64, new Found<>(cpu, "test"), like.topology(), like.usable(), like.lines(),
            new Found<>(os, "test"), like.virtualization(), like.splitLocks(),
            new Jvm("OpenJDK 64-Bit Server VM", "17", "Debian", javaVersion, "amd64"));
    }

    /** Returns a captured machine with a JVM for the given architecture. */
    public static Machine withJvm(KernelFiles captured, String arch) {
        Jvm jvm = jvm(arch);
        return with(Machine.of(captured, null), new Lines(Lines.geometry(captured, jvm),
            new Found<>(null, null), Lines.page(captured, jvm)), jvm);
    }

    /** Returns the x86-64 machine with the given JVM. */
    public static Machine withJvm(Jvm jvm) {
        return with(x86(), x86().lines(), jvm);
    }

    private static Machine with(Machine machine, Lines lines, Jvm jvm) {
        return new Machine(Architecture.of(jvm.arch()), machine.cpu(), machine.topology(), machine.usable(), lines,
            machine.os(), machine.virtualization(), machine.splitLocks(), jvm);
    }

    /** Returns the x86-64 machine with a JVM whose interpreter is compiled C++ code. */
    public static Machine withZero() {
        return withJvm(new Jvm("OpenJDK 64-Bit Zero VM", "17", "Debian", "17.0.21.1+2-1-deb12u1-Debian", "amd64"));
    }

    private static Jvm jvm(String arch) {
        return new Jvm("OpenJDK 64-Bit Server VM", "17", "Sample vendor", "17.0.1+8", arch);
    }
}
