// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.link;

import java.util.List;
import org.tearline.kernel.Stressor;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;

/**
 * Loops to compile without running a trial. Immutable.
 *
 * @param offset where the value would begin; only its place within an aligned long matters, so nothing lies across a
 *               line while loops are warmed up, and no lock is split
 * @param stressor what the loops do before each access, by its name
 */
public record CompileRequest(Memory memory, Width width, Tier tier, int offset, Geometry geometry,
                             List<WriteMode> writes, List<ReadMode> reads, String stressor) {

    /** Bare loops. */
    public CompileRequest(Memory memory, Width width, Tier tier, int offset, Geometry geometry,
                          List<WriteMode> writes, List<ReadMode> reads) {
        this(memory, width, tier, offset, geometry, writes, reads, Stressor.NONE.toString());
    }
}
