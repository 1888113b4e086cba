package org.tearline.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tearline.result.StressorUse;

/**
 * Decides which stressor the next slice of a trial uses, from how each has fared: a bandit. Every stressor gets one
 * short slice; after that the one with the most tears per second gets the time, and the others are revisited in turn
 * now and then, because a machine's mood changes. While nothing has torn, time is shared by weight. Pure; one thread.
 */
final class StressorPolicy {
    /** Long enough for thousands of changes, short enough that ten stressors are tried in the blink of an eye. */
    static final long TRIAL_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    /** Long enough that changing over costs nothing, short enough that a stop is heard. */
    static final long LONG_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int REVISIT_EVERY = 10;

    private final List<Arm> arms = new ArrayList<>();
    private final boolean fair;
    private int slices;
    private int revisited;

    /** Starts with nothing known; the first of the stressors is the first to be tried. */
    StressorPolicy(List<Stressor> stressors) {
        this(stressors, false);
    }

    /**
     * Starts with nothing known.
     *
     * @param fair whether all get the same time whatever they bring, so that they can be compared
     */
    StressorPolicy(List<Stressor> stressors, boolean fair) {
        this.fair = fair;
        stressors.forEach(stressor -> arms.add(new Arm(stressor)));
    }

    /** Shares the time of a silent trial by the tears per second that each stressor had where the same pair tears. */
    void weigh(List<StressorUse> calibration) {
        double total = calibration.stream().mapToDouble(StressorPolicy::perSecond).sum();
        if (total > 0) {
            for (Arm arm : arms) {
                calibration.stream().filter(use -> use.name().equals(arm.stressor.toString())).findFirst()
                    .ifPresent(use -> arm.weight = 1.0 / arms.size() + perSecond(use) / total);
            }
        }
    }

    /** Whether every stressor has had its first slice. */
    boolean hasTriedAll() {
        return arms.stream().allMatch(arm -> arm.nanos > 0);
    }

    /** The stressor with the most tears per second so far. */
    Stressor best() {
        return bestArm().stressor;
    }

    /** What to use next. */
    Stressor next() {
        for (Arm arm : arms) {
            if (arm.nanos == 0) {
                return arm.stressor;
            }
        }
        Arm best = bestArm();
        if (best.torn == 0 || fair) {
            Arm leastServed = arms.get(0);
            for (Arm arm : arms) {
                leastServed = arm.nanos / arm.weight < leastServed.nanos / leastServed.weight ? arm : leastServed;
            }
            return leastServed.stressor;
        }
        if (slices % REVISIT_EVERY == 0) {
            return arms.get(revisited++ % arms.size()).stressor;
        }
        return best.stressor;
    }

    /**
     * How long to use it: short while it is only looked at, and while nothing has torn. Every slice starts the two
     * sides in another phase, and on Zen 4 it is the phase that decides whether a locked write tears in a slice.
     */
    long sliceNanos(Stressor chosen) {
        boolean alone = arms.size() == 1;
        boolean revisit = slices % REVISIT_EVERY == 0 && !fair;
        boolean worthIt = arm(chosen).torn > 0 && !revisit || fair && arm(chosen).nanos > 0;
        return alone || worthIt ? LONG_SLICE_NANOS : TRIAL_SLICE_NANOS;
    }

    /** Takes in what a slice brought. */
    void learn(Stressor used, long nanos, long changes, long torn) {
        Arm arm = arm(used);
        arm.nanos += Math.max(1, nanos);
        arm.changes += changes;
        arm.torn += torn;
        slices++;
    }

    /** How each stressor that was used has fared. */
    List<StressorUse> uses() {
        return arms.stream().filter(arm -> arm.nanos > 0).map(Arm::use).toList();
    }

    private Arm bestArm() {
        Arm best = arms.get(0);
        for (Arm arm : arms) {
            best = arm.perSecond() > best.perSecond() ? arm : best;
        }
        return best;
    }

    private Arm arm(Stressor stressor) {
        return arms.stream().filter(arm -> arm.stressor == stressor).findFirst().orElseThrow();
    }

    private static double perSecond(StressorUse use) {
        return use.nanos() == 0 ? 0 : (double) use.torn() * TimeUnit.SECONDS.toNanos(1) / use.nanos();
    }

    private static final class Arm {
        private final Stressor stressor;
        private long nanos;
        private long changes;
        private long torn;
        private double weight = 1;

        private Arm(Stressor stressor) {
            this.stressor = stressor;
        }

        private double perSecond() {
            return StressorPolicy.perSecond(use());
        }

        private StressorUse use() {
            return new StressorUse(stressor.toString(), nanos, changes, torn);
        }
    }
}
