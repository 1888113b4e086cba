// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    /** If fewer of the first are near, half of all hardly will be: of such copies one in 500 is missed. */
    private static final int FIRST_LOOK = 16;
    private static final int FIRST_NEAR = 3;
    /** A share of fewer planted values has few values to take. */
    private static final long FEW_PLANTED = 100;

    private final Map<String, List<Followed>> cpus = new HashMap<>();
    private final Map<IntBuffer, int[]> shared = new HashMap<>();

    /** Says which accesses a series tried. */
    private record Accesses(WriteMode write, ReadMode read, int widthBytes, int processes) {
    }

    /** A file's series. */
    private record Followed(String name, long run, Map<Accesses, List<Row>> rows) {
    }

    /** Holds what a series counted, by offset. */
    private record Row(String name, int[] offsets, Measure changes, Measure planted) {
    }

    /**
     * A number for each offset, NaN where there is none, and the index of the nearest offsets that lie alike, -1 where
     * there is none. Ten thousand files are held at once: numbers are short, and equal indexes are shared.
     */
    private record Measure(float[] own, int[] before, int[] after) {
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
            for (Map.Entry<Accesses, List<Row>> rows : followed.rows.entrySet()) {
                for (Row theirs : other.rows.getOrDefault(rows.getKey(), List.of())) {
                    for (Row ours : rows.getValue()) {
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
        Following changes = following(ours, ours.changes, theirs, theirs.changes, start, with);
        return changes == null ? following(ours, ours.planted, theirs, theirs.planted, start, with) : changes;
    }

    /** Goes round the offsets from one that nobody chooses. */
    private static Following following(Row ours, Measure our, Row theirs, Measure their, int start, String with) {
        boolean alike = Arrays.equals(ours.offsets, theirs.offsets);
        int common = 0;
        int near = 0;
        for (int i = 0; i < ours.offsets.length; i++) {
            int at = (start + i) % ours.offsets.length;
            int there = alike ? at : Arrays.binarySearch(theirs.offsets, ours.offsets[at]);
            if (there < 0 || Float.isNaN(our.own[at]) || their.before[there] < 0) {
                continue;
            }
            float count = our.own[at];
            common++;
            if (CLOSER * Math.abs(count - their.own[there])
                < Math.min(Math.abs(count - their.own[their.before[there]]),
                Math.abs(count - their.own[their.after[there]]))) {
                near++;
            }
            if (common == FIRST_LOOK && near < FIRST_NEAR) {
                return null;
            }
        }
        return common >= COMMON && 2 * near > common ? new Following(ours.name, with, near, common) : null;
    }

    private Map<Accesses, List<Row>> rows(ResultFile file) {
        Map<Accesses, List<Row>> rows = new HashMap<>();
        Geometry geometry = file.environment().geometry();
        for (Series series : file.series()) {
            int size = series.offsets().size();
            if (size < COMMON) {
                continue;
            }
            float[] changes = new float[size];
            float[] planted = new float[size];
            Alignment[] lying = new Alignment[size];
            for (int i = 0; i < size; i++) {
                long expected = series.plantedExpected().get(i);
                changes[i] = series.changes().get(i) > 0 ? series.changes().get(i) : Float.NaN;
                planted[i] = expected < FEW_PLANTED ? Float.NaN : (float) series.plantedFound().get(i) / expected;
                lying[i] = Alignment.of(series.offsets().get(i), series.widthBytes(), geometry);
            }
            rows.computeIfAbsent(new Accesses(series.write(), series.read(), series.widthBytes(), series.processes()),
                key -> new ArrayList<>()).add(new Row(series.name(), once(series.offsets().stream()
                .mapToInt(it -> it).toArray()), measure(changes, lying), measure(planted, lying)));
        }
        return rows;
    }

    private Measure measure(float[] own, Alignment[] lying) {
        int[] before = new int[own.length];
        int[] after = new int[own.length];
        Arrays.fill(before, -1);
        Arrays.fill(after, -1);
        Map<Alignment, List<Integer>> alike = new EnumMap<>(Alignment.class);
        for (int i = 0; i < own.length; i++) {
            if (!Float.isNaN(own[i])) {
                alike.computeIfAbsent(lying[i], key -> new ArrayList<>()).add(i);
            }
        }
        for (List<Integer> places : alike.values()) {
            for (int i = 0; places.size() > 2 && i < places.size(); i++) {
                before[places.get(i)] = places.get((i + places.size() - 1) % places.size());
                after[places.get(i)] = places.get((i + 1) % places.size());
            }
        }
        return new Measure(own, once(before), once(after));
    }

    private int[] once(int[] numbers) {
        return shared.computeIfAbsent(IntBuffer.wrap(numbers), key -> numbers);
    }
}
