package org.tearline.result.file;

import org.tearline.plan.Geometry;
import org.tearline.platform.Emulated;
import org.tearline.platform.Hypervisor;

/**
 * Everything that is published of a machine. What is not a component here cannot get into a file: no host name, user,
 * path, command line, environment variable, address or serial number. Immutable; an absent fact is null.
 *
 * @param arch       x86_64, aarch64, …
 * @param hypervisor what the machine is a guest of
 * @param emulated   whether instructions are translated, so that tears are the emulator's; not known is not no
 */
public record Environment(String arch, Cpu cpu, Topology topology, int lineBytes, int pageBytes, OperatingSystem os,
                          Hypervisor hypervisor, Emulated emulated, SplitLockFinding splitLocks, Pinning pinning,
                          Jvm jvm) {
    /** The name for the instruction set on which misaligned locked operations are legal. */
    public static final String X86_64 = "x86_64";

    /** Line and page size together. */
    public Geometry geometry() {
        return new Geometry(lineBytes, pageBytes);
    }
}
