// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

/**
 * The HotSpot flags to record: those that can change the instruction for an access, and those that select the
 * garbage collector or the size of pages.
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
