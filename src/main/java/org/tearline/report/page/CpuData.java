// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.MergedPair;
import org.tearline.merge.Pair;
import org.tearline.merge.RunLine;
import org.tearline.plan.Alignment;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.Processes;
import org.tearline.plan.Width;
import org.tearline.platform.Emulated;
import org.tearline.promise.CpuFamily;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairClass;
import org.tearline.published.Series;
import org.tearline.published.Strength;
import org.tearline.report.text.RateText;
import org.tearline.report.text.Words;
import org.tearline.result.CellReason;
import org.tearline.result.Planted;
import org.tearline.result.Rate;

/** Holds what a page's data say of one CPU, judged. Pure but for the tables. Not thread-safe. */
final class CpuData {
    private static final int MAX_RUNS = 5;
    private static final int HEX_PREFIX = 2;
    private static final int NO_STRENGTH = -1;
    private static final int NO_REASON = -1;
    private static final int NO_SCOPE = -1;
    private static final int NO_CLASS = -1;
    private static final int NO_RATE = -1;
    private static final long NONE_PLANTED = -1;
    private static final long NO_TIME = -1;
    private static final double PERCENT = 100;
    private static final String LINE = "line";
    private static final String BEYOND = "beyond the line";

    private final Guarantees guarantees;
    private final PageTables tables;

    CpuData(Guarantees guarantees, PageTables tables) {
        this.guarantees = guarantees;
        this.tables = tables;
    }

    Map<String, Object> of(MergedCpu cpu) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("id", cpu.id());
        object.put("name", cpu.brand());
        object.put("design", cpu.microarchitecture());
        object.put("emulated", cpu.model().emulated());
        object.put("known", KnownCpus.number(cpu.microarchitecture()));
        CpuFamily family = cpu.model().emulated() ? null : Overviews.family(guarantees, cpu.traits());
        object.put("scope", family == null ? NO_SCOPE : PromiseScope.number(guarantees, List.of(family.name())));
        object.put("lineBytes", cpu.model().geometry().lineBytes());
        object.put("pageBytes", cpu.model().geometry().pageBytes());
        Map<Width, List<Map<String, Object>>> widths = new EnumMap<>(Width.class);
        object.put("pairs", cpu.pairs().stream().map(pair -> tables.row(pair(cpu, pair, widths.computeIfAbsent(
            pair.pair().width(), width -> map(cpu, width))))).toList());
        object.put("runCount", cpu.runs().size());
        object.put("runs", cpu.runs().stream().limit(MAX_RUNS).map(CpuData::run).toList());
        return object;
    }

    /**
     * Returns every offset of the first line, and those whose value lies across the end of the page: a map of no
     * results.
     */
    static List<Map<String, Object>> map(Width width, Geometry geometry) {
        return Stream.of(IntStream.range(0, geometry.lineBytes()), IntStream.range(geometry.pageBytes()
            - width.bytes() + 1, geometry.pageBytes())).map(offsets -> offsets.boxed().toList())
            .map(offsets -> group(offsets.get(0) == 0 ? LINE : BEYOND, offsets, width, geometry)).toList();
    }

    /**
     * Returns which offsets the map of a width shows, in groups, and which boundary each lies across: one digit per
     * offset.
     */
    private static List<Map<String, Object>> map(MergedCpu cpu, Width width) {
        Geometry geometry = cpu.model().geometry();
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        groups.put(LINE, IntStream.range(0, geometry.lineBytes()).boxed().toList());
        groups.put(BEYOND, new ArrayList<>());
        TreeSet<Integer> beyond = new TreeSet<>();
        cpu.pairs().stream().filter(pair -> pair.pair().width() == width).forEach(pair -> pair.cells().stream()
            .map(MergedCell::offset).filter(offset -> offset >= geometry.lineBytes()).forEach(beyond::add));
        groups.get(BEYOND).addAll(beyond);
        return groups.entrySet().stream().filter(group -> !group.getValue().isEmpty())
            .map(group -> group(group.getKey(), group.getValue(), width, geometry)).toList();
    }

    private static Map<String, Object> group(String title, List<Integer> offsets, Width width, Geometry geometry) {
        Map<String, Object> object = PageData.object("title", title, "offsets", offsets);
        object.put("boundaries", offsets.stream().map(offset -> String.valueOf(Alignment.of(offset,
            width.bytes(), geometry).ordinal())).collect(Collectors.joining()));
        return object;
    }

    private Map<String, Object> pair(MergedCpu cpu, MergedPair pair, List<Map<String, Object>> map) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("head", tables.heads.number(tables.row(head(pair.pair(), Answer.classOf(cpu, pair)))));
        object.put("memories", tables.memories.number(pair.memories().stream().map(Memory::toString).toList()));
        object.put("map", tables.maps.number(map));
        putCells(object, pair.cells());
        object.put("promises", tables.promiseRows.number(Arrays.stream(Alignment.values()).map(column ->
            tables.promise(CpuViews.promise(guarantees, cpu, pair, column))).toList()));
        List<String> broken = Arrays.stream(Alignment.values()).map(place -> Contradiction.broken(guarantees,
            cpu, pair, place)).toList();
        if (broken.stream().anyMatch(Predicate.not(String::isEmpty))) {
            object.put("broken", broken);
        }
        List<String> who = Arrays.stream(Alignment.values()).map(column -> CpuViews.who(cpu, pair, column))
            .map(CpuView.WhoView::sentence).toList();
        if (who.stream().anyMatch(Predicate.not(String::isEmpty))) {
            object.put("whoTore", tables.sides.number(who));
        }
        object.put("writeInstruction", tables.instructions.number(instruction(cpu, pair, access ->
            access.write() == pair.pair().write())));
        object.put("readInstruction", tables.instructions.number(instruction(cpu, pair, access ->
            access.read() == pair.pair().read())));
        object.put("seams", pair.seams());
        object.put("witnesses", pair.witnesses().stream().map(CpuData::witness).collect(Collectors.joining(",")));
        return object;
    }

    /** Returns what a write and read is called: the same for every CPU on which it was tried. */
    private Map<String, Object> head(Pair pair, PairClass kind) {
        Map<String, Object> object = PageData.object("title", pair.title(), "write", pair.write().toString());
        object.put("read", pair.read().toString());
        object.put("tier", pair.tier().toString());
        object.put("kind", kind == null ? "" : kind.title());
        object.put("widthBytes", pair.width().bytes());
        object.put("processes", pair.processes().count());
        object.put("value", tables.values.number(value(pair)));
        return object;
    }

    /** A column of numbers for each thing that is said of a cell. */
    private void putCells(Map<String, Object> object, List<MergedCell> cells) {
        object.put("offsets", tables.offsets.number(cells.stream().map(MergedCell::offset).toList()));
        object.put("looks", column(cells, cell -> Look.of(cell).number()));
        object.put("strengths", column(cells, cell -> cell.strength() == null ? NO_STRENGTH
            : cell.strength().ordinal()));
        if (cells.stream().anyMatch(cell -> cell.strength() == Strength.WITH_ITS_CLASS)) {
            object.put("classes", column(cells, cell -> cell.strength() != Strength.WITH_ITS_CLASS ? NO_CLASS
                : tables.classes.number(List.of(cell.worth().changes(), (long) cell.worth().cells(),
                    cell.worth().fewest()))));
        }
        object.put("torn", column(cells, MergedCell::torn));
        if (cells.stream().anyMatch(MergedCell::tore)) {
            object.put("rates", column(cells, cell -> !cell.tore() ? NO_RATE
                : tables.rates.number(rate(cell.rate()))));
            object.put("spreads", column(cells, cell -> !cell.tore() ? NO_RATE
                : tables.spreads.number(spread(cell.rate()))));
        }
        object.put("changes", column(cells, MergedCell::changes));
        if (cells.stream().anyMatch(cell -> !cell.reasons().isEmpty())) {
            object.put("reasons", column(cells, cell -> cell.reasons().isEmpty() ? NO_REASON
                : tables.reasons.number(cell.reasons().stream().map(CellReason::sentence)
                    .collect(Collectors.joining("; ")))));
        }
        // A share in percent per cell, and the counts of all cells together: so many large numbers would fill the page.
        object.put("plantedShare", column(cells, cell -> cell.planted().expected() == 0 ? NONE_PLANTED
            : Math.round(PERCENT * cell.planted().efficiency())));
        Planted planted = cells.stream().map(MergedCell::planted).reduce(Planted.NONE, Planted::plus);
        object.put("plantedFound", planted.found());
        object.put("plantedExpected", planted.expected());
        if (cells.stream().anyMatch(cell -> cell.firstTornNanos() != null)) {
            object.put("firstTornMicros", column(cells, cell -> cell.firstTornNanos() == null ? NO_TIME
                : TimeUnit.NANOSECONDS.toMicros(cell.firstTornNanos())));
        }
        object.put("files", column(cells, MergedCell::files));
        if (cells.stream().anyMatch(cell -> cell.tore() && cell.tornFiles() != cell.files())) {
            object.put("tornFiles", column(cells, MergedCell::tornFiles));
            object.put("silentChanges", column(cells, cell -> cell.tore() ? cell.silentChanges() : 0));
        }
    }

    /** Returns the words, and where samples differ tenfold the lowest and the highest, to the words' two digits. */
    private static List<Object> rate(Rate rate) {
        return rate.isTenfold() ? List.of(RateText.words(rate), twoDigits(rate.lowest()), twoDigits(rate.highest()))
            : List.of(RateText.words(rate));
    }

    /** Returns the interval and the number of samples; of one sample nothing. */
    private static List<Object> spread(Rate rate) {
        Rate.Interval interval = rate.interval95();
        return interval == null ? List.of() : List.of(Words.chances(interval.lower(), interval.upper()),
            rate.samples());
    }

    private static BigDecimal twoDigits(double rate) {
        return new BigDecimal(rate).round(new MathContext(2));
    }

    /** Returns what an access was found to be in the pair's tier, in any memory; empty where no file says. */
    private static String instruction(MergedCpu cpu, MergedPair pair, Predicate<MergedCpu.Access> side) {
        Width width = pair.pair().width();
        Integer vectorBytes = width.isVector() ? Integer.valueOf(width.bytes()) : null;
        return cpu.instructions().entrySet().stream().filter(entry -> side.test(entry.getKey())
            && entry.getKey().tier() == pair.pair().tier() && Objects.equals(entry.getKey().widthBytes(), vectorBytes))
            .flatMap(entry -> entry.getValue().stream()).distinct()
            .sorted().collect(Collectors.joining("; "));
    }

    /** Returns what a value is, where it is chosen: each width, in one process or two, has a map of its own. */
    private static String value(Pair pair) {
        return pair.width().described() + (pair.width().isVector() ? "" : " of " + pair.width().bytes() + " bytes")
            + (pair.processes() == Processes.ONE ? "" : ", two processes");
    }

    /**
     * Returns a number per cell, in a third of the characters of a list: each as the step from the one before, in base
     * 36, and equal steps once with how often; a minus separates as a blank does. So 7, 7, 7, 40, 39 is
     * {@code 7 0*2 x-1}.
     */
    static String column(List<MergedCell> cells, ToLongFunction<MergedCell> number) {
        List<String> steps = new ArrayList<>();
        long last = 0;
        long lastStep = 0;
        int times = 0;
        for (MergedCell cell : cells) {
            long step = number.applyAsLong(cell) - last;
            last += step;
            if (times > 0 && step != lastStep) {
                steps.add(step(lastStep, times));
                times = 0;
            }
            lastStep = step;
            times++;
        }
        steps.add(step(lastStep, times));
        return String.join(" ", steps).replace(" -", "-");
    }

    private static String step(long step, int times) {
        return Long.toString(step, Character.MAX_RADIX) + (times == 1 ? "" : "*" + times);
    }

    /**
     * Returns a tear as the page has it: offset, seam, and the values before and after, with blanks between them.
     * What was seen is left out where it is the value before up to the seam and the one after from there on; 1 is for
     * the reverse.
     */
    private static String witness(Series.Tear witness) {
        String before = witness.before().substring(HEX_PREFIX);
        String after = witness.after().substring(HEX_PREFIX);
        String seen = witness.seen().substring(HEX_PREFIX);
        int cut = 2 * witness.seam();
        String told = witness.offset() + " " + witness.seam() + " " + shortened(before) + " " + shortened(after);
        return seen.equals(after.substring(0, cut) + before.substring(cut)) ? told + " 1"
            : seen.equals(before.substring(0, cut) + after.substring(cut)) ? told : told + " " + seen;
    }

    /** Returns a value of one byte repeated as that byte alone, as almost all are. */
    private static String shortened(String digits) {
        String first = digits.substring(0, 2);
        return digits.equals(first.repeat(digits.length() / 2)) ? first : digits;
    }

    private static List<String> run(RunLine run) {
        return List.of(run.date().toString(), run.kind(), run.profile(), run.os(), run.jvm(), run.hypervisor()
            + (run.emulated() == Emulated.NO ? "" : "; emulated: " + run.emulated()), run.submitter(), run.path());
    }
}
