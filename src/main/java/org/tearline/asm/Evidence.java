// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.List;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.trial.TrialSpec.Side;

/**
 * What one side's access is in machine code.
 *
 * @param mode        the access, as the user types it
 * @param kind        null if there is no code to look at or no access in it
 * @param instruction normalised, with its fence: what a table cell prints; or why it is not known
 * @param accesses    how often the hot loop makes the access
 * @param turns       turns of the source's loop in one of that loop; 0 if unknown
 * @param fences      instructions that only order memory
 * @param explanation what that means for a tear, in one sentence or two
 * @param warning     why the code is not what was expected, or null
 * @param loop        the hot loop; all of the code if no access was found in it
 * @param marked      the accesses and fences in it
 */
public record Evidence(Side side, String mode, AccessKind kind, String instruction, int accesses, int turns,
                       int fences, String explanation, String warning, List<Instruction> loop,
                       List<Instruction> marked) {
    /** Whether the access is the same, however often its loop was unrolled, and every one has its fence or none has. */
    boolean isLike(Evidence other) {
        return instruction.equals(other.instruction) && (warning == null) == (other.warning == null)
            && fenced() == other.fenced();
    }

    private boolean fenced() {
        return fences == 0 || fences >= accesses;
    }
}
