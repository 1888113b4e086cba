// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.merge.CostRows;
import org.tearline.merge.CpuCosts;
import org.tearline.merge.LineRow;
import org.tearline.merge.Ranged;
import org.tearline.merge.RunLine;
import org.tearline.merge.Spread;
import org.tearline.plan.Alignment;
import org.tearline.plan.Geometry;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Question;
import org.tearline.published.Costs.Times;
import org.tearline.report.text.RemedyText;
import org.tearline.report.text.Words;

/** Makes the sections about costs out of CPU models. Pure. Thread-safe. */
final class CostsViews {
    /** As uarch-bench prints them. */
    private static final int COLUMNS = 16;
    /** From so many times the median of its grid on a cell is dear, dearer, dearest. */
    private static final double[] LEVELS = {1.5, 3, 10};

    private CostsViews() {
    }

    static CostsView of(CpuCosts cpu, boolean single) {
        Ranged ranged = cpu.ranged();
        Costs costs = ranged.costs();
        Geometry geometry = cpu.model().geometry();
        List<Integer> threads = CostRows.threads(costs);
        return new CostsView("costs-" + cpu.model().id(), cpu.brand(), cpu.microarchitecture() + ", "
            + cpu.model().key() + (cpu.model().emulated() ? ", emulated" : ""), facts(cpu),
            single ? List.of() : cpu.runs().stream().map(run -> "results/" + run.path()).toList(),
            costs.series(Question.OFFSET_COST).stream().filter(CostsViews::inGrid)
                .map(times -> grid(times, geometry.lineBytes())).toList(),
            OffsetPlot.of(costs, geometry.lineBytes()), ReportedGrids.ALL, line(costs, geometry),
            byOffset(cpu, row -> true),
            threads.stream().map(count -> SharingPlot.of(costs, count, geometry.lineBytes()))
                .filter(Objects::nonNull).toList(),
            threads.stream().map(count -> sharing(ranged, count, row -> true)).toList(),
            CostRows.remedies(ranged).stream().map(CostsViews::remedy).toList(), bystanders(ranged), counters(ranged),
            TrafficViews.queues(costs), TrafficViews.trips(ranged), PercentilePlot.all(ranged), leftOut(costs));
    }

    private static String facts(CpuCosts cpu) {
        RunLine run = cpu.run();
        return "A " + run.profile() + " run of " + run.date() + " on " + run.os() + ", " + run.jvm() + ", "
            + cpu.costs().cpus() + (cpu.costs().cpus() == 1 ? " CPU" : " CPUs")
            + ("none".equals(run.hypervisor()) ? "" : ", hypervisor " + run.hypervisor())
            + cpu.costs().cycleNanos().map(nanos -> String.format(Locale.ROOT, "; a cycle takes %.2f ns", nanos))
                .orElse("")
            + CostRows.agreement(cpu.costs()).map(agreement -> "; a loop in C takes as long within 20 % at "
                + agreement.within() + " of " + agreement.cells() + " offsets of loads and stores").orElse("")
            + ". Medians; nanoseconds of one operation of one thread" + ranges(cpu);
    }

    private static String ranges(CpuCosts cpu) {
        boolean forks = cpu.costs().groups().stream().flatMap(group -> group.series().stream())
            .anyMatch(times -> times.forks() != null && times.forks().stream().anyMatch(count -> count > 1));
        int runs = cpu.runs().size();
        List<String> over = Stream.of(forks ? "the JVMs that measured it" : "", runs > 1 ? "the medians of " + runs
            + " runs" : "").filter(words -> !words.isEmpty()).toList();
        return over.isEmpty() ? "" : "; in brackets the range over " + String.join(" and ", over) + (runs > 1
            ? ", alone where no other run is within a factor of two" : "");
    }

    private static boolean inGrid(Times times) {
        return times.setting().widthBytes() == Long.BYTES && "place".equals(times.setting().set());
    }

    private static CostsView.Grid grid(Times times, int lineBytes) {
        return grid(times.setting().operation(), lineBytes, times.at().stream().filter(offset -> offset >= lineBytes)
            .toList(), offset -> times.nanos(String.valueOf(offset)).orElse(null), Words::nanos);
    }

    /** Returns what an access costs at each offset of a line and at some beyond it, in whatever unit. */
    static CostsView.Grid grid(String title, int lineBytes, List<Integer> beyond, IntFunction<Double> cost,
                               Function<Double, String> words) {
        double[] sorted = IntStream.concat(IntStream.range(0, lineBytes), beyond.stream().mapToInt(at -> at))
            .mapToObj(cost).filter(Objects::nonNull).mapToDouble(Double::doubleValue).sorted().toArray();
        double median = sorted[sorted.length / 2];
        List<List<CostsView.Cell>> rows = new ArrayList<>();
        for (int row = 0; row < lineBytes; row += COLUMNS) {
            rows.add(IntStream.range(row, row + COLUMNS).mapToObj(offset ->
                cell(offset, cost.apply(offset), median, words)).toList());
        }
        return new CostsView.Grid(title, rows, beyond.stream().map(offset ->
            cell(offset, cost.apply(offset), median, words)).toList());
    }

    private static CostsView.Cell cell(int offset, Double cost, double median, Function<Double, String> words) {
        return new CostsView.Cell(offset, words.apply(cost), cost == null ? 0
            : (int) Arrays.stream(LEVELS).filter(level -> cost >= level * median).count());
    }

    private static CostsView.Table line(Costs costs, Geometry geometry) {
        return new CostsView.Table("The line, by what it costs", List.of("", "found", "how sure", "ns by bytes",
            "does a long tear?"), costs.line() == null ? List.of() : LineRow.of(costs.line(), geometry.lineBytes())
            .stream().map(row -> List.of(row.title(), row.found(), row.sureness(), row.times(), row.verdicts()))
            .toList());
    }

    /** Returns the medians by offset of some rows; the columns are those of all. */
    static CostsView.Table byOffset(CpuCosts cpu, Predicate<CostRows.ByOffset> shown) {
        List<CostRows.ByOffset> rows = CostRows.byOffset(cpu.ranged(), cpu.model().geometry());
        List<Alignment> places = CostRows.places(rows);
        return new CostsView.Table("Medians over the offsets of each kind of place",
            row("access", places.stream().map(Words::place).toList()), rows.stream().filter(shown).map(row ->
                row(row.operation() + " of " + row.widthBytes() + " bytes, "
                    + (row.atOnePlace() ? "one place" : row.set()), places.stream()
                    .map(place -> Spread.orDash(row.nanos().get(place))).toList())).toList());
    }

    /** Returns the times of some layouts of counters next to each other. */
    static CostsView.Table sharing(Ranged ranged, int threads, Predicate<CostRows.Sharing> shown) {
        return new CostsView.Table(threads + " threads (times as much as one thread alone)",
            row("counters", CostRows.MODES), CostRows.sharing(ranged, threads).stream().filter(shown).map(row ->
                row(place(row.memory(), row.point()), IntStream.range(0, CostRows.MODES.size())
                    .mapToObj(i -> Spread.orDash(row.nanos().get(i)) + beside(row.nanos().get(i), row.alone().get(i)))
                    .toList())).toList());
    }

    private static String place(String memory, String point) {
        return switch (memory) {
            case "raw" -> "0".equals(point) ? "one counter for all, off the heap"
                : point + " bytes apart, off the heap";
            case "array" -> point + " bytes apart, in an array";
            case "array-away" -> point + " bytes apart, in an array, its length on another line";
            default -> point.replace('-', ' ');
        };
    }

    private static String beside(Spread spread, Spread alone) {
        Double ratio = Spread.ratio(spread, alone);
        return ratio == null ? "" : String.format(Locale.ROOT, " (%.1f)", ratio);
    }

    private static CostsView.Table bystanders(Ranged ranged) {
        return new CostsView.Table("What locks of another CPU delay (times as much as beside an idle one)",
            List.of("one step of the work", "the other one idle", "it locks an aligned value",
            "it locks a value across a line", "such locks"), CostRows.bystanders(ranged).stream().map(row -> {
                List<String> cells = new ArrayList<>(List.of(work(row), Spread.orDash(row.nanos().get(0))));
                row.nanos().subList(1, row.nanos().size()).forEach(spread ->
                    cells.add(Spread.orDash(spread) + beside(spread, row.nanos().get(0))));
                cells.add(Words.count(row.splitLocks()));
                return cells;
            }).toList());
    }

    private static String work(CostRows.Bystander row) {
        return row.set().equals("registers") ? "registers only" : "a load from " + row.set() + (row.setBytes() == null
            ? "" : " (" + Words.count(row.setBytes() >> 10) + " KiB)");
    }

    private static CostsView.Remedy remedy(CostRows.Remedy row) {
        Costs.Judged judged = row.judged();
        Costs.Asked tester = judged.tester();
        String own = Words.count(judged.own().torn()) + " of " + Words.count(judged.own().changes());
        String asked = tester == null ? "not asked" : tester.write() + "/" + tester.read() + " at " + tester.offset()
            + ": " + tester.verdict().replace('-', ' ') + (tester.strength() == null ? "" : ", " + tester.strength())
            + ", " + Words.count(tester.torn()) + " of " + Words.count(tester.changes());
        List<String> cells = Stream.concat(Stream.of(Spread.orDash(row.writer()), Spread.orDash(row.reader())),
            Stream.concat(row.latencies().stream().map(Spread::orDash), Stream.of(own, asked))).toList();
        String name = RemedyText.name(judged.remedy());
        return switch (judged.right()) {
            case WRONG -> new CostsView.Remedy(name, "torn", "\u25b2", "wrong", cells);
            case NONE_SEEN -> tester != null && "strong".equals(tester.strength())
                ? new CostsView.Remedy(name, "none-strong", "\u25cf", "no tear seen, strong", cells)
                : new CostsView.Remedy(name, "none-weak", "\u25cb", "no tear seen", cells);
            case UNKNOWN -> new CostsView.Remedy(name, "inconclusive", "?", "not known", cells);
        };
    }

    private static CostsView.Table counters(Ranged ranged) {
        return new CostsView.Table("One counter for all threads (updates lost)", row("counter",
            CostRows.counterThreads(ranged.costs()).stream().map(count -> count + (count == 1 ? " thread" : " threads"))
                .toList()), CostRows.counters(ranged).stream().map(row -> row(row.counter().replace('-', ' '),
            IntStream.range(0, row.nanos().size()).mapToObj(i -> Spread.orDash(row.nanos().get(i))
                + (row.lost().get(i) == null || row.lost().get(i) == 0 ? ""
                    : " (" + Words.share(row.lost().get(i)) + ")")).toList())).toList());
    }

    private static List<String> leftOut(Costs costs) {
        return Stream.of(Question.values()).flatMap(question -> costs.leftOut(question).stream()
            .collect(Collectors.groupingBy(Costs.Missing::why, TreeMap::new,
                Collectors.mapping(Costs.Missing::what, Collectors.joining("; ")))).entrySet().stream()
            .map(entry -> question.toString().replace('-', ' ') + ": " + entry.getValue() + " ("
                + words(entry.getKey()) + ")")).toList();
    }

    static String words(Costs.Reason why) {
        return switch (why) {
            case CPUS -> "too few CPUs";
            case REFUSED -> "the JDK refuses it";
            case FAULTS -> "it faults on this architecture";
            case FORBIDDEN -> "locks across a line were forbidden";
            case SLOWED -> "the kernel slows locks across a line";
            case SHORT_RUN -> "a shorter run than full";
            case IMPOSSIBLE -> "cannot be measured there";
            case FAILED -> "it failed";
        };
    }

    private static List<String> row(String name, List<String> cells) {
        List<String> row = new ArrayList<>(List.of(name));
        row.addAll(cells);
        return row;
    }
}
