// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.util.List;
import org.tearline.loop.Stressor;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/**
 * Loops to compile without running a trial.
 *
 * @param offset the worker uses only the offset within an aligned long, so that no split lock can result
 */
public record CompileRequest(Memory memory, Width width, Tier tier, int offset, Geometry geometry,
                             List<WriteMode> writes, List<ReadMode> reads, String stressor) {
    /** Returns a request for the loops of both sides of a trial, as compiled with a stressor. */
    public static CompileRequest of(TrialRequest request, String stressor) {
        TrialSpec trial = request.trial();
        return new CompileRequest(trial.memory(), trial.width(), trial.tier(), trial.offset(),
            request.rules().geometry(), List.of(trial.write()), List.of(trial.read()), stressor);
    }

    /** Returns a request for the loops of a vector, which are always plain accesses to a ByteBuffer. */
    public static CompileRequest ofVector(Width vector, Geometry geometry) {
        return new CompileRequest(Memory.BYTEBUFFER, vector, Tier.C2, geometry.lineCrossingOffset(vector), geometry,
            List.of(WriteMode.PLAIN), List.of(ReadMode.PLAIN), Stressor.NONE.toString());
    }

    /**
     * A loop as compiled by the worker. Exactly one of write and read is given.
     *
     * @param className the loop's hidden class, as the JVM prints it; null if the API refused the access
     * @param problem   why there is no code in the requested tier, or null
     */
    public record CompiledLoop(WriteMode write, ReadMode read, String className, String problem) {
    }
}
