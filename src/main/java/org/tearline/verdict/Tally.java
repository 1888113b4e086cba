// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds what was counted of one trial, or of all trials of one cell. Immutable.
 *
 * @param counts    what was counted
 * @param seams     tears per seam, indexed by seam
 * @param witnesses the first few tears between two ordinary values
 * @param planted   how many planted tears were found
 */
public record Tally(Counts counts, List<Long> seams, List<Witness> witnesses, Planted planted) {
    /** Nothing counted. */
    public static final Tally NONE = new Tally(Counts.NONE, List.of(), List.of(), Planted.NONE);

    /** Returns both together; the witnesses are those of whichever had some first. */
    Tally plus(Tally later) {
        List<Long> both = new ArrayList<>(seams.size() > later.seams.size() ? seams : later.seams);
        List<Long> other = seams.size() > later.seams.size() ? later.seams : seams;
        for (int i = 0; i < other.size(); i++) {
            both.set(i, both.get(i) + other.get(i));
        }
        return new Tally(counts.plus(later.counts), both, witnesses.isEmpty() ? later.witnesses : witnesses,
            planted.plus(later.planted));
    }

    /** The same with one witness at the most. */
    public Tally withOneWitness() {
        return new Tally(counts, seams, witnesses.subList(0, Math.min(1, witnesses.size())), planted);
    }
}
