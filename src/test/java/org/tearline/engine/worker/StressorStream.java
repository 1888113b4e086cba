// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.worker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.tearline.kernel.Stressor;

/**
 * A simulated machine for {@link StressorPolicy}. Its 22 stressors tear in clusters, and their changes per second vary,
 * so that the tears of slices of 10 ms have some 50 times the variance of independent ones. Some slices are starved,
 * and the first is distorted, as they were on a Zen 5 under KVM. Not thread-safe.
 */
final class StressorStream {
    static final List<Stressor> STRESSORS = List.of(Stressor.values()).subList(0, 22);

    private static final double SECOND = TimeUnit.SECONDS.toNanos(1);
    /** Tears per second, relative to the best. */
    private static final double[] SCORES = {1, 0.75, 0.6, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.001, 0.0001};
    /** Standard deviation of the logarithm of a slice's changes per second. */
    private static final double CHANGES_DEVIATION = 0.25;
    private static final double STARVED = 0.08;
    private static final double MEAN_STARVED_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    private static final double[] FIRST_NANOS = {1e6, 24e6};
    private static final long FIRST_CHANGES = 70;

    private final Pace pace;
    private final Random random;
    private final double[] yield = new double[STRESSORS.size()];
    private final double[] changesPerSecond = new double[STRESSORS.size()];
    private boolean started;

    /** How fast a pair of write and read is. */
    enum Pace {
        /** A CAS writer on a Zen 5: 20 % of the best one's changes are torn. */
        FAST(54_000, 270_000, 1_500_000, 8),
        /** The same on an Emerald Rapids, where a locked write across a line takes 15 us: five changes in 1 ms. */
        SLOW(1_000, 4_200, 5_800, 2);

        private final double bestPerSecond;
        private final double minChanges;
        private final double maxChanges;
        private final double cluster;

        Pace(double bestPerSecond, double minChanges, double maxChanges, double cluster) {
            this.bestPerSecond = bestPerSecond;
            this.minChanges = minChanges;
            this.maxChanges = maxChanges;
            this.cluster = cluster;
        }
    }

    /** What a slice counted. */
    record Slice(long nanos, long changes, long torn) {
    }

    /** Shuffles the stressors, or has the best of them tried first. */
    StressorStream(Pace pace, long seed, boolean bestFirst) {
        this.pace = pace;
        random = new Random(seed);
        List<Double> scores = new ArrayList<>();
        for (int i = bestFirst ? 1 : 0; i < STRESSORS.size(); i++) {
            scores.add(i < SCORES.length ? SCORES[i] : 0);
        }
        Collections.shuffle(scores, random);
        if (bestFirst) {
            scores.add(0, SCORES[0]);
        }
        for (int i = 0; i < yield.length; i++) {
            changesPerSecond[i] = pace.minChanges * Math.pow(pace.maxChanges / pace.minChanges, random.nextDouble());
            yield[i] = pace.bestPerSecond * scores.get(i) / changesPerSecond[i];
        }
    }

    Stressor best() {
        int best = 0;
        for (int i = 1; i < yield.length; i++) {
            best = yield[i] * changesPerSecond[i] > yield[best] * changesPerSecond[best] ? i : best;
        }
        return STRESSORS.get(best);
    }

    /** The best and another one change places, as when a host moves a virtual CPU. */
    void swapTheBest() {
        int best = STRESSORS.indexOf(best());
        int other = (best + 1 + random.nextInt(yield.length - 1)) % yield.length;
        double[] kept = {yield[best], changesPerSecond[best]};
        yield[best] = yield[other];
        changesPerSecond[best] = changesPerSecond[other];
        yield[other] = kept[0];
        changesPerSecond[other] = kept[1];
    }

    Slice run(Stressor stressor, long asked) {
        int i = STRESSORS.indexOf(stressor);
        if (!started) {
            started = true;
            long nanos = (long) (FIRST_NANOS[0] + random.nextDouble() * (FIRST_NANOS[1] - FIRST_NANOS[0]));
            return new Slice(nanos, FIRST_CHANGES, torn(FIRST_CHANGES, yield[i]));
        }
        double running = asked;
        double nanos = asked;
        if (random.nextDouble() < STARVED) {
            // Either the reader waits for a CPU, and its slice is longer, or the writer does, and nothing changes.
            double starved = -Math.log(1 - random.nextDouble()) * MEAN_STARVED_NANOS;
            if (random.nextBoolean()) {
                nanos += starved;
            } else {
                running = Math.max(0, running - starved);
            }
        }
        long changes = (long) (running / SECOND * changesPerSecond[i]
            * Math.exp(CHANGES_DEVIATION * random.nextGaussian()));
        return new Slice((long) nanos, changes, torn(changes, yield[i]));
    }

    private long torn(long changes, double yield) {
        double clusters = changes * yield / pace.cluster;
        long torn = 0;
        for (long left = poisson(clusters); left > 0; left--) {
            torn += 1 + (long) (Math.log(1 - random.nextDouble()) / Math.log(1 - 1 / pace.cluster));
        }
        return Math.min(changes, torn);
    }

    private long poisson(double mean) {
        if (mean > 50) {
            return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
        }
        long count = 0;
        for (double left = mean + Math.log(1 - random.nextDouble()); left > 0;
             left += Math.log(1 - random.nextDouble())) {
            count++;
        }
        return count;
    }
}
