package org.tearline.engine.worker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tearline.kernel.Stressor;
import org.tearline.result.StressorUse;

/**
 * Decides which stressor the next slice of a trial uses and how long, from how each has fared: a bandit. What counts is
 * tears per second; until something has torn it is changes per second inside a line, and across one, where every slice
 * is a new draw, all get the same time. Each stressor gets one short slice; then the best gets the time, and the others
 * are looked at in turn. Old slices count less and less, because conditions on a machine change. Pure; one thread.
 */
final class StressorPolicy {
    /** Long enough for hundreds of changes, short enough to try them all in a fraction of a second. */
    static final long TRIAL_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Long enough that changing over costs nothing, short enough that a stop is heard. */
    static final long LONG_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The share of time for looking at others, while next to nothing, while nothing, and after much has torn. */
    private static final double RARELY_TORN_SHARE = 0.5;
    private static final double SILENT_SHARE = 0.08;
    private static final double OFTEN_TORN_SHARE = 0.05;
    private static final long OFTEN_TORN = 20;
    /** How much of its weight a slice loses with the next one of the same stressor. */
    private static final double FADE = 0.85;
    /** How often a stressor without a tear is tried, relative to one that is as good as the best. */
    private static final double MIN_SCORE = 0.1;
    /** How far a stressor may be behind in changes per second and still win by its tears per change. */
    private static final double ABOUT_EQUAL = 0.06;

    private final List<Arm> arms = new ArrayList<>();
    private final Mode mode;
    private long torn;
    private long nanos;
    private long lookedNanos;
    private boolean looking;

    /** What the stressors are tried for. */
    enum Mode {
        /** The most tears of a value that is not known to tear, so changes are all there is to go by until it does. */
        INSIDE,
        /** The most tears of a value across a boundary. */
        ACROSS,
        /** A comparison: all get the same time, whatever they achieve. */
        EACH
    }

    /** What to use next. Immutable. */
    record Slice(Stressor stressor, long nanos) {
    }

    /** Starts with nothing known; the first of the stressors is the first to be tried. */
    StressorPolicy(List<Stressor> stressors, Mode mode) {
        this.mode = mode;
        stressors.forEach(stressor -> arms.add(new Arm(stressor)));
    }

    /**
     * Takes in the yields of the same pair where it tears. The tears per second decide how often the others are tried;
     * the tears per change decide among those with about equally many changes.
     */
    void weigh(List<StressorUse> calibration) {
        double total = calibration.stream().mapToDouble(StressorPolicy::tornPerSecond).sum();
        double highest = calibration.stream().mapToDouble(StressorUse::yield).max().orElse(0);
        if (total > 0) {
            for (Arm arm : arms) {
                calibration.stream().filter(use -> use.name().equals(arm.stressor.toString())).findFirst()
                    .ifPresent(use -> {
                        arm.weight = 1.0 / arms.size() + tornPerSecond(use) / total;
                        arm.prior = 1 - ABOUT_EQUAL * (1 - use.yield() / highest);
                    });
            }
        }
    }

    /** Whether every stressor has had its first slice. */
    boolean hasTriedAll() {
        return arms.stream().allMatch(arm -> arm.nanos > 0);
    }

    /** The stressor with the best recent yield. */
    Stressor best() {
        return bestArm().stressor;
    }

    /** What to use next, and for how long. */
    Slice next() {
        looking = true;
        for (Arm arm : arms) {
            if (arm.nanos == 0) {
                return new Slice(arm.stressor, torn == 0 ? TRIAL_SLICE_NANOS : TRIAL_SLICE_NANOS / 2);
            }
        }
        boolean spread = mode == Mode.EACH || mode == Mode.ACROSS && torn == 0;
        Arm best = bestArm();
        if (arms.size() > 1 && (spread || lookedNanos < lookShare() * nanos)) {
            Arm leastServed = arms.stream().filter(arm -> spread || arm != best)
                .min(Comparator.comparingDouble(arm -> arm.nanos / arm.lookWeight(best))).orElseThrow();
            return new Slice(leastServed.stressor, mode == Mode.EACH ? LONG_SLICE_NANOS : TRIAL_SLICE_NANOS);
        }
        looking = false;
        return new Slice(best.stressor, LONG_SLICE_NANOS);
    }

    /** Records the result of the last slice. */
    void learn(Stressor used, long sliceNanos, long changes, long sliceTorn) {
        arms.stream().filter(arm -> arm.stressor == used).findFirst().orElseThrow()
            .add(Math.max(1, sliceNanos), changes, sliceTorn);
        nanos += sliceNanos;
        torn += sliceTorn;
        lookedNanos += looking ? sliceNanos : 0;
    }

    /** How each stressor that was used has fared. */
    List<StressorUse> uses() {
        return arms.stream().filter(arm -> arm.nanos > 0).map(Arm::use).toList();
    }

    private double lookShare() {
        return torn == 0 ? SILENT_SHARE : torn < OFTEN_TORN ? RARELY_TORN_SHARE : OFTEN_TORN_SHARE;
    }

    private Arm bestArm() {
        return arms.stream().max(Comparator.comparingDouble(Arm::perNano)).orElseThrow();
    }

    private static double tornPerSecond(StressorUse use) {
        return use.nanos() == 0 ? 0 : (double) use.torn() * TimeUnit.SECONDS.toNanos(1) / use.nanos();
    }

    /** What one stressor has achieved, in all and with older slices weighted down. */
    private final class Arm {
        private final Stressor stressor;
        private long nanos;
        private long changes;
        private long torn;
        private double lateNanos;
        private double lateChanges;
        private double lateTorn;
        private double weight = 1;
        private double prior = 1;

        private Arm(Stressor stressor) {
            this.stressor = stressor;
        }

        private void add(long moreNanos, long moreChanges, long moreTorn) {
            nanos += moreNanos;
            changes += moreChanges;
            torn += moreTorn;
            lateNanos = FADE * lateNanos + moreNanos;
            lateChanges = FADE * lateChanges + moreChanges;
            lateTorn = FADE * lateTorn + moreTorn;
        }

        /** Once something has torn, those that come near the best are looked at most. */
        private double lookWeight(Arm best) {
            return StressorPolicy.this.torn == 0 || mode == Mode.EACH ? weight
                : MIN_SCORE + perNano() / Math.max(Double.MIN_NORMAL, best.perNano());
        }

        private double perNano() {
            return lateNanos == 0 ? 0
                : (StressorPolicy.this.torn > 0 ? lateTorn : prior * lateChanges) / lateNanos;
        }

        private StressorUse use() {
            return new StressorUse(stressor.toString(), nanos, changes, torn);
        }
    }
}
