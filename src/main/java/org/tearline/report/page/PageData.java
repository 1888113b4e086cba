package org.tearline.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.Placement;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Emulated;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Observation;
import org.tearline.promise.PairClass;
import org.tearline.published.Series;
import org.tearline.published.Strength;
import org.tearline.report.merged.Difference;
import org.tearline.report.merged.MergedCell;
import org.tearline.report.merged.MergedCpu;
import org.tearline.report.merged.MergedPair;
import org.tearline.report.merged.Pair;
import org.tearline.report.merged.RunLine;
import org.tearline.report.merged.Seen;
import org.tearline.result.CellReason;
import org.tearline.result.Planted;
import org.tearline.result.Silence;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the page's script needs, as JSON that can stand in an HTML script element. Everything is judged here: the script
 * looks up and draws, and knows no rule. The page of one run carries the same, so that a visitor's own run is judged by
 * the same code as the published ones. Pure; any thread.
 */
final class PageData {
    /** The version of this format: a page takes the data of another page only if they agree. */
    private static final int FORMAT = 6;
    private static final int MAX_RUNS = 5;
    private static final int HEX_PREFIX = 2;
    private static final int NO_STRENGTH = -1;
    private static final int NO_REASON = -1;
    private static final int NO_CLASS = -1;
    private static final long NONE_PLANTED = -1;
    private static final long NO_TIME = -1;
    private static final double PERCENT = 100;

    private final Guarantees guarantees;
    private final Table<List<Integer>> offsets = new Table<>();
    private final Table<Object> maps = new Table<>();
    private final Table<Map<String, Object>> promises = new Table<>();
    private final Table<String> instructions = new Table<>();
    private final Table<String> reasons = new Table<>();
    private final Table<String> values = new Table<>();
    private final Table<List<String>> memories = new Table<>();
    private final Table<List<Long>> classes = new Table<>();

    private PageData(Guarantees guarantees) {
        this.guarantees = guarantees;
    }

    /** Values that are written once and named by their number. */
    private static final class Table<T> {
        private final Map<T, Integer> numbers = new LinkedHashMap<>();

        private int number(T value) {
            return numbers.computeIfAbsent(value, absent -> numbers.size());
        }

        private List<T> values() {
            return List.copyOf(numbers.keySet());
        }
    }

    /** The text of the script element: no character that could end it. */
    static String text(Guarantees guarantees, List<MergedCpu> cpus) {
        return new PageData(guarantees).text(cpus);
    }

    private String text(List<MergedCpu> cpus) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("format", FORMAT);
        all.put("boundEvents", Silence.RULE_OF_THREE);
        all.put("looks", Look.ALL.stream().map(PageData::look).toList());
        all.put("strengths", Arrays.stream(Strength.values()).map(strength -> object("word", strength.word(),
            "sentence", strength.sentence())).toList());
        all.put("boundaries", Arrays.stream(Column.values()).map(column -> object("title", column.title(), "meaning",
            column.meaning())).toList());
        all.put("differences", differences());
        all.put("sameWords", Difference.SAME.words());
        all.put("differenceWords", Arrays.stream(Difference.values()).map(Difference::words).toList());
        all.put("writes", lines(WriteMode.values(), JavaLine::of));
        all.put("reads", lines(ReadMode.values(), JavaLine::of));
        all.put("vectors", object("write", JavaLine.VECTOR_WRITE, "read", JavaLine.VECTOR_READ));
        all.put("rules", guarantees.rules().stream().collect(Collectors.toMap(rule -> rule.id(), rule -> object(
            "sentence", rule.sentence(), "sources", rule.sources().stream().map(source -> object("title",
                source.title(), "url", source.url())).toList()),
            (a, b) -> a, TreeMap::new)));
        all.put("runColumns", List.of("date", "by", "profile", "system", "JVM", "hypervisor", "submitter", "file"));
        all.put("models", ModelNumbers.all().stream().map(PageData::model).toList());
        all.put("kinds", Arrays.stream(PairClass.values()).map(PageData::kind).toList());
        all.put("families", guarantees.families().stream().map(family -> object("name", family.name(), "promises",
            Overviews.promises(guarantees, family).stream().map(some -> some.stream().map(promise ->
                promises.number(promise(promise))).toList()).toList())).toList());
        all.put("reported", guarantees.observations().stream().filter(seen -> !seen.cells().isEmpty())
            .map(PageData::reported).toList());
        all.put("cpus", cpus.stream().map(this::cpu).toList());
        all.put("offsets", offsets.values());
        all.put("maps", maps.values());
        all.put("promises", promises.values());
        all.put("instructions", instructions.values());
        all.put("reasons", reasons.values());
        all.put("values", values.values());
        all.put("memories", memories.values());
        all.put("classes", classes.values());
        return escaped(JsonMapper.shared().writeValueAsString(all));
    }

    static String escaped(String json) {
        return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
            .replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    private static Map<String, Object> look(Look look) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("state", look.seen().toString());
        object.put("style", look.style());
        object.put("sign", look.sign());
        object.put("silent", look.seen().none());
        object.put("untested", look.seen() == Seen.UNTESTED);
        return object;
    }

    private static Map<String, Object> model(ModelNumbers.Series series) {
        Map<String, Object> object = object("brand", series.brand(), "words", series.words());
        object.putAll(object("numbers", series.numbers(), "design", series.design()));
        return object;
    }

    /** The Java of every mode in every memory. */
    private static <M> Map<String, Map<String, String>> lines(M[] modes, Function<M, String> line) {
        Map<String, Map<String, String>> memories = new LinkedHashMap<>();
        Arrays.stream(Memory.values()).forEach(memory -> memories.put(memory.toString(), Arrays.stream(modes)
            .collect(Collectors.toMap(M::toString, mode -> JavaLine.in(memory, line.apply(mode)), (a, b) -> a,
                TreeMap::new))));
        return memories;
    }

    /** A kind of write and read, by the plainest of it. */
    private static Map<String, Object> kind(PairClass kind) {
        boolean writes = kind == PairClass.LOCKED_WRITE || kind == PairClass.BOTH_LOCKED;
        boolean reads = kind == PairClass.LOCKED_READ || kind == PairClass.BOTH_LOCKED;
        Map<String, Object> object = object("kind", kind.title(), "words", (writes ? "a CAS" : "a store") + " read by "
            + (reads ? "a CAS" : "a load"));
        object.putAll(object("write", (writes ? WriteMode.CAS : WriteMode.PLAIN).toString(), "read",
            (reads ? ReadMode.CAS : ReadMode.PLAIN).toString()));
        return object;
    }

    /** What others report of each kind of write and read across each boundary; empty where they say nothing. */
    private static Map<String, Object> reported(Observation seen) {
        Map<String, Object> object = object("name", seen.cpu(), "url", seen.url());
        object.putAll(object("id", seen.id(), "seen", Arrays.stream(PairClass.values()).map(kind ->
            Arrays.stream(Column.values()).map(column -> seen.at(kind, column.placement()))
                .map(word -> word == null ? "" : word.toString()).toList()).toList()));
        return object;
    }

    /** In this order, so that the same results give the same bytes. */
    private static Map<String, Object> object(String name, Object value, String otherName, Object otherValue) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put(name, value);
        object.put(otherName, otherValue);
        return object;
    }

    /** What two states are to each other, for every two: the same rule as that of {@code tester compare}. */
    private static Map<String, Map<String, Integer>> differences() {
        Function<Seen, Map<String, Integer>> row = a -> Arrays.stream(Seen.values()).collect(Collectors.toMap(
            Seen::toString, b -> Difference.of(a, b).ordinal(), (x, y) -> x, LinkedHashMap::new));
        Map<String, Map<String, Integer>> table = new LinkedHashMap<>();
        Arrays.stream(Seen.values()).forEach(seen -> table.put(seen.toString(), row.apply(seen)));
        return table;
    }

    private Map<String, Object> cpu(MergedCpu cpu) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("id", cpu.id());
        object.put("name", cpu.brand());
        object.put("design", cpu.microarchitecture());
        object.put("emulated", cpu.model().emulated());
        object.put("lineBytes", cpu.model().geometry().lineBytes());
        object.put("pageBytes", cpu.model().geometry().pageBytes());
        Map<Width, List<Map<String, Object>>> widths = new EnumMap<>(Width.class);
        object.put("pairs", cpu.pairs().stream().map(pair -> pair(cpu, pair, widths.computeIfAbsent(
            pair.pair().width(), width -> map(cpu, width)))).toList());
        object.put("runCount", cpu.runs().size());
        object.put("runs", cpu.runs().stream().limit(MAX_RUNS).map(PageData::run).toList());
        return object;
    }

    /** Which offsets the map of a width shows, in groups, and which boundary each lies across: one digit per offset. */
    private static List<Map<String, Object>> map(MergedCpu cpu, Width width) {
        Geometry geometry = cpu.model().geometry();
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        groups.put("line", IntStream.range(0, geometry.lineBytes()).boxed().toList());
        groups.put("beyond the line", new ArrayList<>());
        TreeSet<Integer> beyond = new TreeSet<>();
        cpu.pairs().stream().filter(pair -> pair.pair().width() == width).forEach(pair -> pair.cells().stream()
            .map(MergedCell::offset).filter(offset -> offset >= geometry.lineBytes()).forEach(beyond::add));
        groups.get("beyond the line").addAll(beyond);
        return groups.entrySet().stream().filter(group -> !group.getValue().isEmpty()).map(group -> {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("title", group.getKey());
            object.put("offsets", group.getValue());
            object.put("boundaries", group.getValue().stream().map(offset -> String.valueOf(Column.of(
                Placement.of(offset, width.bytes(), geometry)).ordinal())).collect(Collectors.joining()));
            return object;
        }).toList();
    }

    private Map<String, Object> pair(MergedCpu cpu, MergedPair pair, List<Map<String, Object>> map) {
        List<MergedCell> cells = pair.cells();
        PairClass kind = Answer.classOf(cpu, pair);
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("title", pair.pair().title());
        object.put("write", pair.pair().write().toString());
        object.put("read", pair.pair().read().toString());
        object.put("tier", pair.pair().tier().toString());
        object.put("kind", kind == null ? "" : kind.title());
        object.put("widthBytes", pair.pair().width().bytes());
        object.put("value", values.number(value(pair.pair())));
        object.put("memories", memories.number(pair.memories().stream().map(Memory::toString).toList()));
        object.put("map", maps.number(map));
        object.put("offsets", offsets.number(cells.stream().map(MergedCell::offset).toList()));
        object.put("looks", column(cells, cell -> Look.of(cell).number()));
        object.put("strengths", column(cells, cell -> cell.strength() == null ? NO_STRENGTH
            : cell.strength().ordinal()));
        if (cells.stream().anyMatch(cell -> cell.strength() == Strength.WITH_ITS_CLASS)) {
            object.put("classes", column(cells, cell -> cell.strength() != Strength.WITH_ITS_CLASS ? NO_CLASS
                : classes.number(List.of(cell.worth().changes(), (long) cell.worth().cells()))));
        }
        object.put("torn", column(cells, MergedCell::torn));
        object.put("changes", column(cells, MergedCell::changes));
        if (cells.stream().anyMatch(cell -> !cell.reasons().isEmpty())) {
            object.put("reasons", column(cells, cell -> cell.reasons().isEmpty() ? NO_REASON
                : reasons.number(cell.reasons().stream().map(CellReason::sentence).collect(Collectors.joining("; ")))));
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
        object.put("votes", column(cells, MergedCell::votes));
        if (cells.stream().anyMatch(cell -> cell.tore() && cell.tornVotes() != cell.votes())) {
            object.put("tornVotes", column(cells, MergedCell::tornVotes));
        }
        object.put("promises", Arrays.stream(Column.values()).map(column -> promises.number(promise(cpu, pair,
            column))).toList());
        List<String> broken = Arrays.stream(Column.values()).map(column -> Contradiction.broken(guarantees, cpu, pair,
            column)).toList();
        if (broken.stream().anyMatch(Predicate.not(String::isEmpty))) {
            object.put("broken", broken);
        }
        List<String> who = Arrays.stream(Column.values()).map(column -> CpuViews.who(cpu, pair, column))
            .map(it -> it.words() + (it.counts().isEmpty() ? "" : " (" + it.counts() + ")")).toList();
        if (who.stream().anyMatch(Predicate.not(String::isEmpty))) {
            object.put("whoTore", who);
        }
        object.put("writeInstruction", instructions.number(instruction(cpu, pair, "write " + pair.pair().write())));
        object.put("readInstruction", instructions.number(instruction(cpu, pair, "read " + pair.pair().read())));
        object.put("seams", pair.seams());
        object.put("witnesses", pair.witnesses().stream().map(PageData::witness).toList());
        return object;
    }

    private Map<String, Object> promise(MergedCpu cpu, MergedPair pair, Column column) {
        return promise(CpuViews.promise(guarantees, cpu, pair, column));
    }

    private static Map<String, Object> promise(CpuView.PromiseView promise) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("words", promise.words());
        object.put("sides", promise.sides());
        object.put("rules", promise.rules().isEmpty() ? List.of() : List.of(promise.rules().split(", ")));
        return object;
    }

    /** What an access was found to be in the pair's tier, in any memory; empty where no file says. */
    private static String instruction(MergedCpu cpu, MergedPair pair, String access) {
        Width width = pair.pair().width();
        String ending = (width.isVector() ? ", " + width + " bytes, " : ", ") + access;
        return cpu.instructions().entrySet().stream().filter(entry -> entry.getKey().startsWith(pair.pair().tier()
            + ", ") && entry.getKey().endsWith(ending) && entry.getKey().contains(" bytes, ") == width.isVector())
            .flatMap(entry -> entry.getValue().stream()).distinct()
            .sorted().collect(Collectors.joining("; "));
    }

    /** What a value is, where it is chosen: each width, in one process or two, has a map of its own. */
    private static String value(Pair pair) {
        return pair.width().described() + (pair.width().isVector() ? "" : " of " + pair.width().bytes() + " bytes")
            + (pair.processes() == Processes.ONE ? "" : ", two processes");
    }

    /**
     * A number per cell, in a third of the characters of a list: each as the step from the one before, in base 36, and
     * equal steps once with how often. So 7, 7, 7, 40 is {@code 7 0*2 x}.
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
        return String.join(" ", steps);
    }

    private static String step(long step, int times) {
        return Long.toString(step, Character.MAX_RADIX) + (times == 1 ? "" : "*" + times);
    }

    /** What was seen is left out where it is before up to the seam and after from there on, and 1 if the reverse. */
    private static List<Object> witness(Series.Tear witness) {
        String before = witness.before().substring(HEX_PREFIX);
        String after = witness.after().substring(HEX_PREFIX);
        String seen = witness.seen().substring(HEX_PREFIX);
        int cut = 2 * witness.seam();
        List<Object> all = new ArrayList<>(List.of(witness.offset(), witness.seam(), shortened(before),
            shortened(after)));
        if (seen.equals(after.substring(0, cut) + before.substring(cut))) {
            all.add(1);
        } else if (!seen.equals(before.substring(0, cut) + after.substring(cut))) {
            all.add(seen);
        }
        return all;
    }

    /** A value of one byte repeated as that byte alone, as almost all are. */
    private static String shortened(String digits) {
        String first = digits.substring(0, 2);
        return digits.equals(first.repeat(digits.length() / 2)) ? first : digits;
    }

    private static List<String> run(RunLine run) {
        return List.of(run.date().toString(), run.kind(), run.profile(), run.os(), run.jvm(), run.hypervisor()
            + (run.emulated() == Emulated.NO ? "" : "; emulated: " + run.emulated()), run.submitter(), run.path());
    }
}
