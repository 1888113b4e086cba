// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The CPU features that a promise may ask for, or that show a made-up model number, in the words of /proc/cpuinfo. No
 * other feature is published: a longer list could identify a machine.
 */
public enum CpuFeature {
    /** x86: AVX, to which the promises for 16 bytes are tied. */
    AVX,
    /** x86: AMX, which Intel has had since Sapphire Rapids: beside an older number, a host hides the model. */
    AMX_TILE,
    /** Arm: FEAT_LSE2, misaligned accesses are single-copy atomic inside 16 bytes. */
    USCAT,
    /** RISC-V: misaligned loads, stores and AMOs are atomic inside 16 bytes. */
    ZAMA16B;

    /** The features that these words name, always in the same order. */
    public static List<CpuFeature> among(Collection<String> words) {
        return Arrays.stream(values()).filter(feature -> words.contains(feature.toString())).toList();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
