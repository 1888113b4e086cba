// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.tearline.platform.MeasuredLine.Point;
import org.tearline.platform.MeasuredLine.Step;

/**
 * Finds where times change by more than their noise. A step has all points before it on one side and all behind it on
 * the other, with disjoint intervals, and most repeats have it at the same place. Pure. Thread-safe.
 */
final class StepFinder {
    /** A quarter more: neighbours in time differ by a tenth on a guest whose host is busy. */
    private static final double MIN_RATIO = 1.25;
    /** Four of five repeats: with less the place changes from run to run. */
    private static final double MIN_AGREEING = 0.8;
    /** Half the width of a 95 % interval of a median in order statistics, for the square root of the samples. */
    private static final double HALF_WIDTH = 0.98;

    private StepFinder() {
    }

    /**
     * Returns the step in several repeats of the same measurement.
     *
     * @param bytes     what the points are called
     * @param repeats   for each the samples, by point, in picoseconds
     * @param dearFirst whether the points before the step take longer
     */
    static Step find(List<Integer> bytes, List<long[][]> repeats, boolean dearFirst) {
        List<Point> points = IntStream.range(0, bytes.size()).mapToObj(i -> point(bytes.get(i), repeats.stream()
            .flatMapToLong(samples -> Arrays.stream(samples[i])).sorted().toArray())).toList();
        int best = bestIndex(points.stream().mapToLong(Point::medianPicos).toArray(), dearFirst);
        List<Integer> each = new ArrayList<>();
        for (long[][] samples : repeats) {
            long[] medians = Arrays.stream(samples).mapToLong(some -> median(LongStream.of(some).sorted().toArray()))
                .toArray();
            int index = bestIndex(medians, dearFirst);
            each.add(ratio(medians, index, dearFirst) >= MIN_RATIO ? index : 0);
        }
        int agreeing = (int) each.stream().filter(index -> index == best).count();
        boolean found = ratio(points.stream().mapToLong(Point::medianPicos).toArray(), best, dearFirst) >= MIN_RATIO
            && Step.parts(points, best, dearFirst) && agreeing >= MIN_AGREEING * repeats.size();
        return new Step(points, found ? best : 0, agreeing, repeats.size());
    }

    private static int bestIndex(long[] medians, boolean dearFirst) {
        int best = 1;
        for (int i = 2; i < medians.length; i++) {
            if (ratio(medians, i, dearFirst) > ratio(medians, best, dearFirst)) {
                best = i;
            }
        }
        return best;
    }

    /**
     * Returns the cheapest of the expensive side by the most expensive of the cheap one, with the step before this
     * point.
     */
    private static double ratio(long[] medians, int index, boolean dearFirst) {
        LongStream before = Arrays.stream(medians, 0, index);
        LongStream behind = Arrays.stream(medians, index, medians.length);
        return dearFirst ? (double) before.min().orElseThrow() / behind.max().orElseThrow()
            : (double) behind.min().orElseThrow() / before.max().orElseThrow();
    }

    private static Point point(int bytes, long[] sorted) {
        double half = HALF_WIDTH * Math.sqrt(sorted.length);
        int low = (int) Math.max(0, Math.floor((sorted.length - 1) / 2.0 - half));
        int high = (int) Math.min(sorted.length - 1, Math.ceil((sorted.length - 1) / 2.0 + half));
        return new Point(bytes, sorted[low], median(sorted), sorted[high]);
    }

    private static long median(long[] sorted) {
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
