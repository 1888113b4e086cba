// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The counts of a round, of a trial, or of all trials of a cell. The index of a list by seam is the seam; trailing
 * zeros may be missing.
 *
 * @param seams     tears by their first seam
 * @param lowNew    those whose first byte is from the newer write; the order is not always known
 * @param highNew   those whose last byte is from the newer write
 * @param witnesses a few tears that contain no planted bytes
 */
public record Tally(Counts counts, List<Long> seams, List<Long> lowNew, List<Long> highNew, List<Witness> witnesses,
                    Planted planted) {
    public static final Tally NONE = new Tally(Counts.NONE, List.of(), List.of(), List.of(), List.of(), Planted.NONE);

    /** Adds a later tally, whose witnesses are kept only if this one has none. */
    Tally plus(Tally later) {
        List<Witness> kept = witnesses;
        if (witnesses.isEmpty()) {
            kept = later.witnesses;
        }
        return new Tally(counts.plus(later.counts), sum(seams, later.seams), sum(lowNew, later.lowNew),
            sum(highNew, later.highNew), kept, planted.plus(later.planted));
    }

    /** Adds two lists by seam, which may differ in length. */
    private static List<Long> sum(List<Long> one, List<Long> another) {
        if (one.size() < another.size()) {
            return sum(another, one);
        }
        List<Long> both = new ArrayList<>(one);
        for (int i = 0; i < another.size(); i++) {
            both.set(i, both.get(i) + another.get(i));
        }
        return both;
    }

    /** Returns the counts that are not 0, by seam. */
    public static SortedMap<Integer, Long> bySeam(List<Long> counts) {
        SortedMap<Integer, Long> bySeam = new TreeMap<>();
        for (int seam = 0; seam < counts.size(); seam++) {
            if (counts.get(seam) > 0) {
                bySeam.put(seam, counts.get(seam));
            }
        }
        return bySeam;
    }

    public SortedMap<Integer, Long> tornBySeam() {
        return bySeam(seams);
    }

    public Tally withOneWitness() {
        return new Tally(counts, seams, lowNew, highNew, witnesses.stream().limit(1).toList(), planted);
    }
}
