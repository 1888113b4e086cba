// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tearline.plan.Alignment;
import org.tearline.plan.Geometry;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;

/**
 * Holds what a series tried and, for each of its offsets, the nearest ones that lie alike. Series that tried alike
 * share it. Immutable as long as nobody changes the arrays.
 *
 * @param accesses the same of series that can be compared, and of no others
 * @param before   indexes, -1 where there are none
 * @param after    indexes, -1 where there are none
 */
record SeriesShape(Tried tried, int accesses, int[] before, int[] after) {
    private static final int MOST = 64;

    /** Says what a series tried, on lines and pages of what size. Immutable. */
    record Tried(WriteMode write, ReadMode read, int widthBytes, int processes, List<Integer> offsets,
                 Geometry geometry) {
    }

    /** Returns the shape of all series that tried this. */
    static SeriesShape of(Tried tried) {
        int[] before = new int[tried.offsets.size()];
        int[] after = before.clone();
        Arrays.fill(before, -1);
        Arrays.fill(after, -1);
        Map<Alignment, List<Integer>> alike = new EnumMap<>(Alignment.class);
        for (int i = 0; i < before.length; i++) {
            alike.computeIfAbsent(Alignment.of(tried.offsets.get(i), tried.widthBytes, tried.geometry),
                key -> new ArrayList<>()).add(i);
        }
        for (List<Integer> places : alike.values()) {
            for (int i = 0; places.size() > 2 && i < places.size(); i++) {
                before[places.get(i)] = places.get((i + places.size() - 1) % places.size());
                after[places.get(i)] = places.get((i + 1) % places.size());
            }
        }
        return new SeriesShape(tried, ((tried.write.ordinal() * MOST + tried.read.ordinal()) * MOST + tried.widthBytes)
            * MOST + tried.processes, before, after);
    }

    /** Returns how many offsets there are. */
    int size() {
        return before.length;
    }

    /** Returns the indexes, here and there, of the offsets that both have and that have others beside them there. */
    int[][] common(SeriesShape there) {
        int[] at = IntStream.range(0, size()).filter(i -> there.beside(there == this ? i : there.index(this, i)))
            .toArray();
        return new int[][] {at, there == this ? at : Arrays.stream(at).map(i -> there.index(this, i)).toArray()};
    }

    private int index(SeriesShape other, int at) {
        return Collections.binarySearch(tried.offsets, other.tried.offsets.get(at));
    }

    private boolean beside(int index) {
        return index >= 0 && before[index] >= 0;
    }

    /** Returns at how many offsets a count and those beside it are there. */
    int usable(char[] counts) {
        int usable = 0;
        for (int i = 0; i < counts.length; i++) {
            usable += counts[i] > 0 && before[i] >= 0 && counts[before[i]] > 0 && counts[after[i]] > 0 ? 1 : 0;
        }
        return usable;
    }
}
