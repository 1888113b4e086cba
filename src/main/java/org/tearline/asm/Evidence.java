// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.List;
import org.tearline.trial.Side;

/**
 * Holds what one side's access is in machine code.
 *
 * @param mode        the access, as the user types it
 * @param kind        what kind of instruction it is; null if there is no code to look at or no access in it
 * @param instruction the normalised instruction, with its fence: what a table cell prints; or why it is not known
 * @param accesses    how often the hot loop makes the access
 * @param turns       how many turns of the source's loop that loop makes; 0 if it cannot be told
 * @param fences      how often it orders memory by an instruction of its own
 * @param explanation what that means for a tear, in one sentence or two
 * @param warning     why the code is not what was expected, or null
 * @param loop        the hot loop; all of the code if no access was found in it
 * @param marked      the accesses and fences in it
 */
public record Evidence(Side side, String mode, AccessKind kind, String instruction, int accesses, int turns,
                       int fences, String explanation, String warning, List<Instruction> loop,
                       List<Instruction> marked) {

    /** Whether no fence of several accesses was left out. */
    public boolean fenced() {
        return fences == 0 || fences >= accesses;
    }
}
