// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.List;

/**
 * Says how large a line is by what it costs, whatever the system says. Immutable.
 *
 * @param coherence a locked addition by the distance of another thread's stores: expensive on one line; null where one
 *                  thread alone could be tried
 * @param pair      the same a line away, inside an aligned pair of lines and across two pairs: expensive inside if the
 *                  other line of the pair is fetched along; null where one thread alone could be tried
 * @param store     a store by the boundary that it lies across: expensive from the granule on that it is split at
 * @param load      the same of a load
 */
public record MeasuredLine(Step coherence, Step pair, Step store, Step load) {

    /**
     * Times along one axis, and where they change.
     *
     * @param points   in the order of the axis
     * @param index    of the first point beyond the step; 0 if there is none that the noise does not explain
     * @param agreeing how many of the repeats have the step there; without a step: have the most frequent one
     */
    public record Step(List<Point> points, int index, int agreeing, int repeats) {
        /** Returns whether there is a step. */
        public boolean found() {
            return index > 0;
        }

        /** Returns whether the intervals on both sides of a point are disjoint, as those of a step are. */
        public static boolean parts(List<Point> points, int index, boolean dearFirst) {
            List<Point> before = points.subList(0, index);
            List<Point> behind = points.subList(index, points.size());
            return (dearFirst ? before : behind).stream().mapToLong(Point::lowPicos).min().orElseThrow()
                > (dearFirst ? behind : before).stream().mapToLong(Point::highPicos).max().orElseThrow();
        }

        /** Returns the bytes of the first point beyond the step; null without one. */
        public Integer bytes() {
            return found() ? points.get(index).bytes : null;
        }

        /**
         * Returns how many times as much the cheapest point on the expensive side takes as the most expensive on the
         * cheap one.
         */
        public double ratio() {
            return Math.max(ratio(points.subList(0, index), points.subList(index, points.size())),
                ratio(points.subList(index, points.size()), points.subList(0, index)));
        }

        private static double ratio(List<Point> dear, List<Point> cheap) {
            return (double) dear.stream().mapToLong(Point::medianPicos).min().orElse(1)
                / cheap.stream().mapToLong(Point::medianPicos).max().orElse(Long.MAX_VALUE);
        }
    }

    /**
     * Holds what an operation took at one point.
     *
     * @param bytes     the distance, or the boundary that is crossed; 0 for none
     * @param lowPicos  with highPicos the 95 % interval of the median
     */
    public record Point(int bytes, long lowPicos, long medianPicos, long highPicos) {
    }
}
