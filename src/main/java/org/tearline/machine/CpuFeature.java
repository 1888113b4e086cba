// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The features that promises depend on, or that reveal a masked model number, as named in /proc/cpuinfo. No others
 * are published, because a longer list could identify a machine.
 */
public enum CpuFeature {
    /** x86: AVX, on which the promises for 16 bytes depend. */
    AVX,
    /** x86: AMX, introduced with Sapphire Rapids. If the model number is older, a hypervisor masks the real one. */
    AMX_TILE,
    /** Arm: FEAT_LSE2, which makes misaligned accesses atomic within 16 bytes. */
    USCAT,
    /** RISC-V: makes misaligned loads, stores and AMOs atomic within 16 bytes. */
    ZAMA16B,
    /**
     * LoongArch: supports misaligned loads and stores, as all Loongson-3 do; without it they trap. Linux reads it
     * from bit 20 of CPUCFG word 1 (arch/loongarch/kernel/cpu-probe.c) and prints it with the features.
     */
    UAL;

    /** Returns the features among these words, in the order of the constants. */
    public static List<CpuFeature> among(Collection<String> words) {
        return Stream.of(values())
            .filter(feature -> words.contains(feature.toString()))
            .toList();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
