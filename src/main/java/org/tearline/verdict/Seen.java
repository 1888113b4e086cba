// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.stream.Stream;

/**
 * What readers saw.
 *
 * @param changes reads that returned a different value from the previous read, planted values excluded
 * @param torn    torn values read; in an aligned control, also alien values
 */
public record Seen(long changes, long torn) {
    public static final Seen NOTHING = new Seen(0, 0);

    /** Returns the sum, which cannot overflow even if the counts are from a hostile file. */
    public Seen plus(Seen other) {
        return new Seen(Counts.sum(changes, other.changes), Counts.sum(torn, other.torn));
    }

    public static Seen sum(Stream<Seen> all) {
        return all.reduce(NOTHING, Seen::plus);
    }

    /** Torn values per change; 0 without changes. */
    public double rate() {
        if (changes == 0) {
            return 0;
        }
        return (double) torn / changes;
    }
}
