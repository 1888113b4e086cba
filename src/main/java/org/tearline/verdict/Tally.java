// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds what was counted of one trial, or of all trials of one cell. Immutable.
 *
 * @param counts    what was counted
 * @param seams     tears per seam, indexed by seam
 * @param lowNew    those of them whose bytes below the seam are of the newer write; it cannot be told of all
 * @param highNew   those whose bytes above the seam are
 * @param witnesses the first few tears between two ordinary values
 * @param planted   how many planted tears were found
 */
public record Tally(Counts counts, List<Long> seams, List<Long> lowNew, List<Long> highNew, List<Witness> witnesses,
                    Planted planted) {
    /** Nothing counted. */
    public static final Tally NONE = new Tally(Counts.NONE, List.of(), List.of(), List.of(), List.of(),
        Planted.NONE);

    /** Absent lists are empty: an older journal does not have all of them. */
    public Tally {
        lowNew = lowNew == null ? List.of() : lowNew;
        highNew = highNew == null ? List.of() : highNew;
    }

    /** Both together; the witnesses are those of whichever had some first. */
    Tally plus(Tally later) {
        return new Tally(counts.plus(later.counts), sum(seams, later.seams), sum(lowNew, later.lowNew),
            sum(highNew, later.highNew), witnesses.isEmpty() ? later.witnesses : witnesses,
            planted.plus(later.planted));
    }

    private static List<Long> sum(List<Long> one, List<Long> another) {
        List<Long> both = new ArrayList<>(one.size() > another.size() ? one : another);
        List<Long> other = one.size() > another.size() ? another : one;
        for (int i = 0; i < other.size(); i++) {
            both.set(i, both.get(i) + other.get(i));
        }
        return both;
    }

    /** The same with one witness at the most. */
    public Tally withOneWitness() {
        return new Tally(counts, seams, lowNew, highNew, witnesses.subList(0, Math.min(1, witnesses.size())), planted);
    }
}
