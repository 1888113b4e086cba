// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.List;
import java.util.Map;
import org.tearline.trial.Architecture;
import org.tearline.trial.Side;
import org.tearline.trial.Width;

/**
 * Tells whether a vector was accessed by one instruction: only then its tears and its negative result say something of
 * the CPU. Pure. Thread-safe.
 */
public final class VectorEvidence {
    /** Holds what moves a register of each size, as the decoders name it. */
    private static final Map<Width, String> ON_X86 = Map.of(Width.VECTOR_16, "vmovdqu xmm",
        Width.VECTOR_32, "vmovdqu ymm", Width.VECTOR_64, "vmovdqu zmm");

    private VectorEvidence() {
    }

    /**
     * Returns what is said where no decoder is at hand. A worker asks the JVM's log whether every access of a vector
     * became the intrinsic, which C2 makes of one load or store, and throws away what was counted in any other code.
     */
    public static String byTheLog(Side side) {
        return "one vector " + (side == Side.WRITE ? "store" : "load") + " by the log of the JVM";
    }

    /** Whether this is one access of a whole vector of this width. */
    public static boolean isOne(ResultFile.Instruction found, Architecture architecture) {
        return found.instruction().equals(byTheLog(found.write() != null ? Side.WRITE : Side.READ))
            || architecture == Architecture.X86_64
            && found.instruction().equals(ON_X86.get(Width.of(found.widthBytes())));
    }

    /** Returns whether either side of this width was looked at and found to be several instructions. */
    public static boolean hasPieces(List<ResultFile.Instruction> evidence, Width width, Architecture architecture) {
        return evidence.stream().anyMatch(found -> isOf(found, width) && !isOne(found, architecture));
    }

    /** Whether this is evidence of vectors of this width. */
    public static boolean isOf(ResultFile.Instruction found, Width width) {
        return found.widthBytes() != null && found.widthBytes() == width.bytes();
    }
}
