// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.tearline.machine.CpuModel;
import org.tearline.machine.Emulated;
import org.tearline.machine.JvmFlag;
import org.tearline.machine.Os;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.machine.Virtualization.Hypervisor;
import org.tearline.trial.CpuDistance;

/** Generates machines with real CPU models. Equal random numbers give equal machines. Thread-safe. */
final class SyntheticMachine {
    private static final int APPLE = 0x61;
    private static final int QUALCOMM = 0x51;
    private static final List<Model> MODELS = List.of(
        x86("GenuineIntel", 6, 0x2a, 7, "Intel(R) Core(TM) i5-2500K CPU @ 3.30GHz"),
        x86("GenuineIntel", 6, 0x3c, 3, "Intel(R) Core(TM) i7-4770 CPU @ 3.40GHz"),
        x86("GenuineIntel", 6, 0x4f, 1, "Intel(R) Xeon(R) CPU E5-2699 v4 @ 2.20GHz"),
        x86("GenuineIntel", 6, 0x5e, 3, "Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz"),
        x86("GenuineIntel", 6, 0x55, 7, "Intel(R) Xeon(R) Processor @ 2.80GHz"),
        x86("GenuineIntel", 6, 0x6a, 6, "Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz"),
        x86("GenuineIntel", 6, 0x8f, 8, "Intel(R) Xeon(R) Platinum 8488C"),
        x86("GenuineIntel", 6, 0x97, 2, "12th Gen Intel(R) Core(TM) i9-12900K"),
        x86("GenuineIntel", 6, 0x17, 10, "Intel(R) Core(TM)2 Quad CPU Q9550 @ 2.83GHz"),
        x86("AuthenticAMD", 0x10, 0x0a, 0, "AMD Phenom(tm) II X6 1090T Processor"),
        x86("AuthenticAMD", 0x15, 0x02, 0, "AMD FX(tm)-8350 Eight-Core Processor"),
        x86("AuthenticAMD", 0x17, 0x31, 0, "AMD EPYC 7742 64-Core Processor"),
        x86("AuthenticAMD", 0x19, 0x21, 2, "AMD Ryzen 9 5950X 16-Core Processor"),
        x86("AuthenticAMD", 0x19, 0x61, 2, "AMD Ryzen 9 7950X 16-Core Processor"),
        x86("AuthenticAMD", 0x1a, 0x44, 0, "AMD Ryzen 9 9950X 16-Core Processor"),
        x86("HygonGenuine", 0x18, 0x01, 1, "Hygon C86 7185 32-core Processor"),
        x86("CentaurHauls", 7, 0x3b, 0, "ZHAOXIN KaiXian KX-U6780A@2.7GHz"),
        arm(0x41, 0xd08, 0, 3, "Cortex-A72"),
        arm(0x41, 0xd0c, 3, 1, "Neoverse-N1"),
        arm(0x41, 0xd40, 1, 1, "Neoverse-V1"),
        arm(0x41, 0xd4f, 0, 1, "Neoverse-V2"),
        arm(0x61, 0x022, 1, 1, "Apple M1"),
        arm(0x51, 0x001, 2, 1, "Snapdragon X Elite"));

    private static final List<Environment.Java> JVMS = List.of(jvm("Eclipse Adoptium", "25.0.1+8-LTS"),
        jvm("Eclipse Adoptium", "17.0.13+11"), jvm("Debian", "17.0.17+10-Debian-1deb12u1"),
        jvm("Amazon.com Inc.", "21.0.5.11.1"), jvm("Azul Systems, Inc.", "21.0.9+10-LTS"),
        jvm("Oracle Corporation", "17.0.4.1+1-LTS-2"), jvm("BellSoft", "24.0.2+12"));
    private static final List<String> KERNELS = List.of("4.18", "5.4", "5.15", "6.1", "6.8", "6.18");
    private static final int[] CORES = {2, 4, 8, 16, 64};

    private SyntheticMachine() {
    }

    static Environment next(Random random) {
        Model model = pick(MODELS, random);
        int cores = CORES[random.nextInt(CORES.length)];
        boolean guest = random.nextInt(3) == 0;
        boolean emulated = random.nextInt(50) == 0;
        long nanos = model.arm ? 0 : 700 + random.nextInt(9000) / 4;
        return new Environment(model.arm ? "aarch64" : Environment.X86_64, model.cpu(random),
            new Environment.Cpus(1, cores, model.arm ? cores : 2 * cores, model.arm ? cores : 2 * cores), 64, 4096,
            new Os("linux", pick(KERNELS, random)),
            emulated ? Hypervisor.TCG : guest ? Hypervisor.KVM : Hypervisor.NONE,
            emulated ? Emulated.YES : model.arm && !guest ? Emulated.UNKNOWN : Emulated.NO,
            new Environment.SplitLockTimes(guest ? SplitLockPolicy.Action.UNKNOWN : SplitLockPolicy.Action.OFF,
            nanos == 0 ? null : nanos,
                nanos == 0 ? null : 15L, null, null, false),
            new Environment.ThreadPinning(true, true), pick(JVMS, random));
    }

    /** Returns the placement, or a different one if the machine lacks it. */
    static CpuDistance possible(CpuDistance placement, Environment environment) {
        Environment.Cpus topology = environment.topology();
        return placement == CpuDistance.SMT_SIBLINGS && topology.threads().equals(topology.cores())
            || placement == CpuDistance.OTHER_SOCKET && topology.sockets() == 1 ? CpuDistance.SAME_L3 : placement;
    }

    static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static Model x86(String vendor, int family, int model, int stepping, String brand) {
        return new Model(false, vendor, family, model, stepping, 0, brand);
    }

    private static Model arm(int implementer, int part, int variant, int revision, String brand) {
        String vendor = switch (implementer) {
            case APPLE -> "Apple";
            case QUALCOMM -> "Qualcomm";
            default -> "ARM";
        };
        return new Model(true, vendor, implementer, part, variant, revision, brand);
    }

    private static Environment.Java jvm(String vendor, String version) {
        return new Environment.Java(vendor, version, "OpenJDK 64-Bit Server VM", new TreeMap<>(Map.of(
            JvmFlag.USE_UNALIGNED_ACCESSES, "true", JvmFlag.TIERED_COMPILATION, "true", JvmFlag.USE_G1_GC, "true")));
    }

    private record Model(boolean arm, String vendor, int a, int b, int c, int d, String brand) {
        CpuModel cpu(Random random) {
            String microcode = arm ? null : "0x" + Integer.toHexString(0x1000 + random.nextInt(0xffff));
            return (arm ? new CpuModel(null, vendor, null, null, null, a, b, c, d, brand, null, null, null)
                : new CpuModel(null, vendor, a, b, c, null, null, null, null, brand, null, microcode, null))
                .withComputedKey().withDesign();
        }
    }
}
