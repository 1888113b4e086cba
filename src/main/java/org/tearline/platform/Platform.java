package org.tearline.platform;

import java.util.Optional;
import org.agrona.UnsafeApi;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Architecture;
import org.tearline.plan.Geometry;

/**
 * What machine and JVM a run happens on, as far as a verdict depends on it. Immutable.
 *
 * @param cpu        the CPU's own name for itself, or its numeric signature
 * @param arch       the JVM's name for the instruction set
 * @param lineBytes  size of a cache line
 * @param pageBytes  size of a virtual-memory page
 * @param jvm        name, version and vendor of the JVM
 * @param os         name and version of the operating system
 * @param hypervisor whether the CPU says that it is a guest; null where it cannot be known
 * @param emulated   whether software executes the instructions
 */
public record Platform(String cpu, String arch, int lineBytes, int pageBytes, String jvm, String os,
                       Boolean hypervisor, Emulated emulated) {
    /** What all x86-64 and most AArch64 CPUs have; used where the kernel does not tell. */
    private static final int USUAL_LINE_BYTES = 64;
    /** Apple's CPUs and all of POWER that a JVM runs on. */
    private static final int LARGE_LINE_BYTES = 128;
    /** Every machine that has z/Architecture. */
    private static final int MAINFRAME_LINE_BYTES = 256;

    /** Looks at the machine below; costs a few small files. */
    public static Platform of(Kernel kernel) {
        String arch = System.getProperty("os.arch");
        Optional<Cpuinfo> cpuinfo = kernel.text("proc/cpuinfo").map(Cpuinfo::parse);
        Virtualization virtual = Virtualization.of(kernel, cpuinfo, arch);
        String unknown = "unknown " + arch;
        return new Platform(cpuinfo.filter(info -> Emulation.fits(cpuinfo, arch))
            .flatMap(info -> CpuIdentity.of(info, info.first())).map(cpu -> cpu.name(unknown)).orElse(unknown), arch,
            kernel.lineBytes().orElse(usualLineBytes(arch)), UnsafeApi.pageSize(),
            System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version")
                + " (" + System.getProperty("java.vendor") + ")",
            System.getProperty("os.name") + " " + System.getProperty("os.version"),
            virtual.guest() == null ? null : virtual.guest().value(), virtual.emulated().value());
    }

    /**
     * What an access comes to here in a JVM that makes misaligned ones of one instruction. Only a worker knows whether
     * its own does, and says so with what it has seen.
     */
    public AccessRules rules() {
        return new AccessRules(Architecture.of(arch), new Geometry(lineBytes, pageBytes), true);
    }

    private static int usualLineBytes(String arch) {
        boolean apple = System.getProperty("os.name").startsWith("Mac") && arch.equals("aarch64");
        return arch.equals("s390x") ? MAINFRAME_LINE_BYTES : apple || arch.startsWith("ppc64") ? LARGE_LINE_BYTES
            : USUAL_LINE_BYTES;
    }
}
