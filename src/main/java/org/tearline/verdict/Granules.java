// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.tearline.trial.Budget;
import org.tearline.trial.Geometry;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules.Granule.Sum;

/**
 * The granules of a CPU. They rest on one law: an access is atomic if it lies within one aligned block of the granule's
 * size.
 *
 * @param known  granules by kind of access and width
 * @param locked whether pairs of locked instructions tear across a line; they have no granule
 */
public record Granules(Map<Tested, Granule> known, Fate locked) {
    /** What a granule is known of. */
    public record Tested(PairKind kind, Width width) {
    }

    /** One worker's counts for one write and read; the places may be in any order. */
    public record TriedPair(PairKind kind, Width width, List<Sum> places) {
    }

    /** Adds up trials in any order, in constant memory. Not thread-safe. */
    public static final class Sums {
        private final Map<Tested, SortedMap<Integer, Sum>> sums = new HashMap<>();

        /** Adds the trials of one worker. Rates are compared only within a worker. */
        public void add(TriedPair tried) {
            SortedMap<Integer, Sum> all = sums.computeIfAbsent(new Tested(tried.kind(), tried.width()),
                key -> new TreeMap<>());
            boundarySums(tried.places()).forEach(sum -> all.merge(sum.boundary(), sum, Sum::plus));
        }

        /** Whether no trial was added. */
        public boolean isEmpty() {
            return sums.isEmpty();
        }

        public Granules granules() {
            Map<Tested, Granule> known = new HashMap<>();
            sums.forEach((tested, all) -> known.put(tested, Granule.of(all.values())));
            return new Granules(known, locked(known));
        }
    }

    public static Granules of(Collection<TriedPair> tried) {
        Sums sums = new Sums();
        tried.forEach(sums::add);
        return sums.granules();
    }

    /** Locked accesses inside a line do not show what happens across one. */
    private static Fate locked(Map<Tested, Granule> known) {
        List<Sum> sums = Stream.of(Width.values())
            .map(width -> known.getOrDefault(new Tested(PairKind.LOCKED, width), Granule.UNKNOWN))
            .flatMap(granule -> granule.sums().stream())
            .toList();
        if (sums.stream().anyMatch(sum -> sum.torn() > 0)) {
            return Fate.TORN;
        }
        long acrossLine = Counts.sum(sums.stream()
            .filter(sum -> sum.boundary() >= Geometry.USUAL.lineBytes())
            .map(Sum::changes)
            .toList());
        if (acrossLine >= Budget.LEAST_SPLIT_LOCKED_CHANGES) {
            return Fate.WHOLE;
        }
        return Fate.UNKNOWN;
    }

    /**
     * Returns the sum of each boundary, from the largest to the smallest. A negative result counts only below a
     * boundary that tore; the rate of the nearest such boundary tells how many tears to expect.
     */
    private static List<Sum> boundarySums(List<Sum> places) {
        List<Sum> sums = new ArrayList<>();
        double rate = 0;
        for (Sum here : Granule.byBoundary(places).descendingMap().values()) {
            long silent = 0;
            if (here.torn() > 0) {
                rate = here.seen().rate();
            } else if (rate > 0) {
                silent = here.silent();
            }
            sums.add(here.with(silent, Math.round(silent * rate)));
        }
        return sums;
    }

    /** Returns the granule of all Java types; by the law, it does not depend on the width. */
    public Granule of(PairKind kind) {
        return Width.scalars().stream()
            .map(width -> of(kind, width))
            .reduce(Granule.UNKNOWN, Granule::and);
    }

    /** Returns the kinds that were tested, without locked pairs, which have no granule. */
    public List<PairKind> kinds() {
        return Stream.of(PairKind.STORE, PairKind.LOAD, PairKind.PAIR)
            .filter(kind -> known.keySet().stream().anyMatch(tested -> tested.kind() == kind))
            .toList();
    }

    public Granule of(PairKind kind, Width width) {
        return known.getOrDefault(new Tested(kind, width), Granule.UNKNOWN);
    }

    /**
     * Predicts whether a value that crosses a boundary tears.
     *
     * @param boundary as computed by {@link org.tearline.trial.Geometry#boundary}
     */
    public Fate fate(PairKind kind, Width width, int boundary) {
        return switch (kind) {
            case LOCKED -> locked;
            case STORE, LOAD -> fate(deciding(kind, width), boundary);
            case PAIR -> {
                List<Fate> sides = List.of(fate(PairKind.STORE, width, boundary), fate(PairKind.LOAD, width, boundary));
                yield pair(sides, fate(deciding(kind, width), boundary));
            }
        };
    }

    /** Returns the granule that decides for a width: a vector's own, or else that of all Java types. */
    public Granule deciding(PairKind kind, Width width) {
        if (width.isVector()) {
            return of(kind, width);
        }
        return of(kind);
    }

    /**
     * Combines the fates of a pair's sides with that of the pair. A side that tears always decides; two whole sides
     * decide only if nothing else is known.
     *
     * @param together what the pair's own granule predicts
     */
    private static Fate pair(List<Fate> sides, Fate together) {
        if (sides.contains(Fate.TORN)) {
            return Fate.TORN;
        }
        if (together == Fate.UNKNOWN && !sides.contains(Fate.UNKNOWN)) {
            return Fate.WHOLE;
        }
        return together;
    }

    private static Fate fate(Granule granule, int boundary) {
        if (boundary >= granule.atMost()) {
            return Fate.TORN;
        }
        if (boundary < granule.atLeast()) {
            return Fate.WHOLE;
        }
        return Fate.UNKNOWN;
    }

    /**
     * Bounds of a granule, which is known once they are equal. A granule is the size in bytes, a power of two, of the
     * naturally aligned blocks within which one kind of access is atomic.
     *
     * @param atLeast lower bound, from negative results and the law; {@link #UNKNOWN_LEAST} without them
     * @param atMost  upper bound, from tears; {@link #UNKNOWN_MOST} without them
     * @param quick   whether the lower bound rests on fewer changes than a strong one needs
     * @param sums    the counts by boundary; empty if only the bounds are known
     */
    public record Granule(int atLeast, int atMost, boolean quick, List<Sum> sums) {
        /** A single byte never tears. */
        public static final int UNKNOWN_LEAST = 1;
        public static final int UNKNOWN_MOST = Integer.MAX_VALUE;
        public static final Granule UNKNOWN = new Granule(UNKNOWN_LEAST, UNKNOWN_MOST, false, List.of());

        /** Minimum changes without a tear for a strong lower bound. */
        public static final long STRONG_CHANGES = 1_000_000;
        /** Minimum changes without a tear for a quick lower bound. */
        public static final long QUICK_CHANGES = 20_000;
        /** Minimum {@link Sum#expected} tears for a quick lower bound. */
        public static final long QUICK_EXPECTED = 100;

        /**
         * The counts for one place, or for all places at one boundary.
         *
         * @param changes  changes in all trials
         * @param torn     torn values among them
         * @param silent   changes that may support a lower bound: those at a sound place; in a granule, only those of
         *                 workers in which the pair tore at a larger boundary but not at this one
         * @param expected tears that the silent changes would contain at the rate of that larger boundary
         * @param lowNew   torn values whose lower bytes are from the newer write; the order is not always known
         * @param highNew  torn values whose upper bytes are from the newer write
         */
        public record Sum(int boundary, long changes, long torn, long silent, long expected, long lowNew,
                          long highNew) {
            /**
             * Returns the counts for one place.
             *
             * @param sound whether a negative result counts: about as many planted tears as expected were found, the
             *              threads were pinned, the tier held and was not the interpreter, and no side used split
             *              locks. On Zen 3, loads across a line are made in two parts, but in most runs of a million
             *              changes none of them tore what a split lock wrote
             */
            public static Sum of(int boundary, long changes, long torn, long lowNew, long highNew, boolean sound) {
                return new Sum(boundary, changes, torn, sound ? changes : 0, 0, lowNew, highNew);
            }

            private Sum with(long newSilent, long newExpected) {
                return new Sum(boundary, changes, torn, newSilent, newExpected, lowNew, highNew);
            }

            public Sum plus(Sum other) {
                return new Sum(boundary, Counts.sum(changes, other.changes), Counts.sum(torn, other.torn),
                    Counts.sum(silent, other.silent), Counts.sum(expected, other.expected),
                    Counts.sum(lowNew, other.lowNew), Counts.sum(highNew, other.highNew));
            }

            /** Whether these counts show that nothing tears across the boundary. */
            public boolean isWhole() {
                return torn == 0 && (isStrong() || silent >= QUICK_CHANGES && expected >= QUICK_EXPECTED);
            }

            /** Whether these changes without a tear contradict tears at a rate. */
            public boolean denies(double rate) {
                return torn == 0 && (changes >= STRONG_CHANGES || expects(seen(), rate));
            }

            public Seen seen() {
                return new Seen(changes, torn);
            }

            private boolean isStrong() {
                return silent >= STRONG_CHANGES;
            }
        }

        /**
         * Derives the bounds: at most the smallest boundary that tore, at least twice the largest one below that had
         * enough changes without a tear.
         */
        public static Granule of(Collection<Sum> counted) {
            NavigableMap<Integer, Sum> byBoundary = byBoundary(counted);
            // In ascending order. OWN_MIDDLE, which sorts first, is not a boundary.
            Collection<Sum> bounding = byBoundary.tailMap(Geometry.OWN_MIDDLE, false).values();
            int atMost = bounding.stream()
                .filter(sum -> sum.torn() > 0)
                .mapToInt(Sum::boundary)
                .findFirst()
                .orElse(UNKNOWN_MOST);
            List<Sum> sums = List.copyOf(byBoundary.values());
            // A tear outweighs negative results: those at larger boundaries are exceptions to the law.
            return bounding.stream()
                .filter(sum -> sum.boundary() < atMost && sum.isWhole())
                .reduce((smaller, larger) -> larger)
                // A value inside an aligned block of twice that size crosses no larger boundary.
                .map(largest -> new Granule(2 * largest.boundary(), atMost, !largest.isStrong(), sums))
                .orElse(new Granule(UNKNOWN_LEAST, atMost, false, sums));
        }

        /** Adds up the counts for each boundary. */
        public static NavigableMap<Integer, Sum> byBoundary(Collection<Sum> counted) {
            NavigableMap<Integer, Sum> byBoundary = new TreeMap<>();
            counted.forEach(sum -> byBoundary.merge(sum.boundary(), sum, Sum::plus));
            return byBoundary;
        }

        /**
         * Combines two granules of one CPU. A lower bound above the other's upper bound does not count. Of equal lower
         * bounds, the strong one is kept.
         */
        public Granule and(Granule other) {
            int most = Math.min(atMost, other.atMost);
            Granule least = Stream.of(this, other)
                .filter(granule -> granule.atLeast <= most)
                .max(Comparator.comparing(Granule::atLeast).thenComparing(Granule::quick, Comparator.reverseOrder()))
                .orElse(UNKNOWN);
            return new Granule(least.atLeast, most, least.quick,
                Stream.concat(sums.stream(), other.sums.stream()).toList());
        }

        public boolean known() {
            return atLeast == atMost;
        }

        /** Returns the counts of all places that cross a boundary. */
        public Seen seen(int boundary) {
            return Seen.sum(sums.stream().filter(sum -> sum.boundary() == boundary).map(Sum::seen));
        }

        /** Whether changes contain so many tears at a rate that their absence is no chance. */
        public static boolean expects(Seen seen, double rate) {
            return seen.changes() * rate >= QUICK_EXPECTED;
        }

        /** Exceptions to the law: boundaries without a tear in enough changes, although a smaller boundary tears. */
        public List<Sum> silentAbove() {
            return sums.stream()
                .filter(sum -> sum.boundary() >= atMost && sum.isWhole())
                .toList();
        }
    }
}
