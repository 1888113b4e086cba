// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.tearline.trial.Architecture;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.SweepCell;

/**
 * The instruction that an access became in the compiled loop. Exactly one of write and read is given.
 *
 * @param widthBytes  the width of a vector; null for Java's types, for which a long was inspected
 * @param instruction the mnemonic, and the fence after it if there is one, such as {@code lock cmpxchg} or
 *                    {@code mov + lock add (rsp)}; for a vector, the mnemonic and the kind of register, or what the
 *                    compilation log says
 */
public record InspectedAccess(Memory memory, Integer widthBytes, Tier tier, WriteMode write, ReadMode read,
                              String instruction) {
    private static final Map<Width, String> VECTORS_ON_X86 = Map.of(Width.VECTOR_16, "vmovdqu xmm",
        Width.VECTOR_32, "vmovdqu ymm", Width.VECTOR_64, "vmovdqu zmm");

    public Side side() {
        if (write == null) {
            return Side.READ;
        }
        return Side.WRITE;
    }

    public boolean isOf(Width width) {
        return widthBytes != null && widthBytes == width.bytes();
    }

    /** Whether one instruction accesses the whole vector; otherwise a tear is not the CPU's. */
    boolean isOneVector(Architecture architecture) {
        return instruction.equals(byTheLog(side())) || architecture == Architecture.X86_64
            && instruction.equals(VECTORS_ON_X86.get(Width.of(widthBytes)));
    }

    /**
     * Returns the evidence if there is no disassembler. A worker searches the JVM's log for the intrinsic, which C2
     * compiles to one load or store, and discards the counts of a loop with any other vector access.
     */
    public static String byTheLog(Side side) {
        return switch (side) {
            case WRITE -> "one vector store by the log of the JVM";
            case READ -> "one vector load by the log of the JVM";
        };
    }

    /** Drops the counts of vectors that were accessed in pieces, because they say nothing about the CPU. */
    static List<SweepCell> withoutPieces(Collection<SweepCell> cells, List<InspectedAccess> evidence,
                                         Architecture architecture) {
        return cells.stream().map(cell -> {
            boolean pieces = cell.trial().width().isVector() && cell.counts().reads() > 0
                && evidence.stream().anyMatch(found -> found.isOf(cell.trial().width())
                    && !found.isOneVector(architecture));
            if (pieces) {
                return SweepCell.uncounted(cell.placement(), cell.trial(), CellReason.TIER_NOT_REACHED, cell.pinned());
            }
            return cell;
        }).toList();
    }
}
