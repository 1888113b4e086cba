// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import org.tearline.trial.JvmKind;

/** The name and version of a JVM, from its system properties. */
public record Jvm(String name, String vmVersion, String vendor, String version, String arch) {
    public static Jvm here() {
        return new Jvm(System.getProperty("java.vm.name"), System.getProperty("java.vm.version"),
            System.getProperty("java.vendor"), System.getProperty("java.runtime.version"),
            System.getProperty("os.arch"));
    }

    /** Whether it is known which instructions this JVM uses for an access. */
    public JvmKind kind() {
        return JvmKind.of(name, version);
    }

    @Override
    public String toString() {
        return name + " " + vmVersion + " (" + vendor + ")";
    }

    /**
     * The HotSpot flags to record: those that can change the instruction for an access or the effect of the garbage
     * collector.
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
