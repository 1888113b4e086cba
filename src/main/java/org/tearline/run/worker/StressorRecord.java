// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.tearline.loop.Stressor;
import org.tearline.verdict.Controls.StressorUse;

/**
 * What one stressor of a trial has achieved: all of it, for the report, and the recent part, for the choice. How much
 * of its CPUs a host gives to a slice decides how many changes it has, but hardly how many of these are torn. So tears
 * per change and changes per second are estimated separately. Not thread-safe.
 */
final class StressorRecord {
    /**
     * Variance of a count of tears relative to its mean, which is 1 for independent tears. Tears come in clusters: on a
     * Zen 5 the tears of slices of 10 ms had 51 to 67, most of it from their changes per second.
     */
    private static final double OVERDISPERSION = 4;
    /** How many standard deviations the bound is above the estimate. */
    private static final double DEVIATIONS = 0.8;
    /** How many slices tell the changes per second. */
    private static final int RECENT_SLICES = 8;
    /** How far the changes per second may be above those of a single slice, relative to these. */
    private static final double RATE_MARGIN = 0.5;
    /** The least share of the fastest one's changes per second that one may have which was perhaps always starved. */
    private static final double PERHAPS_STARVED = 0.1;
    /** In so much time of its own the weight of a slice falls to 1/e, so that a change of its tears is soon noticed. */
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
     * Tears per nanosecond as they may be at best, by the bound of a score test for an overdispersed count. Infinite
     * before it was timed. The fewer slices tell its changes per second, the likelier is it that all were starved: of
     * 22 first slices on an Emerald Rapids four had less than a hundredth of their usual changes.
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
