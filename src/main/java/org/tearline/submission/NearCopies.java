// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
    static final int COMMON = 60;
    /** With fewer files of a CPU several threads cost more than they save. */
    private static final int MANY = 1_000;
    /** A share of fewer planted values has few values to take. */
    private static final long FEW_PLANTED = 100;
    /** A share is kept as so many parts. */
    private static final int SHARES = 1 << 20;

    /** A number is kept as its logarithm in so many steps an octave: 0.04 %, and 30 octaves fit. */
    private static final int STEPS = 2_000;
    private static final double OCTAVE = Math.log(2);

    /** Of the 32 digits of a run's number: they decide where a comparison begins. */
    private static final int RUN_DIGITS_FROM = 12;
    private static final int RUN_DIGITS_TO = 16;

    private final Map<String, Cpu> cpus = new HashMap<>();
    private final Map<SeriesShape.Tried, SeriesShape> shapes = new ConcurrentHashMap<>();
    private final GrowingMemory memory;

    /** Creates one that knows no file yet. */
    NearCopies(GrowingMemory memory) {
        this.memory = memory;
    }

    /** Names what is compared, in the order in which it is. */
    private enum Counted {
        CHANGES,
        PLANTED
    }

    /** Holds what a series counted, by offset: steps, 0 where there is nothing. */
    record Row(int series, Counted kind, SeriesShape shape, char[] counts) {
    }

    /** The files of one CPU. */
    private static final class Cpu {
        private final List<String> names = new ArrayList<>();
        private final Map<Counted, List<NearRows>> rows = new EnumMap<>(Counted.class);

        /** Nothing is kept of a row that nothing can follow. */
        private void add(String name, List<Row> all, GrowingMemory memory) {
            for (Row row : all) {
                if (row.shape.usable(row.counts) >= COMMON) {
                    List<NearRows> some = rows.computeIfAbsent(row.kind, key -> new ArrayList<>());
                    some.stream().filter(alike -> alike.shape() == row.shape).findFirst().orElseGet(() -> {
                        some.add(new NearRows(memory, row.shape));
                        return some.get(some.size() - 1);
                    }).add(names.size(), row.series, row.counts);
                }
            }
            names.add(name);
        }
    }

    /** A series that follows another. */
    record Following(String series, String with, int near, int common) {
    }

    /** A row that follows another: the first is that of the first file, and there of the first series of ours. */
    private record Found(NearRows.Found followed, Row ours) {
        private static final Comparator<Found> FIRST = Comparator.comparingInt((Found found) -> found.followed.file())
            .thenComparing(found -> found.ours.series).thenComparing(found -> found.followed.series())
            .thenComparing(found -> found.ours.kind);
    }

    /** Rows of a new file, and those that they are compared with. */
    private record Asked(NearRows theirs, List<NearLooks> ours) {
        private static Asked of(NearRows theirs, Stream<Row> rows, int run) {
            return new Asked(theirs, rows.filter(row -> row.shape.accesses() == theirs.shape().accesses())
                .map(row -> NearLooks.of(row, theirs.shape(), run)).filter(looks -> looks.size() >= COMMON).toList());
        }

        private Stream<Found> found() {
            List<NearRows.Found> followed = theirs.followed(ours);
            return IntStream.range(0, ours.size()).filter(i -> followed.get(i) != null)
                .mapToObj(i -> new Found(followed.get(i), ours.get(i).row()));
        }
    }

    /** Returns what follows an earlier file too closely; if nothing does, null, and this one is kept too. */
    Following add(String name, ResultFile file, List<Row> rows) {
        int run = Integer.parseInt(file.runId().substring(RUN_DIGITS_FROM, RUN_DIGITS_TO), 16);
        Cpu cpu = cpus.computeIfAbsent(file.environment().cpu().key(), key -> new Cpu());
        Stream<Asked> asked = cpu.rows.entrySet().stream().flatMap(some -> some.getValue().stream()
            .map(theirs -> Asked.of(theirs, rows.stream().filter(row -> row.kind == some.getKey()), run)));
        Optional<Found> first = (cpu.names.size() < MANY ? asked : asked.toList().parallelStream())
            .flatMap(Asked::found).min(Found.FIRST);
        if (first.isPresent()) {
            NearRows.Found followed = first.get().followed;
            return new Following(file.series().get(first.get().ours.series).name(), cpu.names.get(followed.file()),
                followed.near(), followed.common());
        }
        cpu.add(name, rows, memory);
        return null;
    }

    /** Returns the rows of a file that can follow another one; none of what is not a sweep. Thread-safe. */
    List<Row> rows(ResultFile file) {
        if (file.kind() != Kind.SWEEP) {
            return List.of();
        }
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
