package org.tearline.platform;

import java.util.Arrays;
import java.util.Optional;
import org.agrona.UnsafeApi;

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
 */
public record Platform(String cpu, String arch, int lineBytes, int pageBytes, String jvm, String os,
                       Boolean hypervisor) {
    /** What all x86-64 and most AArch64 CPUs have; used where the kernel does not tell. */
    private static final int USUAL_LINE_BYTES = 64;
    private static final int APPLE_LINE_BYTES = 128;

    /** Looks at the machine below; costs a few small files. */
    public static Platform of(Kernel kernel) {
        Optional<String> flags = kernel.cpuinfo("flags");
        return new Platform(cpuName(kernel), System.getProperty("os.arch"),
            kernel.lineBytes().orElse(usualLineBytes()), UnsafeApi.pageSize(),
            System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version")
                + " (" + System.getProperty("java.vendor") + ")",
            System.getProperty("os.name") + " " + System.getProperty("os.version"),
            flags.map(names -> Arrays.asList(names.split(" ")).contains("hypervisor")).orElse(null));
    }

    /** Whether the instruction set is x86-64, where misaligned accesses of every kind are allowed. */
    public boolean isX86() {
        return arch.equals("amd64") || arch.equals("x86_64");
    }

    private static int usualLineBytes() {
        boolean apple = System.getProperty("os.name").startsWith("Mac")
            && System.getProperty("os.arch").equals("aarch64");
        return apple ? APPLE_LINE_BYTES : USUAL_LINE_BYTES;
    }

    private static String cpuName(Kernel kernel) {
        return kernel.cpuinfo("model name").or(() -> kernel.cpuinfo("cpu"))
            .or(() -> kernel.cpuinfo("CPU implementer")
                .flatMap(vendor -> kernel.cpuinfo("CPU part").map(part -> "implementer " + vendor + " part " + part)))
            .orElse("unknown " + System.getProperty("os.arch"))
            + kernel.cpuinfo("cpu family").flatMap(family -> kernel.cpuinfo("model")
                .flatMap(model -> kernel.cpuinfo("stepping")
                    .map(stepping -> " (family " + family + " model " + model + " stepping " + stepping + ")")))
                .orElse("");
    }
}
