// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.tearline.trial.Geometry;
import org.tearline.verdict.Tally.Counts;

/**
 * The naturally aligned block, a power of two of bytes, inside which one kind of access is made in one piece. It is
 * known where both bounds meet. Immutable.
 *
 * @param atLeast bytes that silence shows, given the law; {@link #UNKNOWN_LEAST} where nothing does
 * @param atMost  bytes that a witnessed tear shows; {@link #UNKNOWN_MOST} where none was seen
 * @param quick   whether the lower bound rests on fewer changes than a strong one needs
 * @param sums    what was counted, by boundary; empty for a promise
 */
public record Granule(int atLeast, int atMost, boolean quick, List<Sum> sums) {
    /** A single byte is never cut. */
    public static final int UNKNOWN_LEAST = 1;
    public static final int UNKNOWN_MOST = Integer.MAX_VALUE;
    /** Nothing is known. */
    public static final Granule UNKNOWN = new Granule(UNKNOWN_LEAST, UNKNOWN_MOST, false, List.of());

    /** Changes without a tear that make a strong lower bound. */
    public static final long STRONG_CHANGES = 1_000_000;
    /** The least for a quick one. */
    public static final long QUICK_CHANGES = 20_000;
    /** Tears that these changes would have shown if this boundary were cut as the next larger one that was. */
    public static final long QUICK_EXPECTED = 100;

    /**
     * What was counted at all places of one boundary.
     *
     * @param changes  changes of every trial there
     * @param torn     torn values among them
     * @param silent   changes of the trials whose silence counts: sound, and the same pair tore at a larger boundary
     * @param expected tears that these would have shown at the rate of that larger boundary
     * @param lowNew   torn values whose lower bytes are of the newer write; it cannot be told of all
     * @param highNew  those whose upper bytes are
     */
    public record Sum(int boundary, long changes, long torn, long silent, long expected, long lowNew, long highNew) {
        /** The counts of two at one boundary. */
        public Sum plus(Sum other) {
            return new Sum(boundary, Counts.sum(changes, other.changes), Counts.sum(torn, other.torn),
                Counts.sum(silent, other.silent), Counts.sum(expected, other.expected),
                Counts.sum(lowNew, other.lowNew), Counts.sum(highNew, other.highNew));
        }

        private boolean isWhole() {
            return torn == 0 && (isStrong() || silent >= QUICK_CHANGES && expected >= QUICK_EXPECTED);
        }

        private boolean isStrong() {
            return silent >= STRONG_CHANGES;
        }
    }

    /** The list is copied. */
    public Granule {
        sums = List.copyOf(sums);
    }

    /** The bounds that follow from counts; the order of the sums does not matter. */
    public static Granule of(Collection<Sum> counted) {
        SortedMap<Integer, Sum> byBoundary = new TreeMap<>();
        counted.forEach(sum -> byBoundary.merge(sum.boundary(), sum, Sum::plus));
        Collection<Sum> bounding = byBoundary.tailMap(Geometry.OWN_MIDDLE + 1).values();
        int atMost = bounding.stream().filter(sum -> sum.torn() > 0).mapToInt(Sum::boundary).findFirst()
            .orElse(UNKNOWN_MOST);
        // A tear beats any silence: what is silent at and above it is an exception and bounds nothing.
        Sum largest = bounding.stream().filter(sum -> sum.boundary() < atMost && sum.isWhole())
            .reduce((smaller, larger) -> larger).orElse(null);
        return largest == null ? new Granule(UNKNOWN_LEAST, atMost, false, List.copyOf(byBoundary.values()))
            : new Granule(2 * largest.boundary(), atMost, !largest.isStrong(), List.copyOf(byBoundary.values()));
    }

    /** A granule that is promised: both bounds. */
    public static Granule promised(int bytes) {
        return new Granule(bytes, bytes, false, List.of());
    }

    /** What both know of one CPU. */
    public Granule and(Granule other) {
        int most = Math.min(atMost, other.atMost);
        Granule first = atLeast <= most ? this : UNKNOWN;
        Granule second = other.atLeast <= most ? other : UNKNOWN;
        Granule larger = first.atLeast > second.atLeast
            || first.atLeast == second.atLeast && !first.quick ? first : second;
        return new Granule(larger.atLeast, most, larger.quick,
            Stream.concat(sums.stream(), other.sums.stream()).toList());
    }

    /** Whether both bounds meet. */
    public boolean known() {
        return atLeast == atMost;
    }

    /** Boundaries without a tear in enough changes although a smaller one tears: exceptions to the law. */
    public List<Sum> silentAbove() {
        return sums.stream().filter(sum -> sum.boundary() >= atMost && sum.isWhole()).toList();
    }
}
