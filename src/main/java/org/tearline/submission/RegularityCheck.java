// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.tearline.plan.AccessRules;
import org.tearline.plan.ReadMode;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;

/**
 * Finds numbers that are too regular to have been measured. A trial ends in the middle of a batch, tears come in
 * clusters and clocks tell nanoseconds, so what is counted at one place hardly ever repeats or continues what was
 * counted at the place before. Each sign of invention is looked for wherever it could be. An honest place has it with a
 * chance below the one that stands beside the sign, which is 1.5 to 100 times what was seen in the worst of 50 honest
 * files of Zen 5 and Emerald Rapids. A file is refused if so many places would have the sign by that chance in less
 * than one of 10^9 files; with all signs and questions together that is less than one honest file in 10^7. Few places
 * never come to it: of 30 that have a chance of one half all have to look invented. Thread-safe.
 */
final class RegularityCheck implements Check {
    private static final double LEAST_LOG = Math.log(1e-9);
    /** Smaller counts are equal by chance. */
    private static final long FEW_CHANGES = 1_000;
    private static final long FEW_TEARS = 100;
    private static final long FEW_PLANTED = 1_000;
    /** Of a count of so many the last three digits are as good as random, whatever ended the trial. */
    private static final long LONG_COUNT = 10_000;
    private static final long THOUSAND = 1_000;
    /** Of a total of so many the last six are: reads and writes come in batches of powers of two. */
    private static final long LONG_TOTAL = 100_000_000;
    private static final long MILLION = 1_000_000;
    /** Of fewer shares each is too much of the share of all. */
    private static final int FEW_SHARES = 8;
    /** A count that was rounded to a whole one after a share of another was taken. */
    private static final double ROUNDED = 1.5;
    /** A reader that misses three of four stores meets the planted ones by chance. */
    private static final long STORES_A_CHANGE = 4;
    /** A narrower range is that of one sample, or of a steady clock. */
    private static final long WIDE_PICOS = 20;
    /** At a change in a microsecond the last batch, of 40 µs and more, leaves some ten counts to end with. */
    private static final long NANOS_A_CHANGE = 1_000;

    /** Names what an invented number has. */
    private enum Sign {
        /**
         * A count is one of the two before it, or as far from the last as that from the one before. A trial ends with
         * the batch of reads in which it has its changes: seen at 2 % of the places of the worst file.
         */
        REPEATED(0.5, "counts repeat or continue those before them"),
        /** Nothing that is counted ends with a thousand: seen at 0.3 %. */
        ROUND(0.03, "counts are multiples of a thousand"),
        /** Found of planted values is a binomial share at the least: seen at 3 %. */
        PLANTED(0.4, "shares of the planted values are that of all of their series"),
        /** So is torn of changes, and tears come in clusters: seen at 7 %. */
        TORN(0.3, "shares of torn values are that of all of their series"),
        /** Clocks tell 100 ns at the worst: seen at 0.4 %, of a nanosecond. */
        FIRST_TEAR(0.4, "first tears came after the same time as the one before"),
        /** The bytes are two of some hundred: seen at 7 %. A cas reader's writer has few, and is left out. */
        WITNESS(0.2, "witnesses have the bytes of the one before"),
        /** No two series take the same time, or count as many reads as another or as writes: never seen. */
        TOTAL(0.03, "totals are those of the series before, or of the other side"),
        /** Never seen. */
        ROUND_TOTAL(0.05, "totals are multiples of a million"),
        /** A median with its range, of which each is of picoseconds: seen at 8 %. */
        TIME(0.12, "times have the median and the range of the one before");

        private final double chance;
        private final String what;

        Sign(double chance, String what) {
            this.chance = chance;
            this.what = what;
        }
    }

    /** Asked for every count of every file. */
    private static final Sign[] SIGNS = Sign.values();

    /** Counts places, and those with a sign. Not thread-safe. */
    private static final class Places {
        private final int[] all = new int[SIGNS.length];
        private final int[] signs = new int[SIGNS.length];

        void add(Sign sign, boolean found) {
            all[sign.ordinal()]++;
            signs[sign.ordinal()] += found ? 1 : 0;
        }

        void judge(String where, Findings findings) {
            for (Sign sign : SIGNS) {
                int places = all[sign.ordinal()];
                int found = signs[sign.ordinal()];
                if (places > 0 && logTail(places, found, sign.chance) < LEAST_LOG) {
                    findings.add(ValidationRule.REGULAR, where, found + " of " + places + " " + sign.what);
                }
            }
        }
    }

    @Override
    public void check(ResultFile file, Findings findings) {
        // From lists that are not parallel nothing follows.
        if (file.kind() != Kind.SWEEP || findings.has(ValidationRule.OFFSETS)) {
            return;
        }
        AccessRules rules = file.environment().rules();
        Places places = new Places();
        Series before = null;
        for (Series series : file.series()) {
            addChanges(series, places);
            addShares(series, rules, places);
            addTears(series, places);
            addTotals(series, before, places);
            before = series;
        }
        places.judge("/series", findings);
    }

    private static void addChanges(Series series, Places places) {
        boolean fast = sum(series.changes()) * NANOS_A_CHANGE >= series.totals().nanos();
        int silent = 0;
        long last = 0;
        long other = 0;
        for (int i = 0; i < series.offsets().size(); i++) {
            long now = series.changes().get(i);
            if (now >= LONG_COUNT) {
                places.add(Sign.ROUND, now % THOUSAND == 0);
            }
            if (now >= FEW_CHANGES && series.torn().get(i) == 0) {
                if (fast && ++silent > 2) {
                    places.add(Sign.REPEATED, now == last || now == other || now - last == last - other);
                }
                other = last;
                last = now;
            }
        }
    }

    /** Returns quickly where one side is none: of nothing no share is told. */
    private static void addShares(Series series, AccessRules rules, Places places) {
        if (series.totals().writes() >= STORES_A_CHANGE * sum(series.changes())) {
            addShares(Sign.PLANTED, series.plantedFound(), series.plantedExpected(), series.plantedExpected(),
                FEW_PLANTED, places);
        }
        // An access of several pieces may tear nearly always.
        if (!rules.piecewise(series.trial(1))) {
            addShares(Sign.TORN, series.torn(), series.changes(), series.torn(), FEW_TEARS, places);
        }
    }

    /** Compares each part with what the share of all would make of its whole, where there is enough. */
    private static void addShares(Sign sign, List<Long> parts, List<Long> wholes, List<Long> enough, long least,
                                  Places places) {
        int large = 0;
        double part = 0;
        double whole = 0;
        for (int i = 0; i < enough.size(); i++) {
            if (enough.get(i) >= least) {
                large++;
                part += parts.get(i);
                whole += wholes.get(i);
            }
        }
        for (int i = 0; large >= FEW_SHARES && i < enough.size(); i++) {
            if (enough.get(i) >= least) {
                places.add(sign, part > 0 && Math.abs(parts.get(i) - wholes.get(i) * part / whole) <= ROUNDED);
            }
        }
    }

    private static void addTears(Series series, Places places) {
        Long last = null;
        for (Long nanos : series.firstTornNanos().values()) {
            if (last != null) {
                places.add(Sign.FIRST_TEAR, nanos.equals(last));
            }
            last = nanos;
        }
        for (int i = 1; series.read() != ReadMode.CAS && i < series.witnesses().size(); i++) {
            Series.Tear now = series.witnesses().get(i);
            Series.Tear other = series.witnesses().get(i - 1);
            places.add(Sign.WITNESS, now.before().equals(other.before()) && now.after().equals(other.after()));
        }
    }

    private static void addTotals(Series series, Series before, Places places) {
        Series.Totals now = series.totals();
        List<Long> large = List.of(now.writes(), now.reads(), now.nanos(), now.discardedSlices());
        large.stream().filter(total -> total >= LONG_TOTAL).forEach(total ->
            places.add(Sign.ROUND_TOTAL, total % MILLION == 0));
        if (now.reads() >= FEW_CHANGES) {
            places.add(Sign.TOTAL, now.reads() == now.writes());
        }
        if (before != null) {
            Series.Totals last = before.totals();
            List<Long> other = List.of(last.writes(), last.reads(), last.nanos(), last.discardedSlices());
            IntStream.range(0, large.size()).filter(i -> large.get(i) >= FEW_CHANGES).forEach(i ->
                places.add(Sign.TOTAL, Objects.equals(large.get(i), other.get(i))));
        }
    }

    /** Returns the logarithm of Chernoff's bound of the chance that so many of some places have a sign. */
    private static double logTail(int places, int found, double chance) {
        double share = (double) found / places;
        if (share <= chance) {
            return 0;
        }
        double rest = share < 1 ? (1 - share) * Math.log((1 - share) / (1 - chance)) : 0;
        return -places * (share * Math.log(share / chance) + rest);
    }

    private static double sum(List<Long> counts) {
        double sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }
}
