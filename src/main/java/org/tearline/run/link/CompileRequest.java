// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.util.List;
import org.tearline.loop.Stressor;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/**
 * Loops to compile without running a trial.
 *
 * @param offset where the value would begin; only its place within an aligned long matters, so no lock is split
 */
public record CompileRequest(Memory memory, Width width, Tier tier, int offset, Geometry geometry,
                             List<WriteMode> writes, List<ReadMode> reads, String stressor) {

    /** Bare loops. */
    public CompileRequest(Memory memory, Width width, Tier tier, int offset, Geometry geometry,
                          List<WriteMode> writes, List<ReadMode> reads) {
        this(memory, width, tier, offset, geometry, writes, reads, Stressor.NONE.toString());
    }
}
