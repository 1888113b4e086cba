// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.util.Arrays;
import org.tearline.trial.Width;

/** A loop of reads. Several threads may share an instance, each with its own tally. */
public interface ReadKernel {

    /**
     * Reads {@code count} times and keeps in the tally every change to a value whose bytes differ: torn, planted or
     * alien. A cas reader keeps the candidates that it finds instead.
     *
     * @param candidates torn values for the cas reader to try in turn, at least one; other readers ignore them
     * @param tally      its counters are updated once, at the end
     * @return the number of values kept
     */
    int run(Target target, long[] candidates, int count, ReadTally tally);

    /** Reads a value of this width once, to find out whether the access is possible. */
    default void tryOnce(Target target, Width width) {
        // The candidate is not zero, because a CAS reader skips zeros.
        run(target, new long[] {1}, 1, new ReadTally(1, width));
    }

    /** The state and counts of a reader. Not thread-safe. */
    final class ReadTally {
        /** The value read last, unless it is a vector; see {@link #lastLanes}. */
        long last;
        /** The vector read last, one long per lane; empty for other widths. */
        final long[] lastLanes;
        public long reads;
        /** How often the value differed from the one before, planted values included. */
        public long changes;
        /** Candidates that a cas reader found in memory. */
        public long confirmed;
        /**
         * The values kept in the last batch, each preceded by the value read before it; {@link #words} longs per
         * value. Only as many entries are valid as {@link ReadKernel#run} returned.
         */
        public final long[] torn;

        /** The number of longs in a value. */
        public final int words;

        /** Allocates space to keep every value of a batch. */
        public ReadTally(int batch, Width width) {
            words = width.words();
            torn = new long[2 * batch * words];
            lastLanes = new long[width.isVector() ? words : 0];
        }

        /** Sets the value read last; a vector contains this word in every lane. */
        public void startAt(long word) {
            last = word;
            Arrays.fill(lastLanes, word);
        }
    }
}
