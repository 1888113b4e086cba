// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.tearline.plan.Alignment;
import org.tearline.plan.Geometry;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Metric;
import org.tearline.published.Costs.Neighbour;
import org.tearline.published.Costs.Question;
import org.tearline.published.Costs.Times;

/** The measurements of a file of costs as rows of tables, for all renderers. Pure. Thread-safe. */
public final class CostRows {
    /** Columns of the table by offset, in the order in which boundaries grow. */
    private static final List<Alignment> PLACES = List.of(Alignment.ALIGNED, Alignment.INSIDE_8, Alignment.ACROSS_8,
        Alignment.ACROSS_16, Alignment.ACROSS_32, Alignment.ACROSS_64, Alignment.ACROSS_LINE,
        Alignment.ACROSS_PAGE);
    /** How counters are incremented, the cheapest first. */
    public static final List<String> MODES = List.of("plain", "ordered", "volatile", "getandadd");

    /** The largest ratio that counts as agreement: neither side takes so many times as long as the other. */
    private static final double AGREES = 1.2;

    private CostRows() {
    }

    /**
     * One access in one working set.
     *
     * @param nanos medians over the offsets of each kind of place; without those that were not measured
     */
    public record ByOffset(String operation, int widthBytes, String set, Map<Alignment, Spread> nanos) {
        /** Returns whether all accesses were at one place, so the offset alone costs. */
        public boolean atOnePlace() {
            return "place".equals(set);
        }

        /** The same of 8 bytes. */
        public boolean ofALongAtOnePlace() {
            return atOnePlace() && widthBytes == Long.BYTES;
        }
    }

    /**
     * One layout of counters.
     *
     * @param nanos per mode, null where it was not measured
     * @param alone the same with one thread
     */
    public record Sharing(String memory, String point, List<Spread> nanos, List<Spread> alone) {
        /** Returns whether the counters are so many bytes apart; of fields of an object only the layout is known. */
        public boolean apart(List<String> distances) {
            return !"object".equals(memory) && distances.contains(point);
        }
    }

    /**
     * One way to hand a value over; times are null where they were not measured.
     *
     * @param latencies of the reader: 50, 99 and 99.9 %
     */
    public record Remedy(Costs.Judged judged, Spread writer, Spread reader, List<Spread> latencies) {
    }

    /** One kind of counter: times and the share of lost updates, by the number of threads; null where not measured. */
    public record Counter(String counter, List<Spread> nanos, List<Double> lost) {
    }

    /** One kind of work beside each {@link Neighbour}; null where it was not measured. */
    public record Bystander(String set, Long setBytes, List<Spread> nanos, long splitLocks) {
    }

    /** Says how many loads and stores a loop in C confirms within 20 %. */
    public record Agreement(int cells, int within) {
    }

    /** Our times beside those of the loop in C; empty where one of them was not measured. */
    public static Optional<Agreement> agreement(Costs costs) {
        List<Double> ratios = new ArrayList<>();
        for (Times theirs : costs.series(Question.NATIVE)) {
            costs.series(Question.OFFSET_COST).stream().filter(ours -> ours.setting().widthBytes().equals(
                Objects.requireNonNullElse(theirs.setting().widthBytes(), Long.BYTES))
                && "place".equals(ours.setting().set())
                && ours.setting().operation().equals(theirs.setting().operation())).forEach(ours ->
                    IntStream.range(0, theirs.size()).forEach(i -> ours.nanos(theirs.point(i))
                        .ifPresent(nanos -> ratios.add(nanos / theirs.nanos(i)))));
        }
        return ratios.isEmpty() ? Optional.empty() : Optional.of(new Agreement(ratios.size(),
            (int) ratios.stream().filter(ratio -> ratio <= AGREES && ratio >= 1 / AGREES).count()));
    }

    /** Returns which of the columns any row has. */
    public static List<Alignment> places(List<ByOffset> rows) {
        return PLACES.stream().filter(place -> rows.stream().anyMatch(row -> row.nanos().containsKey(place))).toList();
    }

    /** Returns every access in every working set. */
    public static List<ByOffset> byOffset(Ranged ranged, Geometry geometry) {
        return ranged.costs().series(Question.OFFSET_COST).stream().map(times -> {
            Map<Alignment, List<Spread>> all = new EnumMap<>(Alignment.class);
            for (int i = 0; i < times.size(); i++) {
                all.computeIfAbsent(Alignment.of(times.at().get(i), times.setting().widthBytes(), geometry),
                    key -> new ArrayList<>()).add(ranged.spread(times, i));
            }
            Map<Alignment, Spread> medians = new EnumMap<>(Alignment.class);
            all.forEach((place, spreads) -> medians.put(place, median(spreads)));
            return new ByOffset(times.setting().operation(), times.setting().widthBytes(), times.setting().set(),
                medians);
        }).toList();
    }

    /** Returns the numbers of threads that increment, more than one. */
    public static List<Integer> threads(Costs costs) {
        return costs.series(Question.FALSE_SHARING).stream().map(times -> times.setting().threads())
            .filter(threads -> threads > 1).distinct().sorted().toList();
    }

    /** Returns every layout, with so many threads. */
    public static List<Sharing> sharing(Ranged ranged, int threads) {
        Set<List<String>> layouts = new LinkedHashSet<>();
        for (Times times : ranged.costs().series(Question.FALSE_SHARING)) {
            if (times.setting().threads() == threads) {
                IntStream.range(0, times.size()).forEach(i ->
                    layouts.add(List.of(times.setting().memory(), times.point(i))));
            }
        }
        return layouts.stream().map(layout -> new Sharing(layout.get(0), layout.get(1),
            MODES.stream().map(mode -> nanos(ranged, layout, mode, threads)).toList(),
            MODES.stream().map(mode -> nanos(ranged, layout, mode, 1)).toList())).toList();
    }

    private static Spread nanos(Ranged ranged, List<String> layout, String mode, int threads) {
        return ranged.costs().series(Question.FALSE_SHARING).stream().filter(times ->
            times.setting().memory().equals(layout.get(0)) && times.setting().mode().equals(mode)
                && times.setting().threads() == threads).map(times -> spread(ranged, times, layout.get(1)))
            .flatMap(Optional::stream).findFirst().orElse(null);
    }

    /** Returns every remedy. */
    public static List<Remedy> remedies(Ranged ranged) {
        return ranged.costs().remedies().stream().map(judged -> new Remedy(judged,
            nanos(ranged, judged.remedy(), "writer", Metric.TIME),
            nanos(ranged, judged.remedy(), "reader", Metric.TIME),
            list(nanos(ranged, judged.remedy(), "reader", Metric.LATENCY_50),
                nanos(ranged, judged.remedy(), "reader", Metric.LATENCY_99),
                nanos(ranged, judged.remedy(), "reader", Metric.LATENCY_999)))).toList();
    }

    private static Optional<Spread> spread(Ranged ranged, Times times, String point) {
        int at = times.index(point);
        return at < 0 ? Optional.empty() : Optional.of(ranged.spread(times, at));
    }

    private static Spread nanos(Ranged ranged, String remedy, String side, Metric metric) {
        return ranged.costs().series(Question.REMEDIES).stream().filter(times -> times.metric() == metric
            && side.equals(times.setting().side())).map(times -> spread(ranged, times, remedy))
            .flatMap(Optional::stream).findFirst().orElse(null);
    }

    private static List<Spread> list(Spread... nanos) {
        List<Spread> all = new ArrayList<>();
        for (Spread one : nanos) {
            all.add(one);
        }
        return all;
    }

    /** Returns the numbers of threads that share a counter. */
    public static List<Integer> counterThreads(Costs costs) {
        return costs.series(Question.COUNTERS).stream().flatMap(times -> times.at().stream()).distinct().sorted()
            .toList();
    }

    /** Returns every kind of counter. */
    public static List<Counter> counters(Ranged ranged) {
        List<Integer> threads = counterThreads(ranged.costs());
        return ranged.costs().series(Question.COUNTERS).stream().map(times -> {
            List<Spread> nanos = new ArrayList<>();
            List<Double> lost = new ArrayList<>();
            for (int count : threads) {
                int index = times.at().indexOf(count);
                nanos.add(index < 0 ? null : ranged.spread(times, index));
                boolean counted = index >= 0 && times.counts() != null && times.counts().lost() != null
                    && times.counts().increments().get(index) > 0;
                lost.add(counted ? (Double) ((double) times.counts().lost().get(index)
                    / times.counts().increments().get(index)) : null);
            }
            return new Counter(Objects.requireNonNullElse(times.setting().counter(), "unknown"), nanos, lost);
        }).toList();
    }

    /** Returns every kind of work beside a neighbour. */
    public static List<Bystander> bystanders(Ranged ranged) {
        return ranged.costs().series(Question.BYSTANDER).stream().map(times -> {
            List<Spread> nanos = new ArrayList<>();
            for (Neighbour neighbour : Neighbour.values()) {
                nanos.add(spread(ranged, times, neighbour.toString()).orElse(null));
            }
            long locks = times.counts() == null || times.counts().lockedAcross() == null ? 0
                : times.counts().lockedAcross().stream().mapToLong(Long::longValue).sum();
            return new Bystander(times.setting().set(), times.setting().setBytes(), nanos, locks);
        }).toList();
    }

    /** Returns the medians over places; no median of the times if those of more than half the places stand alone. */
    private static Spread median(List<Spread> spreads) {
        List<Double> agreed = spreads.stream().map(Spread::medianOrNull).filter(Objects::nonNull).toList();
        return new Spread(2 * agreed.size() < spreads.size() ? OptionalDouble.empty()
            : OptionalDouble.of(median(agreed, Double::doubleValue)), median(spreads, Spread::low),
            median(spreads, Spread::high));
    }

    private static <T> double median(List<T> all, ToDoubleFunction<T> part) {
        List<Double> sorted = all.stream().mapToDouble(part).sorted().boxed().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }
}
