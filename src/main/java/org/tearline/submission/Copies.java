// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.tearline.published.Costs;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;

/**
 * Finds files that repeat what another file counted, whatever else was changed in them. Two runs hardly ever count the
 * same: of the cells that two honest files have in common, at most 0.5 % were seen to have equal changes, and no two
 * had as many tears; of 1,512 times of a first tear, one was the same. Where a cell was counted, in which memory,
 * placement and tier, is not compared: it can be renamed. Not thread-safe.
 */
final class Copies {
    /** Fewer cells in common say nothing. */
    private static final int COMMON = 100;
    /** One of so many equal counts is ten times what honest files were seen to share. */
    private static final int ONE_IN = 20;
    /** Smaller numbers of tears are equal by chance. */
    private static final long FEW_TEARS = 100;
    /** Shorter times are, too. */
    private static final long SHORT_NANOS = 10_000;

    private static final int FIRST_LOOK = 256;
    private static final int FIRST_EQUAL = 3;

    private final List<Counted> files = new ArrayList<>();

    /** Holds what one file counted: sorted numbers of cell and count, by kind of count. */
    private record Counted(String name, long[] changes, long[] torn, long[] first, long[] times) {
    }

    /** The counts that two files share. */
    record Shared(String with, int equal, int common) {
    }

    /** Returns the first file that this one repeats too much of; if there is none, null, and this one is kept too. */
    Shared add(String name, ResultFile file) {
        Counted counted = new Counted(name, counts(file, Series::changes, 0), counts(file, Series::torn, FEW_TEARS),
            counts(file, Copies::firstTears, SHORT_NANOS), times(file));
        for (Counted other : files) {
            for (Function<Counted, long[]> kind : List.<Function<Counted, long[]>>of(Counted::changes,
                Counted::torn, Counted::first, Counted::times)) {
                Shared shared = shared(other.name, kind.apply(counted), kind.apply(other));
                if (shared.common >= COMMON && shared.equal * ONE_IN > shared.common) {
                    return shared;
                }
            }
        }
        files.add(counted);
        return null;
    }

    /** Pairs of a cell's hash and a count, ascending, flat. */
    private static long[] counts(ResultFile file, Function<Series, List<Long>> kind, long above) {
        Map<Long, List<Long>> cells = new TreeMap<>();
        for (Series series : file.series()) {
            long pair = mixed(31L * series.write().ordinal() + series.read().ordinal()
                + 1_000L * series.widthBytes() + 1_000_000L * series.processes());
            for (int i = 0; i < series.offsets().size(); i++) {
                long count = kind.apply(series).get(i);
                if (count > above) {
                    cells.computeIfAbsent(mixed(pair + series.offsets().get(i)), cell -> new ArrayList<>()).add(count);
                }
            }
        }
        return flat(cells);
    }

    /** In nanoseconds; 0 where none is told. */
    private static List<Long> firstTears(Series series) {
        return series.offsets().stream().map(offset -> series.firstTornNanos().getOrDefault(offset, 0L)).toList();
    }

    /** Returns each median with its range, where it has one: of 3,216 in two honest files, one had the same. */
    private static long[] times(ResultFile file) {
        Map<Long, List<Long>> cells = new TreeMap<>();
        for (Costs.Group group : file.costs() == null ? List.<Costs.Group>of() : file.costs().groups()) {
            for (Costs.Times times : group.series()) {
                String series = group.id() + " " + times.metric() + " " + times.axis() + " " + times.setting().words();
                for (int i = 0; i < times.size(); i++) {
                    long low = times.lowPicos().get(i);
                    long high = times.highPicos().get(i);
                    if (low < high) {
                        cells.computeIfAbsent(mixed((series + " at " + times.point(i)).hashCode()),
                            cell -> new ArrayList<>()).add(mixed(mixed(low) + times.medianPicos().get(i)) + high);
                    }
                }
            }
        }
        return flat(cells);
    }

    private static long[] flat(Map<Long, List<Long>> cells) {
        long[] flat = new long[2 * cells.values().stream().mapToInt(List::size).sum()];
        int next = 0;
        for (Map.Entry<Long, List<Long>> cell : cells.entrySet()) {
            for (long count : cell.getValue()) {
                flat[next++] = cell.getKey();
                flat[next++] = count;
            }
        }
        return flat;
    }

    /**
     * Stops early where the first cells in the order of their hashes, which is as good as a random one, share next to
     * nothing: of a copy that shares one in twenty, one in a thousand is missed.
     */
    private static Shared shared(String with, long[] ours, long[] theirs) {
        int common = 0;
        int equal = 0;
        int i = 0;
        int j = 0;
        while (i < ours.length && j < theirs.length) {
            if (ours[i] != theirs[j]) {
                if (ours[i] < theirs[j]) {
                    i += 2;
                } else {
                    j += 2;
                }
                continue;
            }
            int endI = end(ours, i);
            int endJ = end(theirs, j);
            common++;
            equal += anyEqual(ours, i, endI, theirs, j, endJ) ? 1 : 0;
            if (common == FIRST_LOOK && equal <= FIRST_EQUAL) {
                break;
            }
            i = endI;
            j = endJ;
        }
        return new Shared(with, equal, common);
    }

    private static int end(long[] flat, int start) {
        int end = start;
        while (end < flat.length && flat[end] == flat[start]) {
            end += 2;
        }
        return end;
    }

    private static boolean anyEqual(long[] ours, int i, int endI, long[] theirs, int j, int endJ) {
        for (int one = i + 1; one < endI; one += 2) {
            for (int other = j + 1; other < endJ; other += 2) {
                if (ours[one] == theirs[other]) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns the finalizer of SplitMix64: neighbouring cells must not come to neighbouring numbers. */
    private static long mixed(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
