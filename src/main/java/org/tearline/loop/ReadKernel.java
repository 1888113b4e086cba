// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.util.Arrays;
import org.tearline.trial.Width;

/** A compiled loop of reads. One instance may be run by several reader threads, each with its own tally. */
public interface ReadKernel {

    /**
     * Reads {@code count} times and keeps every torn value.
     *
     * @param candidates torn values to ask for in turn, at least one; only the cas reader looks at them
     * @param tally      updated once, at the end
     * @return how many torn values were kept in the tally
     */
    int run(Target target, long[] candidates, int count, ReadTally tally);

    /** Where one reader stands and what it has counted. Not thread-safe. */
    final class ReadTally {
        /** What was read last, where one long holds a value. */
        public long last;
        /** What was read last of a vector. */
        final long[] lastLanes;
        public long reads;
        /** Reads of another value than the read before. */
        public long changes;
        /** Torn values that a locked compare-and-set found in memory. */
        public long confirmed;
        /** The torn values of the last batch in pairs: what was read before, what was seen, each in so many longs. */
        public final long[] torn;

        private final int words;

        /** For batches that are no larger; each read can keep one torn value. */
        public ReadTally(int batch, Width width) {
            words = width.words();
            torn = new long[2 * batch * words];
            lastLanes = new long[width.isVector() ? words : 0];
        }

        /** How many longs hold a value. */
        public int words() {
            return words;
        }

        /** Begins where memory holds a value whose lanes are all this one. */
        public void startAt(long word) {
            last = word;
            Arrays.fill(lastLanes, word);
        }
    }
}
