// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import org.agrona.UnsafeApi;

/** The name and version of a JVM, from its system properties. */
public record Jvm(String name, String vmVersion, String vendor, String version, String arch) {
    /**
     * Settings of the JIT compilers. A setting is null if the JVM lacks the flag.
     *
     * @param compilers         such as HotSpot 64-Bit Tiered Compilers, or none
     * @param unalignedAccesses whether it uses one instruction for a misaligned access
     * @param writeback         whether it can write back cache lines (JEP 352)
     */
    public record Settings(String compilers, Boolean tieredCompilation, Integer tieredStopAtLevel,
                           Boolean onStackReplacement, boolean unalignedAccesses, boolean writeback) {
        public static final String SOURCE = "HotSpotDiagnosticMXBean";
    }

    public static Jvm here() {
        return new Jvm(System.getProperty("java.vm.name"), System.getProperty("java.vm.version"),
            System.getProperty("java.vendor"), System.getProperty("java.runtime.version"),
            System.getProperty("os.arch"));
    }

    /** Settings of this JVM. Loads the management beans, which takes about 50 ms. */
    public static Settings settings() {
        String stopAtLevel = flag("TieredStopAtLevel");
        return new Settings(compilers(), yes(flag("TieredCompilation")),
            stopAtLevel == null ? null : Integer.valueOf(stopAtLevel), yes(flag("UseOnStackReplacement")),
            // The bean hides the underlying flag, because it is a diagnostic one.
            UnsafeApi.unalignedAccess(), UnsafeApi.isWritebackEnabled());
    }

    @Override
    public String toString() {
        return name + " " + vmVersion + " (" + vendor + ")";
    }

    private static String compilers() {
        try {
            CompilationMXBean compilation = ManagementFactory.getCompilationMXBean();
            return compilation == null ? "none" : compilation.getName();
        } catch (LinkageError e) {
            // On JDK 17 the beans fail to load in a folder whose name the locale cannot encode.
            return null;
        }
    }

    private static Boolean yes(String flag) {
        return flag == null ? null : Boolean.valueOf(flag);
    }

    private static String flag(String option) {
        try {
            HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return bean == null ? null : bean.getVMOption(option).getValue();
        } catch (IllegalArgumentException | LinkageError e) {
            // The JVM lacks the option or, as above, the beans.
            return null;
        }
    }

    /**
     * The recorded HotSpot flags: those that can change the instruction used for an access, or the effect of the
     * garbage collector.
     */
    public enum JvmFlag {
        USE_UNALIGNED_ACCESSES("UseUnalignedAccesses"), AVOID_UNALIGNED_ACCESSES("AvoidUnalignedAccesses"),
        TIERED_COMPILATION("TieredCompilation"), TIERED_STOP_AT_LEVEL("TieredStopAtLevel"), USE_LSE("UseLSE"),
        USE_AVX("UseAVX"), USE_SSE("UseSSE"), USE_SERIAL_GC("UseSerialGC"), USE_PARALLEL_GC("UseParallelGC"),
        USE_G1_GC("UseG1GC"), USE_Z_GC("UseZGC"), USE_SHENANDOAH_GC("UseShenandoahGC"),
        USE_JVMCI_COMPILER("UseJVMCICompiler"), USE_LARGE_PAGES("UseLargePages"),
        USE_TRANSPARENT_HUGE_PAGES("UseTransparentHugePages");

        private final String spelling;

        JvmFlag(String spelling) {
            this.spelling = spelling;
        }

        @Override
        public String toString() {
            return spelling;
        }
    }
}
