// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.file.JcstressCase.Place;
import org.tearline.verdict.Counts;

/**
 * The outcome of one jcstress test that accesses a value as a whole and by its halves, in all configurations; or of the
 * test with halves alone, to which the others are compared.
 *
 * @param test   the name of the test in jcstress/
 * @param states how often it saw an outcome of each grade
 */
public record MixedCase(String test, Place place,
                        @JsonSetter(nulls = Nulls.AS_EMPTY) SortedMap<Grade, Long> states) {
    /** The name of the test with one size in jcstress/. */
    private static final String ONE_SIZE = "OtherInts";

    /** jcstress' grades. Interesting: no order of the accesses explains the outcome, but it is allowed. */
    public enum Grade {
        ACCEPTABLE, ACCEPTABLE_INTERESTING, FORBIDDEN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    String name() {
        return test + "/" + place;
    }

    /** Whether all accesses have one size, so that the store buffer alone explains the outcome. */
    public boolean oneSize() {
        return test.equals(ONE_SIZE);
    }

    public long samples() {
        return Counts.sum(states.values());
    }

    /** Adds another run of the same test at the same place. */
    public MixedCase plus(MixedCase other) {
        SortedMap<Grade, Long> sums = new TreeMap<>(states);
        other.states.forEach((grade, count) -> sums.merge(grade, count, Long::sum));
        return new MixedCase(test, place, sums);
    }

    /** How often no order of the accesses explained what the threads saw, forbidden outcomes included. */
    public long unexplained() {
        return samples() - states.getOrDefault(Grade.ACCEPTABLE, 0L);
    }
}
