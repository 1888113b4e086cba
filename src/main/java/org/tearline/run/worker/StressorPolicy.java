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
import org.tearline.verdict.StressorUse;

/**
 * A multi-armed bandit that chooses the stressor and length of each slice of a trial. A stressor's score is tears per
 * change times changes per second. Before the first tear, the score inside a line is changes per second. Across a line,
 * where slices of one stressor differ widely, all stressors get equal time before the first tear, except the likeliest,
 * which get three times as much. Each stressor starts with one short slice. After the first tear, the stressor with the
 * highest optimistic bound is next. Old slices lose weight, so the bound of an unused stressor rises until it is tried
 * again. Deterministic. Not thread-safe.
 */
final class StressorPolicy {
    /**
     * Long enough for hundreds of changes, short enough to try all stressors in a fraction of a second. After a tear,
     * half of it is enough for a first slice; inside a line, where only changes per second matter, a quarter.
     */
    static final long TRIAL_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Long enough to make the cost of switching negligible, short enough to react to a stop. */
    static final long LONG_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The time in which a slice's weight falls to 1/e. */
    private static final double MEMORY_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);
    /** Inside a line, the share of time that stressors other than the best get until the first tear. */
    private static final double EXPLORING_SHARE = 0.08;
    /**
     * How many times as much time the likeliest stressors get until the first tear. On Emerald Rapids, a slice with a
     * CAS writer across a line has 1 to 17 changes, and the best stressors tear a third of them. One slice of each is
     * therefore not enough, and a round of all stressors takes 22 ms.
     */
    private static final double LIKELIEST_SHARE = 3;
    /**
     * If some stressors are likeliest, each of the others starts as if it had already had this many changes without a
     * tear. This is negligible where a slice has hundreds of changes. Where a slice has five, as with split locks, it
     * saves the quarter of a second needed to find out that the others are worse. Chosen by simulating 0, 12, 24 and
     * 48: with 48, a best stressor that is not one of the likeliest is found seconds later.
     */
    private static final double UNLIKELY_CHANGES = 24;
    /** How far a stressor may fall behind in changes per second and still win on tears per change. */
    private static final double ABOUT_EQUAL = 0.06;

    private final List<StressorRecord> records;
    private final Mode mode;
    private Slice current;
    private StressorRecord planned;
    private long torn;
    private long plannedNanos;
    private long exploringNanos;

    /** How stressors share the time: as for a value inside a line, as for one across a line, or equally. */
    enum Mode {
        INSIDE, ACROSS, EACH
    }

    /**
     * The next slice.
     *
     * @param turn selects the place; differs by one between successive slices of a stressor, and between neighbouring
     *             stressors
     */
    record Slice(Stressor stressor, long nanos, int turn) {
    }

    /** Starts with the first stressor; the likeliest ones get more time until something tears. */
    StressorPolicy(List<Stressor> stressors, Collection<Stressor> likeliest, Mode mode) {
        this.mode = mode;
        records = stressors.stream().map(StressorRecord::new).toList();
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
     * Creates the policy that a trial requests.
     *
     * @param stressor the name of a stressor, or of several
     * @param usable   the stressors that the trial can use
     * @param across   whether the value crosses a line and may tear
     */
    static StressorPolicy of(String stressor, List<Stressor> usable, List<Stressor> likeliest, boolean across) {
        Mode mode = Mode.INSIDE;
        if (across) {
            mode = Mode.ACROSS;
        }
        return switch (stressor) {
            case Stressor.AUTO -> new StressorPolicy(usable, likeliest, mode);
            case Stressor.EACH -> new StressorPolicy(usable, List.of(), Mode.EACH);
            case Stressor.MIX -> new StressorPolicy(Stressor.mix().stream().filter(usable::contains).toList(),
                List.of(), Mode.EACH);
            default -> new StressorPolicy(List.of(Stressor.named(stressor)), List.of(), mode);
        };
    }

    /**
     * Takes into account how the same write and read tore across a line. Tears per time determine how often each
     * stressor is tried; tears per change decide between stressors with about the same changes per second.
     */
    void weigh(List<StressorUse> calibration) {
        double total = calibration.stream().mapToDouble(StressorPolicy::tornPerNano).sum();
        double highestYield = calibration.stream().mapToDouble(StressorUse::yield).max().orElse(0);
        if (total == 0) {
            return;
        }
        for (StressorUse use : calibration) {
            double shareOfTears = tornPerNano(use) / total;
            double relativeYield = use.yield() / highestYield;
            records.stream().filter(record -> record.use.name().equals(use.name())).forEach(record -> {
                record.weight = 1.0 / records.size() + shareOfTears;
                record.prior = 1 - ABOUT_EQUAL * (1 - relativeYield);
            });
        }
    }

    boolean hasTriedAll() {
        return records.stream().allMatch(record -> record.slices > 0);
    }

    Slice next() {
        if (mode == Mode.ACROSS && torn == 0 && records.size() > 1) {
            // Includes the next slice, so that the likeliest stressors come first.
            return plan(least(records, record -> (record.plannedNanos + TRIAL_SLICE_NANOS) / record.weight),
                TRIAL_SLICE_NANOS);
        }
        Optional<StressorRecord> untried = records.stream()
            .filter(record -> record.slices == 0)
            .findFirst();
        if (untried.isPresent()) {
            return plan(untried.get(), firstSliceNanos());
        }
        if (mode == Mode.EACH) {
            return plan(least(records, record -> record.plannedNanos), LONG_SLICE_NANOS);
        }
        StressorRecord best = best();
        StressorRecord next = bestOrExplored(best);
        if (next == best) {
            return plan(best, LONG_SLICE_NANOS);
        }
        return plan(next, TRIAL_SLICE_NANOS);
    }

    private long firstSliceNanos() {
        if (torn > 0) {
            return TRIAL_SLICE_NANOS / 2;
        }
        if (mode == Mode.INSIDE) {
            return TRIAL_SLICE_NANOS / 4;
        }
        return TRIAL_SLICE_NANOS;
    }

    /** After a tear, returns the stressor with the highest bound; before, the best one or one to explore. */
    private StressorRecord bestOrExplored(StressorRecord best) {
        if (torn > 0) {
            double fastest = fastest();
            return highest(record -> record.bound(fastest));
        }
        List<StressorRecord> others = records.stream()
            .filter(record -> record != best)
            .toList();
        if (others.isEmpty() || exploringNanos >= EXPLORING_SHARE * plannedNanos) {
            return best;
        }
        return least(others, record -> record.plannedNanos / record.weight);
    }

    private Slice plan(StressorRecord record, long nanos) {
        planned = record;
        current = new Slice(record.stressor, nanos, records.indexOf(record) + record.slices);
        return current;
    }

    /**
     * Records the result of the last slice. The duration of a trial's first slice is ignored, because it is up to 24
     * times too long while threads and caches warm up.
     */
    void learn(long sliceNanos, long changes, long sliceTorn) {
        double share = Math.exp(-current.nanos() / MEMORY_NANOS);
        records.forEach(record -> record.fade(share));
        planned.add(current.nanos(), sliceNanos, changes, sliceTorn, plannedNanos > 0);
        plannedNanos += current.nanos();
        torn += sliceTorn;
        if (current.nanos() < LONG_SLICE_NANOS) {
            exploringNanos += current.nanos();
        }
    }

    List<StressorUse> uses() {
        return records.stream().filter(record -> record.slices > 0).map(record -> record.use).toList();
    }

    private static StressorRecord least(List<StressorRecord> of, ToDoubleFunction<StressorRecord> served) {
        return of.stream().min(Comparator.comparingDouble(served)).orElseThrow();
    }

    StressorRecord best() {
        if (torn > 0) {
            return highest(record -> rate(record) * record.yield());
        }
        return highest(record -> rate(record) * record.prior);
    }

    private StressorRecord highest(ToDoubleFunction<StressorRecord> score) {
        return records.stream().max(Comparator.comparingDouble(score)).orElseThrow();
    }

    /** Changes per nanosecond; a stressor without a timed slice counts as the fastest. */
    private double rate(StressorRecord record) {
        if (record.timed > 0) {
            return record.rate();
        }
        return fastest();
    }

    private double fastest() {
        return records.stream().mapToDouble(StressorRecord::rate).max().orElse(0);
    }

    private static double tornPerNano(StressorUse use) {
        if (use.nanos() == 0) {
            return 0;
        }
        return (double) use.torn() / use.nanos();
    }

    /**
     * The results of one stressor in a trial: totals for the report, and recent results for the choice. Changes per
     * second and tears per change are estimated separately, because the CPU time that the host grants a slice
     * determines how many changes it has, but hardly affects the share that is torn.
     */
    static final class StressorRecord {
        /**
         * Assumed variance of a count of tears relative to its mean. For independent tears it would be 1, but tears
         * come in clusters: in slices of 10 ms on Zen 5 the ratio was 51 to 67, mostly because the changes per second
         * varied.
         */
        private static final double OVERDISPERSION = 4;
        /** How many standard deviations the bound lies above the estimate. */
        private static final double DEVIATIONS = 0.8;
        /** How many slices determine the changes per second. */
        private static final int RECENT_SLICES = 8;
        /** Relative uncertainty of the changes per second if only one slice was timed. */
        private static final double RATE_MARGIN = 0.5;
        /**
         * Minimum changes per second to assume for a stressor, as a share of the fastest stressor's. Needed because all
         * slices of a stressor may have been starved of CPU time.
         */
        private static final double PERHAPS_STARVED = 0.1;
        /**
         * The time spent on this stressor after which a slice's weight has fallen to 1/e. Kept short so that a change
         * in its tear rate is noticed.
         */
        private static final double OWN_MEMORY_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

        final Stressor stressor;
        /** How often this stressor is tried before the first tear, relative to the others. */
        double weight = 1;
        /** How much this stressor's changes count before the first tear, relative to those of the others. */
        double prior = 1;
        /** Assumed changes without a tear, for the bound; they fade like real ones. */
        double doubt;
        private int slices;
        /** The total planned time of this stressor's slices. */
        private long plannedNanos;
        private StressorUse use;
        private double recentSlices;
        private double recentChanges;
        private double recentTorn;
        private final double[] rates = new double[RECENT_SLICES];
        private int timed;

        StressorRecord(Stressor stressor) {
            this.stressor = stressor;
            use = new StressorUse(stressor.toString(), 0, 0, 0);
        }

        void add(long planned, long sliceNanos, long sliceChanges, long sliceTorn, boolean isTimed) {
            fade(Math.exp(-planned / OWN_MEMORY_NANOS));
            slices++;
            plannedNanos += planned;
            use = use.plus(new StressorUse(use.name(), sliceNanos, sliceChanges, sliceTorn));
            recentChanges += sliceChanges;
            recentTorn += sliceTorn;
            if (isTimed) {
                recentSlices++;
                rates[timed++ % RECENT_SLICES] = (double) sliceChanges / Math.max(1, sliceNanos);
            }
        }

        /** Reduces the weight of earlier slices. The estimates stay the same but become less certain. */
        void fade(double share) {
            doubt *= share;
            recentSlices *= share;
            recentChanges *= share;
            recentTorn *= share;
        }

        /** Changes per nanosecond when not starved: the upper median of the recent slices. */
        double rate() {
            int known = Math.min(timed, RECENT_SLICES);
            double[] sorted = Arrays.copyOf(rates, known);
            Arrays.sort(sorted);
            if (known == 0) {
                return 0;
            }
            return sorted[known / 2];
        }

        /** Recent tears per change. */
        double yield() {
            if (recentChanges == 0) {
                return 0;
            }
            return recentTorn / recentChanges;
        }

        /**
         * An upper bound on tears per nanosecond, from a score test for an overdispersed count; infinite before the
         * first timed slice. The fewer slices were timed, the likelier it is that all of them were starved: of 22 first
         * slices on Emerald Rapids, four had less than a hundredth of their usual changes.
         *
         * @param fastest the changes per nanosecond of the fastest stressor
         */
        double bound(double fastest) {
            double unstarved = Math.max(PERHAPS_STARVED, 1.0 / (1 + timed)) * fastest;
            double rateBound = Math.max(rate(), unstarved) * (1 + RATE_MARGIN / recentSlices);
            double margin = DEVIATIONS * DEVIATIONS * OVERDISPERSION / 2;
            double tornBound = recentTorn + margin + Math.sqrt(margin * (2 * recentTorn + margin));
            double yieldBound = Math.min(1, tornBound / (recentChanges + doubt));
            return rateBound * yieldBound;
        }
    }
}
