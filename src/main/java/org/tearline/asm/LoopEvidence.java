// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.List;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.WriteMode;

/**
 * The machine code for one side of a trial, the one whose mode is not null.
 *
 * @param kind        null if no access was found
 * @param instruction normalized, with its fence; or why there is none
 * @param accesses    number of accesses in the hot loop
 * @param explanation whether the access can tear, or why that is unknown
 * @param warning     how the code differs from what was expected, or why it was not compiled; otherwise null
 * @param loop        the hot loop; all code if it does not make the access; empty without decoded code
 * @param marked      the accesses, then the fences
 */
public record LoopEvidence(WriteMode write, ReadMode read, AccessKind kind, String instruction, int accesses,
                       String explanation, String warning, List<Instruction> loop, List<Instruction> marked) {
    /** Returns the side and its mode, such as "write cas". */
    public String access() {
        if (write == null) {
            return Side.READ + " " + read;
        }
        return Side.WRITE + " " + write;
    }
}
