// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.tearline.loop.Stressor;
import org.tearline.verdict.TrialResult.Controls.StressorUse;

/**
 * Decides which stressor the next slice of a trial uses and how long: a bandit. What counts is tears per change times
 * changes per second; until something has torn it is changes per second inside a line, and across one, where every
 * slice is a new draw, all get the same time, the likeliest several times as much. Each stressor gets one short slice.
 * After that the stressor with the highest optimistic bound gets the next one. Slices lose weight with time, so the
 * bound of a stressor that is not used rises until it is looked at again. No random number is drawn. Not thread-safe.
 */
final class StressorPolicy {
    /** Long enough for hundreds of changes, short enough to try them all in a fraction of a second. */
    static final long TRIAL_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Long enough that changing over costs nothing, short enough that a stop is heard. */
    static final long LONG_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The time in which the weight of a slice falls to 1/e. */
    private static final double MEMORY_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);
    /** The share of time for looking at others while nothing has torn inside a line. */
    private static final double SILENT_SHARE = 0.08;
    /**
     * How much more time the likeliest ones get until something has torn. On an Emerald Rapids a slice has 1 to 17
     * changes of a CAS writer across a line, and of the best ones' changes a third are torn: one slice of each is not
     * enough, and a look at all of them takes 22 ms.
     */
    private static final double LIKELIEST_SHARE = 3;
    /**
     * If some are likeliest, so many changes of each other one count as seen without a tear at the start. That
     * is next to nothing where a slice has hundreds. Where it has five, as under split locks, a quarter of a second
     * would otherwise be spent on finding out that those others are worse. Chosen by simulation of 0, 12, 24 and
     * 48 (docs/method.md has the figures): with 48 the best is found seconds later if it is not one of them.
     */
    private static final double UNLIKELY_CHANGES = 24;
    /** How far a stressor may be behind in changes per second and still win by its tears per change. */
    private static final double ABOUT_EQUAL = 0.06;

    private final List<StressorRecord> records;
    private final Mode mode;
    private Slice asked;
    private long torn;
    private long askedNanos;
    private long lookedNanos;
    private boolean looking;

    /** For the most tears inside a line, where changes are all there is to go by, or across it; or all alike. */
    enum Mode {
        INSIDE, ACROSS, EACH
    }

    /**
     * What to use next.
     *
     * @param turn differs by one from the same stressor's last slice, and from its neighbour's in the list
     */
    record Slice(Stressor stressor, long nanos, int turn) {
    }

    /**
     * Starts with no measurements and tries the first stressor first.
     *
     * @param likeliest the stressors that get more time until something tears
     */
    StressorPolicy(List<Stressor> stressors, Collection<Stressor> likeliest, Mode mode) {
        this.mode = mode;
        this.records = stressors.stream().map(StressorRecord::new).toList();
        if (!likeliest.isEmpty()) {
            for (StressorRecord record : records) {
                if (likeliest.contains(record.stressor)) {
                    record.weight = LIKELIEST_SHARE;
                } else {
                    record.doubt = UNLIKELY_CHANGES;
                }
            }
        }
    }

    /**
     * Takes in the yields of the same pair where it tears. The tears per second decide how often the others are tried;
     * the tears per change decide among those with about equally many changes.
     */
    void weigh(List<StressorUse> calibration) {
        double total = calibration.stream().mapToDouble(StressorPolicy::tornPerSecond).sum();
        double highest = calibration.stream().mapToDouble(StressorUse::yield).max().orElse(0);
        if (total > 0) {
            for (StressorRecord record : records) {
                calibration.stream().filter(use -> use.name().equals(record.stressor.toString())).findFirst()
                    .ifPresent(use -> {
                        record.weight = 1.0 / records.size() + tornPerSecond(use) / total;
                        record.prior = 1 - ABOUT_EQUAL * (1 - use.yield() / highest);
                    });
            }
        }
    }

    boolean hasTriedAll() {
        return records.stream().allMatch(record -> record.slices() > 0);
    }

    Slice next() {
        looking = true;
        if (mode == Mode.ACROSS && torn == 0 && records.size() > 1) {
            return ask(least(record -> (record.askedNanos() + TRIAL_SLICE_NANOS) / record.weight), TRIAL_SLICE_NANOS);
        }
        Optional<StressorRecord> untried = records.stream().filter(record -> record.slices() == 0).findFirst();
        if (untried.isPresent()) {
            return ask(untried.get(), torn == 0 ? TRIAL_SLICE_NANOS : TRIAL_SLICE_NANOS / 2);
        }
        if (mode == Mode.EACH) {
            return ask(least(StressorRecord::askedNanos), LONG_SLICE_NANOS);
        }
        StressorRecord best = best();
        if (records.size() > 1) {
            if (torn > 0) {
                double fastest = fastest();
                StressorRecord next = highest(record -> record.bound(fastest));
                return ask(next, next == best ? LONG_SLICE_NANOS : TRIAL_SLICE_NANOS);
            }
            if (lookedNanos < SILENT_SHARE * askedNanos) {
                return ask(records.stream().filter(record -> record != best)
                    .min(Comparator.comparingDouble(record -> record.askedNanos() / record.weight)).orElseThrow(),
                    TRIAL_SLICE_NANOS);
            }
        }
        looking = false;
        return ask(best, LONG_SLICE_NANOS);
    }

    private Slice ask(StressorRecord record, long nanos) {
        asked = new Slice(record.stressor, nanos, records.indexOf(record) + record.slices());
        return asked;
    }

    /**
     * Records the result of the slice that was asked for last. The time of a trial's first slice says nothing: threads
     * and caches are just starting, and it takes up to 24 times as long as it should.
     */
    void learn(Stressor used, long sliceNanos, long changes, long sliceTorn) {
        boolean first = askedNanos == 0;
        double share = Math.exp(-asked.nanos() / MEMORY_NANOS);
        records.forEach(record -> record.fade(share));
        records.stream().filter(record -> record.stressor == used).findFirst().orElseThrow()
            .add(asked.nanos(), sliceNanos, changes, sliceTorn, !first);
        askedNanos += asked.nanos();
        torn += sliceTorn;
        lookedNanos += looking ? asked.nanos() : 0;
    }

    List<StressorUse> uses() {
        return records.stream().filter(record -> record.slices() > 0).map(StressorRecord::use).toList();
    }

    private StressorRecord least(ToDoubleFunction<StressorRecord> served) {
        return records.stream().min(Comparator.comparingDouble(served)).orElseThrow();
    }

    StressorRecord best() {
        return highest(record -> rate(record) * (torn > 0 ? record.yield() : record.prior));
    }

    private StressorRecord highest(ToDoubleFunction<StressorRecord> score) {
        return records.stream().max(Comparator.comparingDouble(score)).orElseThrow();
    }

    /** A stressor that has not been timed yet is assumed to be as fast as the fastest. */
    private double rate(StressorRecord record) {
        return record.isTimed() ? record.rate() : fastest();
    }

    private double fastest() {
        return records.stream().mapToDouble(StressorRecord::rate).max().orElse(0);
    }

    private static double tornPerSecond(StressorUse use) {
        return use.nanos() == 0 ? 0 : (double) use.torn() * TimeUnit.SECONDS.toNanos(1) / use.nanos();
    }

    /**
     * What one stressor of a trial has achieved: all of it, for the report, and the recent part, for the choice. How
     * much of its CPUs a host gives to a slice decides how many changes it has, but hardly how many of these are torn.
     * So tears per change and changes per second are estimated separately. Not thread-safe.
     */
    static final class StressorRecord {
        /**
         * Variance of a count of tears relative to its mean, which is 1 for independent tears. Tears come in clusters:
         * on a Zen 5 the tears of slices of 10 ms had 51 to 67, most of it from their changes per second.
         */
        private static final double OVERDISPERSION = 4;
        /** How many standard deviations the bound is above the estimate. */
        private static final double DEVIATIONS = 0.8;
        /** How many slices tell the changes per second. */
        private static final int RECENT_SLICES = 8;
        /** How far the changes per second may be above those of a single slice, relative to these. */
        private static final double RATE_MARGIN = 0.5;
        /**
         * The least share of the fastest one's changes per second that one may have which was perhaps always starved.
         */
        private static final double PERHAPS_STARVED = 0.1;
        /**
         * In so much time of its own the weight of a slice falls to 1/e, so that a change of its tears is soon noticed.
         */
        private static final double OWN_MEMORY_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

        final Stressor stressor;
        /** How likely a stressor that has torn nothing is to be looked at, from a calibration. */
        double weight = 1;
        /** What its changes are worth next to those of others while nothing has torn, from a calibration. */
        double prior = 1;
        /** Changes without a tear that count as seen before any were, for the bound; they fade as others do. */
        double doubt;
        /** How often it has been used, and how long it was to be used in all. */
        private int slices;
        private long askedNanos;
        private long nanos;
        private long changes;
        private long torn;
        private double recentSlices;
        private double recentChanges;
        private double recentTorn;
        private final double[] rates = new double[RECENT_SLICES];
        private int timed;

        StressorRecord(Stressor stressor) {
            this.stressor = stressor;
        }

        /** Adds a slice; timed says whether its time says anything. */
        void add(long asked, long sliceNanos, long sliceChanges, long sliceTorn, boolean timed) {
            fade(Math.exp(-asked / OWN_MEMORY_NANOS));
            slices++;
            askedNanos += asked;
            nanos += sliceNanos;
            changes += sliceChanges;
            torn += sliceTorn;
            recentChanges += sliceChanges;
            recentTorn += sliceTorn;
            if (timed) {
                recentSlices++;
                rates[this.timed++ % RECENT_SLICES] = (double) sliceChanges / Math.max(1, sliceNanos);
            }
        }

        /** Lets the recent part fade to this share of its weight; the estimates stay, and become less certain. */
        void fade(double share) {
            doubt *= share;
            recentSlices *= share;
            recentChanges *= share;
            recentTorn *= share;
        }

        /** Whether its changes per second are known. */
        boolean isTimed() {
            return timed > 0;
        }

        int slices() {
            return slices;
        }

        long askedNanos() {
            return askedNanos;
        }

        /** Changes per nanosecond while it is not starved: the upper median of the recent slices. */
        double rate() {
            int known = Math.min(timed, RECENT_SLICES);
            double[] sorted = Arrays.copyOf(rates, known);
            Arrays.sort(sorted);
            return known == 0 ? 0 : sorted[known / 2];
        }

        /** Torn values per change, recently. */
        double yield() {
            return recentChanges == 0 ? 0 : recentTorn / recentChanges;
        }

        /**
         * Tears per nanosecond as they may be at best, by the bound of a score test for an overdispersed count.
         * Infinite before it was timed. The fewer slices tell its changes per second, the likelier is it that all were
         * starved: of 22 first slices on an Emerald Rapids four had less than a hundredth of their usual changes.
         *
         * @param fastest the most changes per nanosecond of any stressor
         */
        double bound(double fastest) {
            double margin = DEVIATIONS * DEVIATIONS * OVERDISPERSION / 2;
            double tornAtBest = recentTorn + margin + Math.sqrt(margin * (2 * recentTorn + margin));
            double unstarved = Math.max(PERHAPS_STARVED, 1.0 / (1 + timed)) * fastest;
            return Math.max(rate(), unstarved) * (1 + RATE_MARGIN / recentSlices)
                * Math.min(1, tornAtBest / (recentChanges + doubt));
        }

        StressorUse use() {
            return new StressorUse(stressor.toString(), nanos, changes, torn);
        }
    }
}
