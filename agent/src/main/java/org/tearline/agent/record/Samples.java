// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

/** Decides at which hits the stack is walked. Pure. */
final class Samples {
    /** First hits of a value, thread and instruction at which the stack is walked, until {@link #SPACING} applies. */
    private static final int FIRST_WALKS = 4;
    /** After the first hits, the stack is walked when the hits have grown by a sixteenth, on average. */
    private static final int GROWTH = 4;
    /**
     * From the 128th walk of an instruction on (twice two to this power), the gaps between its walks grow with their
     * number, so that many values cost no more walks than a few.
     */
    private static final int SPACING = 6;
    /** Eventually, the stack is walked at one hit in this number, so that ten million hits per second cost little. */
    private static final int RAREST = 1 << 12;
    /** The same for a tracked value. */
    private static final int RAREST_TRACKED = 1 << 14;

    private Samples() {
    }

    /** Returns the number of hits until the stack is walked again. */
    static long gap(Entry entry) {
        long hits = entry.earlier + entry.hits;
        long spacing = entry.location.walks().get() >> SPACING;
        if (hits < FIRST_WALKS && spacing <= 1) {
            return 1;
        }
        int rarest = entry.isTracked() ? RAREST_TRACKED : RAREST;
        long mean = Math.min(Math.max(hits >> GROWTH, spacing), rarest);
        return entry.tally.about((int) Math.max(1, mean));
    }
}
