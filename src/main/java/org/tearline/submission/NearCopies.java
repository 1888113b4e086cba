// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.tearline.plan.Alignment;
import org.tearline.plan.Geometry;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;

/**
 * Finds series that follow another file's from offset to offset, as a copy does to whose counts a little was added. Of
 * two honest runs a count has no more to do with the other run's at the same offset than with those at the offsets
 * beside it. It is near if it is four times closer to the first: of 1,716 pairs of honest series that was so at 9 % of
 * the offsets, and at 23 % in the worst. Each count is compared, and each share of the planted values that was found,
 * which stays the same where all counts of an offset are multiplied. Memory, placement and tier are not compared: they
 * can be renamed. Not thread-safe.
 */
final class NearCopies {
    /** So that half of them are near by chance in one of 10^14 honest pairs. */
    private static final int COMMON = 60;
    private static final int CLOSER = 4;
    /**
     * If fewer of the first are near, half of all hardly will be. Of series of which half are near one in 16 is missed,
     * but a file has many.
     */
    private static final int FIRST_LOOK = 4;
    private static final int SECOND_LOOK = 16;
    private static final int SECOND_NEAR = 3;
    /** A share of fewer planted values has few values to take. */
    private static final long FEW_PLANTED = 100;
    /** A share is kept as so many parts. */
    private static final int SHARES = 1 << 20;

    /** A number is kept as its logarithm in so many steps an octave: 0.04 %, and 30 octaves fit. */
    private static final int STEPS = 2_000;
    private static final double OCTAVE = Math.log(2);

    private final Map<String, List<Followed>> cpus = new HashMap<>();
    private final Map<Tried, Shape> shapes = new HashMap<>();

    /** Says what a series tried, on lines and pages of what size. */
    private record Tried(WriteMode write, ReadMode read, int widthBytes, int processes, List<Integer> offsets,
                         Geometry geometry) {
        /** The same of series that can be compared, and of no others. */
        private int accesses() {
            return ((write.ordinal() * 64 + read.ordinal()) * 64 + widthBytes) * 64 + processes;
        }
    }

    /** Holds the nearest offsets that lie alike, -1 where there are none. Series that tried alike share it. */
    private record Shape(Tried tried, int accesses, int[] before, int[] after) {
    }

    /** A file's series. Ten thousand files are held at once. */
    private record Followed(String name, long run, List<Row> rows) {
    }

    /** Holds what a series counted, by offset: steps, 0 where there is nothing. */
    private record Row(String name, Shape shape, char[] changes, char[] planted) {
    }

    /** A series that follows another. */
    record Following(String series, String with, int near, int common) {
    }

    /** Returns what follows an earlier file too closely; if nothing does, null, and this one is kept too. */
    Following add(String name, ResultFile file) {
        if (file.kind() != Kind.SWEEP) {
            return null;
        }
        Followed followed = new Followed(name, Long.parseUnsignedLong(file.runId(), 0, 16, 16), rows(file));
        List<Followed> earlier = cpus.computeIfAbsent(file.environment().cpu().key(), key -> new ArrayList<>());
        for (Followed other : earlier) {
            int start = (int) ((followed.run ^ other.run) & 0xffff);
            for (Row ours : followed.rows) {
                for (Row theirs : other.rows) {
                    if (ours.shape.accesses == theirs.shape.accesses) {
                        Following following = following(ours, theirs, start, other.name);
                        if (following != null) {
                            return following;
                        }
                    }
                }
            }
        }
        earlier.add(followed);
        return null;
    }

    private static Following following(Row ours, Row theirs, int start, String with) {
        Following changes = following(ours, ours.changes, theirs.shape, theirs.changes, start, with);
        return changes == null ? following(ours, ours.planted, theirs.shape, theirs.planted, start, with) : changes;
    }

    /** Goes round the offsets from one that nobody chooses. */
    private static Following following(Row row, char[] ours, Shape shape, char[] theirs, int start, String with) {
        List<Integer> offsets = row.shape.tried.offsets;
        boolean alike = row.shape == shape;
        int common = 0;
        int near = 0;
        int at = start % ours.length;
        for (int i = 0; i < ours.length; i++, at = at + 1 < ours.length ? at + 1 : 0) {
            int there = alike ? at : Collections.binarySearch(shape.tried.offsets, offsets.get(at));
            if (there < 0 || shape.before[there] < 0) {
                continue;
            }
            int before = theirs[shape.before[there]];
            int after = theirs[shape.after[there]];
            int count = ours[at];
            if (count == 0 || theirs[there] == 0 || before == 0 || after == 0) {
                continue;
            }
            common++;
            int beside = Math.min(Math.abs(count - before), Math.abs(count - after));
            near += CLOSER * Math.abs(count - theirs[there]) < beside ? 1 : 0;
            if (common == FIRST_LOOK && near == 0 || common == SECOND_LOOK && near < SECOND_NEAR) {
                return null;
            }
        }
        return common >= COMMON && 2 * near > common ? new Following(row.name, with, near, common) : null;
    }

    private List<Row> rows(ResultFile file) {
        Geometry geometry = file.environment().geometry();
        return file.series().stream().filter(series -> series.offsets().size() >= COMMON).map(series -> new Row(
            series.name(), shapes.computeIfAbsent(new Tried(series.write(), series.read(), series.widthBytes(),
            series.processes(), series.offsets(), geometry), NearCopies::shape),
            steps(series, i -> series.changes().get(i)),
            steps(series, i -> series.plantedExpected().get(i) < FEW_PLANTED ? 0
                : (double) SHARES * series.plantedFound().get(i) / series.plantedExpected().get(i)))).toList();
    }

    private static char[] steps(Series series, IntToDoubleFunction number) {
        char[] steps = new char[series.offsets().size()];
        for (int i = 0; i < steps.length; i++) {
            double one = number.applyAsDouble(i);
            long step = one < 1 ? 0 : 1 + Math.round(STEPS * Math.log(one) / OCTAVE);
            steps[i] = (char) Math.min(Character.MAX_VALUE, step);
        }
        return steps;
    }

    private static Shape shape(Tried tried) {
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
        return new Shape(tried, tried.accesses(), before, after);
    }
}
