// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.List;
import java.util.Optional;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.ProcessorCache;
import oshi.hardware.CentralProcessor.ProcessorIdentifier;

/**
 * Holds what OSHI finds on an operating system without /proc, by native calls: macOS, Windows. Immutable.
 *
 * @param identity          as far as it can be told in the words of the instruction set
 * @param microarchitecture the name of the design; null if OSHI has none
 * @param cpus              how many logical CPUs
 * @param cores             how many physical cores
 * @param sockets           how many sockets
 * @param lineBytes         what all data caches agree on; null if they do not or nothing is known
 */
record NativeCpu(CpuIdentity identity, String microarchitecture, int cpus, int cores, int sockets, Integer lineBytes) {
    static final String SOURCE = "OSHI";

    /** Asks OSHI, which takes a third of a second; empty where it has no native code either. */
    static Optional<NativeCpu> find() {
        try {
            return Optional.of(of(new SystemInfo().getHardware().getProcessor(), System.getProperty("os.arch")));
        } catch (UnsupportedOperationException | LinkageError e) {
            return Optional.empty();
        }
    }

    /**
     * Returns whether Rosetta or Windows on Arm translates this JVM, and who says so; whatever else translates cannot
     * be seen from here.
     */
    Found<Emulated> emulated() {
        String arch = System.getProperty("os.arch");
        String sign = identity.brand() != null && identity.brand().startsWith("VirtualApple") ? SOURCE
            : Os.WINDOWS && Windows.translates(arch) ? "IsWow64Process2"
            : Os.MACOS && Sysctl.translates(arch) ? "sysctl" : null;
        return sign == null ? new Found<>(Emulated.UNKNOWN, SOURCE) : new Found<>(Emulated.YES, sign);
    }

    /** Returns how many of everything. */
    Cpus.Count count() {
        return new Cpus.Count(sockets, cores, cpus);
    }

    private static NativeCpu of(CentralProcessor processor, String arch) {
        CpuIdentity identity = identity(processor.getProcessorIdentifier(), arch);
        List<Integer> lines = processor.getProcessorCaches().stream()
            .filter(cache -> cache.getType() != ProcessorCache.Type.INSTRUCTION && cache.getLineSize() > 0)
            .map(cache -> (int) cache.getLineSize()).distinct().toList();
        return new NativeCpu(identity, Microarchitecture.of(identity).map(Found::value)
            .orElse(known(processor.getProcessorIdentifier().getMicroarchitecture())),
            processor.getLogicalProcessorCount(),
            processor.getPhysicalProcessorCount(), processor.getPhysicalPackageCount(),
            lines.size() == 1 ? lines.get(0) : null);
    }

    /** Returns what OSHI says; of a CPU by Apple it knows no model and no stepping, and says 0. */
    static CpuIdentity identity(ProcessorIdentifier id, String arch) {
        boolean arm = arch.equals("aarch64");
        boolean apple = arm && id.getVendor().startsWith("Apple");
        return new CpuIdentity(arm ? Isa.ARM : Isa.X86, apple ? "Apple" : known(id.getVendor()),
            known(id.getFamily()), apple ? null : known(id.getModel()), apple ? null : known(id.getStepping()), null,
            known(id.getName()), null);
    }

    private static String known(String text) {
        return text == null || text.isBlank() || text.equalsIgnoreCase("unknown") ? null : text.strip();
    }
}
