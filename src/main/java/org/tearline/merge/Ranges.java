// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Times;

/**
 * Puts the range over forks and over runs in place of each run's own interval. An interval says how sure a median of
 * one JVM is; another JVM, or another day, may well give another one, and several forks or runs show by how much. Pure.
 * Thread-safe.
 */
public final class Ranges {
    private Ranges() {
    }

    /** Returns the medians of a run that stands alone with the range of its forks. */
    public static Ranged of(Costs one) {
        return of(one, List.of(one));
    }

    /**
     * Returns the medians of one run with the range of all forks of all runs. Where no other run agrees with this one,
     * its median has no more weight than theirs, and is named as one that stands alone.
     *
     * @param all runs of the same CPU model, the one among them
     */
    static Ranged of(Costs one, List<Costs> all) {
        Set<Ranged.Point> alone = new HashSet<>();
        return new Ranged(new Costs(one.profile(), one.harness(), one.cpus(), one.groups().stream().map(group ->
            new Costs.Group(group.id(), group.series().stream().map(times -> of(times, group.id(), all, alone))
                .toList(), group.leftOut())).toList(), one.remedies(), one.line()), alone);
    }

    private static Times of(Times times, Costs.Question question, List<Costs> all, Set<Ranged.Point> alone) {
        List<Times> same = all.stream().flatMap(run -> run.series(question).stream())
            .filter(other -> other.metric() == times.metric() && other.axis() == times.axis()
                && other.setting().equals(times.setting())).toList();
        List<Long> low = new ArrayList<>();
        List<Long> high = new ArrayList<>();
        List<Integer> disputed = new ArrayList<>();
        for (int i = 0; i < times.size(); i++) {
            long own = times.medianPicos().get(i);
            long least = own;
            long most = own;
            List<Long> others = new ArrayList<>();
            for (Times other : same) {
                int at = other.index(times.point(i));
                if (at >= 0) {
                    if (other != times) {
                        others.add(other.medianPicos().get(at));
                    }
                    boolean range = other.forks() != null && other.forks().get(at) > 1;
                    least = Math.min(least, (range ? other.lowPicos() : other.medianPicos()).get(at));
                    most = Math.max(most, (range ? other.highPicos() : other.medianPicos()).get(at));
                }
            }
            low.add(least);
            high.add(most);
            if (!others.isEmpty() && others.stream().noneMatch(other -> agree(own, other))) {
                disputed.add(i);
            }
        }
        Times ranged = new Times(times.setting(), times.metric(), times.axis(), times.at(), times.names(),
            times.samples(), times.forks(), times.medianPicos(), low, high, times.counts(), times.delivered());
        disputed.forEach(i -> alone.add(new Ranged.Point(ranged, i)));
        return ranged;
    }

    private static boolean agree(long one, long other) {
        return Math.max(one, other) < Spread.TWOFOLD * Math.min(one, other);
    }
}
