// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.plan.Crossing;
import org.tearline.plan.Geometry;
import org.tearline.platform.MeasuredLine;
import org.tearline.platform.MeasuredLine.Point;
import org.tearline.platform.MeasuredLine.Step;
import org.tearline.published.Costs.Asked;
import org.tearline.published.Costs.Axis;
import org.tearline.published.Costs.Counted;
import org.tearline.published.Costs.Group;
import org.tearline.published.Costs.Judged;
import org.tearline.published.Costs.Line;
import org.tearline.published.Costs.Metric;
import org.tearline.published.Costs.Missing;
import org.tearline.published.Costs.Neighbour;
import org.tearline.published.Costs.Own;
import org.tearline.published.Costs.Question;
import org.tearline.published.Costs.Reason;
import org.tearline.published.Costs.Right;
import org.tearline.published.Costs.Setting;
import org.tearline.published.Costs.Times;

/**
 * A model of what the benchmarks can measure, from a seed: accesses that cost more across 32 bytes, a line and a page,
 * counters that cost more on one line, remedies that are right or wrong. Not thread-safe.
 */
public final class HonestCosts {
    private static final LocalDate FIRST_DAY = LocalDate.of(2026, 1, 1);
    private static final int DAYS = 300;
    private static final int RUN_ID_BYTES = 16;
    private static final List<String> OPERATIONS = List.of("load", "store", "ordered", "volatile", "cas", "getandadd");
    private static final List<String> MODES = List.of("plain", "ordered", "volatile", "getandadd");
    private static final List<String> REMEDIES = List.of("straddling", "aligned-field", "seqlock", "two-agree",
        "cas-write", "locked-read", "cas-write-locked-read");
    private static final List<Integer> DISTANCES = List.of(0, 8, 16, 32, 64, 128, 256);

    private final long seed;
    private final Random random;
    private final Environment environment;
    private final int cpus;

    private HonestCosts(long seed, Environment environment) {
        this.seed = seed;
        random = new Random(seed);
        this.environment = environment;
        int threads = environment.topology().threads() == null ? 2 : environment.topology().threads();
        cpus = Math.max(1, Math.min(threads, 1 << random.nextInt(4)));
    }

    /** The file of a seed, sealed. */
    public static ResultFile of(long seed) {
        return of(seed, SyntheticMachine.next(new Random(seed)));
    }

    /** The same on a machine. */
    public static ResultFile of(long seed, Environment environment) {
        return new HonestCosts(seed, environment).file();
    }

    private ResultFile file() {
        boolean pinned = random.nextInt(5) > 0;
        Environment held = Copy.of(environment, "pinning", new PublishedPinning(pinned, pinned));
        byte[] runId = new byte[RUN_ID_BYTES];
        random.nextBytes(runId);
        List<Judged> remedies = new ArrayList<>();
        List<Group> groups = new ArrayList<>(List.of(clock(), offsets(), remedies(remedies), sharing(), counters()));
        // Of the other half only costs of lines were asked.
        if (seed % 2 == 0 && cpus > 1) {
            groups.addAll(HonestTraffic.of(seed));
        }
        if (seed % 3 == 0 && cpus > 1) {
            groups.add(bystander());
        }
        ResultFile file = ResultFile.unsealed(FIRST_DAY.plusDays(random.nextInt(DAYS)),
            HexFormat.of().formatHex(runId), new TesterBuild("0.1.0", "d5a62cf"), held,
            new Costs(random.nextBoolean() ? "quick" : "full", "1.37", cpus, groups, remedies,
                random.nextBoolean() ? line() : null));
        return (random.nextBoolean() ? file.submittedBy("somebody-" + random.nextInt(500)) : file).sealed();
    }

    private Group clock() {
        return new Group(Question.CLOCK, List.of(times(new Setting(null, null, null, null, null, null, null, null,
            null, null, null), Metric.TIME, Axis.WHAT, null, List.of("cycle", "nanoTime"), List.of(240L, 21_000L),
            null)), null);
    }

    private Group offsets() {
        Geometry geometry = environment.geometry();
        List<Integer> at = IntStream.concat(IntStream.range(0, geometry.lineBytes()),
            IntStream.range(geometry.pageBytes() - 8, geometry.pageBytes())).boxed().toList();
        List<Times> series = new ArrayList<>();
        for (String operation : OPERATIONS) {
            for (int width : random.nextBoolean() ? List.of(8) : List.of(8, 4, 2)) {
                boolean locked = operation.equals("cas") || operation.equals("getandadd");
                series.add(times(new Setting(operation, width, "place", 0L, 0, null, null, null, null, null, null),
                    Metric.TIME, Axis.OFFSET_BYTES, at, null, at.stream().map(offset ->
                        access(operation, width, offset, geometry)).toList(), locked ? new Counted(null, null, null,
                        null, null, null, at.stream().map(offset ->
                            geometry.crossing(offset, width) == Crossing.NONE ? 0L : 640L).toList()) : null));
            }
        }
        return new Group(Question.OFFSET_COST, series, List.of(new Missing("the pages end in memory",
            Reason.IMPOSSIBLE)));
    }

    private static long access(String operation, int width, int offset, Geometry geometry) {
        boolean locked = operation.equals("cas") || operation.equals("getandadd");
        boolean split = offset % 32 + width > 32;
        return switch (geometry.crossing(offset, width)) {
            case NONE -> locked ? 2_400 : operation.equals("volatile") ? 3_600 : operation.equals("load") ? 140
                : split ? 540 : 270;
            case LINE -> locked ? 1_300_000 : operation.equals("volatile") ? 4_100 : 560;
            case PAGE -> locked ? 1_310_000 : operation.equals("volatile") ? 5_000 : 1_100;
        };
    }

    private Group remedies(List<Judged> judged) {
        List<Long> reads = new ArrayList<>();
        List<Long> changes = new ArrayList<>();
        List<Long> torn = new ArrayList<>();
        for (String remedy : REMEDIES) {
            boolean wrong = List.of("straddling", "two-agree", "locked-read").contains(remedy) && random.nextInt(9) > 0;
            changes.add(random.nextInt(20) == 0 ? 0L : 1_000L + random.nextInt(1_000_000));
            reads.add(changes.get(changes.size() - 1) + random.nextInt(5_000));
            torn.add(wrong ? changes.get(changes.size() - 1) / 7 : 0);
            Own own = new Own(reads.get(reads.size() - 1), changes.get(changes.size() - 1), torn.get(torn.size() - 1));
            Asked asked = random.nextBoolean() ? null : wrong ? new Asked("volatile", "volatile", 60, "torn", null, 900,
                300) : new Asked("cas", "exchange", 60, "none-seen", "strong", 100_000, 0);
            judged.add(new Judged(remedy, own, asked, Right.of(own, asked)));
        }
        List<Long> nothing = REMEDIES.stream().map(remedy -> 0L).toList();
        return new Group(Question.REMEDIES, Stream.of("writer", "reader").flatMap(side ->
            Stream.of(Metric.TIME, Metric.LATENCY_50, Metric.LATENCY_90, Metric.LATENCY_99, Metric.LATENCY_999)
                .map(metric -> times(new Setting(null, null, null, null, null, side, null, null,
                null, null, null), metric, Axis.REMEDY, null, REMEDIES, REMEDIES.stream().map(remedy ->
                    20_000L + 7_000L * metric.ordinal() + (remedy.contains("lock") || remedy.contains("cas")
                        ? 1_300_000L : 0)).toList(), side.equals("reader") && metric == Metric.TIME
                ? new Counted(null, null, reads, changes, torn, nothing, null) : null))).toList(), null);
    }

    private Group sharing() {
        List<Times> series = new ArrayList<>();
        for (int threads = 1; threads <= cpus; threads *= 2) {
            for (String mode : MODES) {
                int count = threads;
                Setting raw = new Setting(null, null, null, null, null, null, "raw", mode, threads, null, null);
                series.add(times(raw, Metric.TIME, Axis.DISTANCE_BYTES, DISTANCES, null, DISTANCES.stream()
                    .map(distance -> increment(mode, count, distance)).toList(), counted(DISTANCES.size(), threads)));
                Setting object = new Setting(null, null, null, null, null, null, "object", mode, threads, null, null);
                series.add(times(object, Metric.TIME, Axis.LAYOUT, null, List.of("fields", "contended"), List.of(
                    increment(mode, threads, 8), increment(mode, threads, 256)), counted(2, threads)));
            }
        }
        return new Group(Question.FALSE_SHARING, series, cpus >= 8 ? null : List.of(new Missing("8 threads",
            Reason.CPUS)));
    }

    private long increment(String mode, int threads, int distance) {
        long alone = mode.equals("plain") || mode.equals("ordered") ? 300 : mode.equals("volatile") ? 3_900 : 2_300;
        return threads == 1 || distance >= environment.lineBytes() ? alone : alone * (3 + threads);
    }

    private static Counted counted(int points, int threads) {
        return new Counted(IntStream.range(0, points).mapToObj(i -> 1_000_000L).toList(),
            IntStream.range(0, points).mapToObj(i -> threads > 1 && i == 0 ? 40_000L : 0L).toList(), null, null, null,
            null, null);
    }

    private Group counters() {
        List<Integer> threads = IntStream.of(1, 2, 4, 8).filter(count -> count <= cpus).boxed().toList();
        return new Group(Question.COUNTERS, Stream.of("racy", "atomic-long", "long-adder").map(counter ->
            times(new Setting(null, null, null, null, null, null, null, null, null, counter, null), Metric.TIME,
                Axis.THREADS, threads, null, threads.stream().map(count -> 2_100L * count).toList(), new Counted(
                    threads.stream().map(count -> 5_000_000L).toList(), threads.stream().map(count ->
                        counter.equals("racy") && count > 1 ? 1_234_567L : 0L).toList(), null, null, null, null, null)))
            .toList(), null);
    }

    /** What stays in the other core is not delayed, all else is. */
    private Group bystander() {
        boolean x86 = environment.arch().equals("x86_64");
        List<String> names = Stream.of(Neighbour.values()).filter(neighbour -> x86
            || neighbour != Neighbour.SPLIT_LOCKS).map(Neighbour::toString).toList();
        Random own = new Random(seed);
        return new Group(Question.BYSTANDER, Stream.of("registers", "L1", "L2", "L3", "memory").map(set -> {
            long idle = 500L << 3 * List.of("registers", "L1", "L2", "L3", "memory").indexOf(set);
            long split = set.equals("registers") || set.equals("L1") ? idle : 1_300_000;
            List<Long> medians = names.stream().map(name -> name.startsWith("split") ? split : idle).toList();
            boolean none = set.equals("registers");
            int stride = none ? 0 : 2 * environment.lineBytes();
            Times times = times(new Setting(null, null, set, none ? 0L : 1L << 14, stride, null, null, null, null,
                null, null),
                Metric.TIME, Axis.NEIGHBOUR, null, names, medians, new Counted(null, null, null, null, null, null,
                    names.stream().map(name -> name.startsWith("split") ? 1L + own.nextInt(9_999) : 0L).toList()));
            return Copy.of(times, "forks", names.stream().map(name -> 3).toList());
        }).toList(), x86 ? null : List.of(new Missing("split-locks", Reason.FAULTS)));
    }

    private Line line() {
        int lineBytes = environment.lineBytes();
        List<Integer> boundaries = Stream.concat(Stream.of(0), IntStream.iterate(8, bytes -> bytes <= lineBytes,
            bytes -> 2 * bytes).boxed()).toList();
        int split = 1 + random.nextInt(boundaries.size() - 1);
        List<Integer> distances = List.of(8, 16, 32, 64, 128, 256, 512);
        boolean two = cpus > 1;
        List<Asked> tester = new ArrayList<>();
        for (int i = 1; two && i < boundaries.size(); i++) {
            boolean torn = i >= split;
            tester.add(new Asked("ordered", "exchange", boundaries.get(i) - 4, torn ? "torn" : "none-seen", torn ? null
                : "strong", torn ? 40 : 1_000_000, torn ? 1 : 0));
            tester.add(new Asked("cas", "volatile", boundaries.get(i) - 4, "none-seen", "weak", 1_000_000, 0));
        }
        return new Line(new MeasuredLine(two ? step(distances, distances.indexOf(lineBytes), true) : null,
            two ? step(List.of(lineBytes, 2 * lineBytes), random.nextInt(2), true) : null,
            step(boundaries, split, false), step(boundaries, 0, false)), tester);
    }

    private Step step(List<Integer> bytes, int index, boolean dearFirst) {
        return new Step(IntStream.range(0, bytes.size()).mapToObj(i -> {
            long median = (index > 0 && i < index == dearFirst ? 9_000 : 2_000) + random.nextInt(100);
            return new Point(bytes.get(i), median - random.nextInt(50), median, median + random.nextInt(50));
        }).toList(), index, index > 0 ? 5 : random.nextInt(4), 5);
    }

    private Times times(Setting setting, Metric metric, Axis axis, List<Integer> at, List<String> names,
                        List<Long> medians, Counted counts) {
        return new Times(setting, metric, axis, at, names, medians.stream().map(median -> 9L + random.nextInt(20))
            .toList(), null, medians, medians.stream().map(median -> median - random.nextInt((int) Math.min(9, median)))
            .toList(), medians.stream().map(median -> median + random.nextInt(40)).toList(), counts, null);
    }
}
