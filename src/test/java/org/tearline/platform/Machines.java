// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.tearline.plan.Geometry;

/** Machines for tests that need one and are not about it. Stateless. */
public final class Machines {
    private Machines() {
    }

    /** A guest on x86-64 with two CPUs, usual lines and pages, and nothing odd about it. */
    public static Machine x86() {
        CpuIdentity cpu = new CpuIdentity(Isa.X86, "GenuineIntel", "6", "85", "7", null, "Sample CPU", null);
        Topology topology = new Topology(List.of(new Cpu(0, 0, 0), new Cpu(1, 1, 0)), List.of(), List.of());
        return new Machine(
            new Processor(new Found<>(cpu, Cpuinfo.FILE), null, new Found<>(new TreeSet<>(List.of("avx")),
                Cpuinfo.FILE), null),
            new Cpus(new Found<>(topology, "test"), new Found<>(topology.online(), "test"), new Found<>(topology
                .online(), "test"), null, new TreeMap<>(Map.of(0, cpu, 1, cpu)), Map.of(), null),
            new Lines(new Geometry(64, 4096), new Found<>(64, "test"), new Found<>(4096, "test")),
            new Os("Linux", "6.1", null, "test"), new Virtualization(new Found<>(true, Cpuinfo.FILE), null,
                new Found<>(Emulated.NO, "test"), null), new SplitLockPolicy(false, false, null, null),
            jvm("amd64"));
    }

    /** A captured machine, as if a JVM with this name for the instruction set ran on it. */
    public static Machine withJvm(Linux captured, String arch) {
        Machine machine = Machine.of(captured, null);
        Jvm jvm = jvm(arch);
        return new Machine(machine.processor(), machine.cpus(), Lines.of(captured, null,
            machine.cpus().topology().value(), jvm), machine.os(), machine.virtualization(), machine.splitLocks(), jvm);
    }

    /** Returns a machine of x86-64 with another JVM. */
    public static Machine withJvm(Jvm jvm) {
        Machine machine = x86();
        return new Machine(machine.processor(), machine.cpus(), machine.lines(), machine.os(),
            machine.virtualization(), machine.splitLocks(), jvm);
    }

    private static Jvm jvm(String arch) {
        return new Jvm("OpenJDK 64-Bit Server VM", "17", "Sample vendor", "17.0.1+8", arch);
    }
}
