// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tearline.plan.Alignment;
import org.tearline.result.Counts;
import org.tearline.result.Rate;

/**
 * Two machines, or two runs of one, side by side: the differences first. Immutable.
 *
 * @param rows neighbouring offsets of one write and read that compare alike are one row
 */
public record Comparison(MergedCpu first, MergedCpu second, List<Row> rows) {

    /** Some offsets of one write and read at one kind of place, and what each of the two saw there. */
    public record Row(Difference difference, String pair, Alignment placement, List<Integer> offsets, Counted first,
                      Counted second) {
    }

    /** Holds what one side saw in all offsets of a row together; the rate's samples are their memories and files. */
    public record Counted(Seen seen, long torn, long changes, Rate rate) {
        private static final Counted NOTHING = new Counted(Seen.UNTESTED, 0, 0, Rate.NONE);

        private static Counted of(MergedCell cell) {
            return cell == null ? NOTHING : new Counted(cell.seen(), cell.torn(), cell.changes(), cell.rate());
        }

        private Counted plus(Counted other) {
            return new Counted(seen, Counts.sum(torn, other.torn), Counts.sum(changes, other.changes),
                rate.plus(other.rate));
        }
    }

    /** Compares every offset that at least one of the two has. */
    public static Comparison of(MergedCpu first, MergedCpu second) {
        Map<String, MergedPair> others = new HashMap<>();
        second.pairs().forEach(pair -> others.put(pair.pair().title(), pair));
        List<Row> rows = new ArrayList<>();
        for (MergedPair pair : first.pairs()) {
            rows.addAll(rows(pair.pair().title(), pair, others.remove(pair.pair().title())));
        }
        second.pairs().stream().filter(pair -> others.containsKey(pair.pair().title()))
            .forEach(pair -> rows.addAll(rows(pair.pair().title(), null, pair)));
        rows.sort(Comparator.comparing(Row::difference));
        return new Comparison(first, second, List.copyOf(rows));
    }

    /** Returns how many offsets of pairs compare so. */
    public long count(Difference difference) {
        return rows.stream().filter(row -> row.difference() == difference).mapToLong(row -> row.offsets().size()).sum();
    }

    private static List<Row> rows(String title, MergedPair first, MergedPair second) {
        TreeMap<Integer, MergedCell[]> cells = new TreeMap<>();
        put(cells, first, 0);
        put(cells, second, 1);
        List<Row> rows = new ArrayList<>();
        cells.forEach((offset, both) -> {
            Counted a = Counted.of(both[0]);
            Counted b = Counted.of(both[1]);
            Alignment placement = (both[0] == null ? both[1] : both[0]).placement();
            Row last = rows.isEmpty() ? null : rows.get(rows.size() - 1);
            if (last != null && last.first().seen() == a.seen() && last.second().seen() == b.seen()
                && last.placement() == placement) {
                List<Integer> offsets = new ArrayList<>(last.offsets());
                offsets.add(offset);
                rows.set(rows.size() - 1, new Row(last.difference(), title, placement, offsets,
                    last.first().plus(a), last.second().plus(b)));
            } else {
                rows.add(new Row(Difference.of(a.seen(), b.seen()), title, placement, List.of(offset), a, b));
            }
        });
        return rows;
    }

    private static void put(Map<Integer, MergedCell[]> cells, MergedPair pair, int side) {
        if (pair != null) {
            pair.cells().forEach(cell ->
                cells.computeIfAbsent(cell.offset(), offset -> new MergedCell[2])[side] = cell);
        }
    }
}
