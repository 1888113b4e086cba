// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Names what a promise may ask of a CPU, in the words of /proc/cpuinfo: no other feature is published, so that a list
 * of them tells nothing else of a machine. Immutable.
 */
public enum CpuFeature {
    /** x86: AVX, to which the promises for 16 bytes are tied. */
    AVX,
    /** Arm: FEAT_LSE2, misaligned accesses are single-copy atomic inside 16 bytes. */
    USCAT,
    /** RISC-V: misaligned loads, stores and AMOs are atomic inside 16 bytes. */
    ZAMA16B;

    /** Returns those of them that a CPU has which calls its features so; always in the same order. */
    public static List<CpuFeature> among(Collection<String> words) {
        return Arrays.stream(values()).filter(feature -> words.contains(feature.toString())).toList();
    }

    /** Returns the word of /proc/cpuinfo, as the registry and result files have it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
