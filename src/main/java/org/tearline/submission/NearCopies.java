// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.tearline.plan.Geometry;
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

    /** Of the 32 digits of a run's number. */
    private static final int RUN_DIGITS_FROM = 12;
    private static final int RUN_DIGITS_TO = 16;

    private final Map<String, Cpu> cpus = new HashMap<>();
    private final Map<SeriesShape.Tried, SeriesShape> shapes = new HashMap<>();

    /** Names what is compared, in the order in which it is. */
    private enum Counted {
        CHANGES,
        PLANTED
    }

    /** Holds what a series counted, by offset: steps, 0 where there is nothing. */
    private record Row(int series, Counted kind, SeriesShape shape, char[] counts) {
    }

    /** The files of one CPU. Ten thousand are held at once, so nothing is kept of a row that nothing can follow. */
    private static final class Cpu {
        private final List<String> names = new ArrayList<>();
        private final Map<Counted, List<Rows>> rows = new EnumMap<>(Counted.class);
        /** The part of each run's number that decides where a comparison begins. */
        private char[] runs = new char[1];

        private void add(String name, int run, List<Row> all) {
            for (Row row : all) {
                if (row.shape.usable(row.counts) >= COMMON) {
                    List<Rows> some = rows.computeIfAbsent(row.kind, key -> new ArrayList<>());
                    some.stream().filter(alike -> alike.shape == row.shape).findFirst().orElseGet(() -> {
                        some.add(new Rows(row.shape));
                        return some.get(some.size() - 1);
                    }).add(names.size(), row);
                }
            }
            if (names.size() == runs.length) {
                runs = Arrays.copyOf(runs, 2 * runs.length);
            }
            runs[names.size()] = (char) run;
            names.add(name);
        }
    }

    /** Rows of one kind whose series tried alike, by their files. */
    private static final class Rows {
        private final SeriesShape shape;
        /** Row behind row, so that each is there before it is asked for: all are gone through for each new file. */
        private char[] counts;
        private int[] files = new int[1];
        private char[] series = new char[1];
        private int size;

        private Rows(SeriesShape shape) {
            this.shape = shape;
            this.counts = new char[shape.before().length];
        }

        private void add(int file, Row row) {
            int length = row.counts.length;
            if (size == files.length) {
                int room = size + size / 2 + 1;
                counts = Arrays.copyOf(counts, room * length);
                files = Arrays.copyOf(files, room);
                series = Arrays.copyOf(series, room);
            }
            System.arraycopy(row.counts, 0, counts, size * length, length);
            files[size] = file;
            series[size++] = (char) row.series;
        }
    }

    /** A series that follows another. */
    record Following(String series, String with, int near, int common) {
    }

    /** A row that follows another: the first is that of the first file, and there of the first series of ours. */
    private record Found(int file, int ours, int theirs, Counted kind, int near, int common) {
        private static final Comparator<Found> FIRST = Comparator.comparingInt(Found::file).thenComparing(Found::ours)
            .thenComparing(Found::theirs).thenComparing(Found::kind);
    }

    /** Returns what follows an earlier file too closely; if nothing does, null, and this one is kept too. */
    Following add(String name, ResultFile file) {
        if (file.kind() != Kind.SWEEP) {
            return null;
        }
        int run = Integer.parseInt(file.runId().substring(RUN_DIGITS_FROM, RUN_DIGITS_TO), 16);
        Cpu cpu = cpus.computeIfAbsent(file.environment().cpu().key(), key -> new Cpu());
        List<Row> rows = rows(file);
        Found first = null;
        for (Row row : rows) {
            for (Rows theirs : cpu.rows.getOrDefault(row.kind, List.of())) {
                if (row.shape.accesses() == theirs.shape.accesses()) {
                    Found found = found(row, theirs, run, cpu.runs, first == null ? Integer.MAX_VALUE : first.file);
                    first = found != null && (first == null || Found.FIRST.compare(found, first) < 0) ? found : first;
                }
            }
        }
        if (first != null) {
            return new Following(file.series().get(first.ours).name(), cpu.names.get(first.file), first.near,
                first.common);
        }
        cpu.add(name, run, rows);
        return null;
    }

    private static Found found(Row ours, Rows theirs, int run, char[] runs, int lastFile) {
        boolean alike = ours.shape == theirs.shape && ours.shape.closed();
        for (int i = 0; i < theirs.size && theirs.files[i] <= lastFile; i++) {
            int start = (run ^ runs[theirs.files[i]]) % ours.counts.length;
            if (alike && (isFar(ours, theirs, i, start, FIRST_LOOK, 1)
                || isFar(ours, theirs, i, start, SECOND_LOOK, SECOND_NEAR))) {
                continue;
            }
            Found found = found(ours, theirs, i, start);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * Returns whether the looks of {@link #found(Row, Rows, int, int)} would not find enough near. Without a branch in
     * the loop: this is asked of nearly all rows, and no more. Where something is missing it does not tell.
     */
    private static boolean isFar(Row row, Rows rows, int index, int start, int looks, int needed) {
        int[] before = row.shape.before();
        int[] after = row.shape.after();
        char[] ours = row.counts;
        char[] theirs = rows.counts;
        int from = index * ours.length;
        int near = 0;
        int missing = 0;
        int at = start;
        for (int i = 0; i < looks; i++) {
            int count = ours[at];
            int there = theirs[from + at];
            int low = theirs[from + before[at]];
            int high = theirs[from + after[at]];
            int beside = Math.min(Math.abs(count - low), Math.abs(count - high));
            // The sign of a difference that is negative is one bit.
            near += CLOSER * Math.abs(count - there) - beside >>> Integer.SIZE - 1;
            missing |= count - 1 | there - 1 | low - 1 | high - 1;
            at = at + 1 < ours.length ? at + 1 : 0;
        }
        return near < needed && missing >= 0;
    }

    /** Goes round the offsets from one that nobody chooses. */
    private static Found found(Row row, Rows rows, int index, int start) {
        SeriesShape shape = rows.shape;
        char[] ours = row.counts;
        char[] theirs = rows.counts;
        int from = index * shape.before().length;
        boolean alike = row.shape == shape;
        int common = 0;
        int near = 0;
        int at = start;
        for (int i = 0; i < ours.length; i++, at = at + 1 < ours.length ? at + 1 : 0) {
            int there = alike ? at : Collections.binarySearch(shape.tried().offsets(),
                row.shape.tried().offsets().get(at));
            if (there < 0 || shape.before()[there] < 0) {
                continue;
            }
            int before = theirs[from + shape.before()[there]];
            int after = theirs[from + shape.after()[there]];
            int count = ours[at];
            if (count == 0 || theirs[from + there] == 0 || before == 0 || after == 0) {
                continue;
            }
            common++;
            int beside = Math.min(Math.abs(count - before), Math.abs(count - after));
            near += CLOSER * Math.abs(count - theirs[from + there]) < beside ? 1 : 0;
            if (common == FIRST_LOOK && near == 0 || common == SECOND_LOOK && near < SECOND_NEAR) {
                return null;
            }
        }
        return common >= COMMON && 2 * near > common
            ? new Found(rows.files[index], row.series, rows.series[index], row.kind, near, common) : null;
    }

    /** Returns the rows that can follow another one. */
    private List<Row> rows(ResultFile file) {
        Geometry geometry = file.environment().geometry();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < file.series().size(); i++) {
            Series series = file.series().get(i);
            if (series.offsets().size() >= COMMON) {
                SeriesShape shape = shapes.computeIfAbsent(new SeriesShape.Tried(series.write(), series.read(),
                    series.widthBytes(), series.processes(), series.offsets(), geometry), SeriesShape::of);
                add(rows, new Row(i, Counted.CHANGES, shape, steps(series, at -> series.changes().get(at))));
                add(rows, new Row(i, Counted.PLANTED, shape, steps(series, at ->
                    series.plantedExpected().get(at) < FEW_PLANTED ? 0
                    : (double) SHARES * series.plantedFound().get(at) / series.plantedExpected().get(at))));
            }
        }
        return rows;
    }

    private static void add(List<Row> rows, Row row) {
        int counted = 0;
        for (char count : row.counts) {
            counted += count > 0 ? 1 : 0;
        }
        if (counted >= COMMON) {
            rows.add(row);
        }
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
}
