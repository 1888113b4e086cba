// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.trial.Api;
import org.tearline.trial.Architecture;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The data for the page's script: names of CPUs, and an answer for every kind of write and read, width and boundary.
 * The script only looks up answers. Not thread-safe.
 */
final class PageData {
    /** In the page's order, with the tester's default first. */
    static final List<WriteMode> WRITES = List.of(WriteMode.ORDERED, WriteMode.VOLATILE, WriteMode.PLAIN,
        WriteMode.OPAQUE, WriteMode.CAS, WriteMode.GETANDSET, WriteMode.GETANDADD);
    static final List<ReadMode> READS = List.of(ReadMode.VOLATILE, ReadMode.PLAIN, ReadMode.ACQUIRE, ReadMode.OPAQUE,
        ReadMode.CAS, ReadMode.EXCHANGE, ReadMode.GETANDADD);

    private static final int OLDEST_JAVA = 17;
    private static final int NEWEST_JAVA = 25;

    private final Answers answers;
    private final Guarantees guarantees;
    /** The index of each distinct answer. */
    private final Map<Answer, Integer> numbers = new LinkedHashMap<>();
    /** The index of each distinct row, which consists of the indexes of answers. */
    private final Map<List<Integer>, Integer> rows = new LinkedHashMap<>();
    /** An access for each distinct way in which they are made, by architecture and width; see {@link Access#basis}. */
    private final Map<Architecture, Map<Width, Map<Object, Access>>> ways = new EnumMap<>(Architecture.class);
    /** The index of each distinct list of ways, which has an entry for each pair of modes. */
    private final Map<List<Integer>, Integer> pairs = new LinkedHashMap<>();
    /** The indexes of rows by width and way, for each {@link Answers#basis}; most unmeasured CPUs share one. */
    private final Map<Object, Integer> bases = new LinkedHashMap<>();
    private final List<Object> rowsOfBases = new ArrayList<>();
    /** The keys of the measured CPUs that were added so far, without their vendors. */
    private final Set<String> keys = new HashSet<>();

    PageData(Answers answers, Guarantees guarantees) {
        this.answers = answers;
        this.guarantees = guarantees;
    }

    /** Returns JSON that is safe inside a script element. */
    String text(List<Subject> cpus, String start, int offset) {
        List<Architecture> architectures = cpus.stream().map(Subject::architecture).distinct().toList();
        List<Map<String, Map<String, Integer>>> accesses = architectures.stream().map(this::accesses).toList();
        // Fills rows and numbers.
        List<Map<String, Object>> known = cpus.stream().map(cpu -> cpu(cpu, cpus, architectures)).toList();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("cpus", known);
        all.put("rows", List.copyOf(rows.keySet()));
        // Filled by the answers.
        Map<String, Integer> texts = new LinkedHashMap<>();
        all.put("answers", numbers.keySet().stream().map(one -> List.of(Answer.VERDICTS.indexOf(one.verdict()),
            number(texts, one.origin()), number(texts, one.why()), number(texts, one.sure()), number(texts, one.fix()),
            one.then() == null ? -1 : numbers.get(one.then()))).toList());
        all.put("texts", List.copyOf(texts.keySet()));
        all.put("verdicts", Answer.VERDICTS.stream().map(one -> List.of(Answer.style(one), one.sign(),
            one.headline()))
            .toList());
        all.put("bases", rowsOfBases);
        all.put("accesses", accesses);
        all.put("pairs", List.copyOf(pairs.keySet()));
        all.put("apis", byName(List.of(Api.values()), PageData::api));
        all.put("writes", WRITES.stream().map(WriteMode::toString).toList());
        all.put("reads", READS.stream().map(ReadMode::toString).toList());
        all.put("models", ModelNumbers.all().stream().map(one -> model(one, cpus)).toList());
        all.put("types", CloudTypes.all().stream().map(one -> type(one, cpus)).toList());
        all.put("start", List.of(start, offset));
        all.put("names", Resource.json("/page/names.json", JsonNode.class));
        all.put("symptoms", symptoms());
        return JsonMapper.shared().writeValueAsString(all).replace("<", "\\u003c")
            .replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    /** Returns the table that the page's script interprets, without what the page does not show. */
    private static JsonNode symptoms() {
        ObjectNode table = Resource.json("/symptom/symptoms.json", ObjectNode.class);
        table.remove("words");
        for (String part : List.of("crashes", "lines")) {
            table.get(part).forEach(symptom -> shorten((ObjectNode) symptom));
        }
        return table;
    }

    /** Keeps the page small. What to do where alignment is not the cause, only judge says. */
    private static void shorten(ObjectNode symptom) {
        if (Set.of("no", "none").contains(symptom.get("alignment").asString())) {
            symptom.remove("fix");
        }
        symptom.remove(List.of("id", "alignment", "sources", "see"));
    }

    private Map<String, Object> cpu(Subject cpu, List<Subject> cpus, List<Architecture> architectures) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("id", cpu.id());
        object.put("name", cpu.name());
        Designs.Design named = cpu.named();
        object.put("maker", named == null ? "" : named.maker());
        List<String> names = new ArrayList<>(named == null ? List.of() : named.names());
        if (cpu.measured() != null) {
            // Only one CPU can be found by its numbers, even if another vendor uses the same ones.
            cpu.measured().keys().stream().filter(key -> keys.add(key.substring(key.indexOf('-') + 1)))
                .forEach(names::add);
        }
        object.put("names", names);
        object.put("cpuinfo", named == null ? "" : named.cpuinfo());
        object.put("line", cpu.geometry().lineBytes());
        object.put("page", cpu.geometry().pageBytes());
        object.put("arch", architectures.indexOf(cpu.architecture()));
        object.put("families", named == null ? List.of() : families(named));
        object.put("nearest", cpu.nearestName(cpus));
        if (cpu.unknown()) {
            object.put("unknown", true);
        }
        if (cpu.isMeasured()) {
            object.put("measured", true);
        }
        Object basis = answers.basis(cpu);
        if (!bases.containsKey(basis)) {
            bases.put(basis, bases.size());
            rowsOfBases.add(rows(cpu));
        }
        object.put("basis", bases.get(basis));
        return object;
    }

    /** Returns the index of the row for each width and way. */
    private Map<String, List<Integer>> rows(Subject cpu) {
        Map<String, List<Integer>> widths = new LinkedHashMap<>();
        ways.get(cpu.architecture()).forEach((width, accesses) -> widths.put(width.toString(),
            accesses.values().stream().map(access -> number(rows, row(cpu, access))).toList()));
        return widths;
    }

    /** Returns for each width and API the index of the list of ways of its pairs of modes. */
    private Map<String, Map<String, Integer>> accesses(Architecture architecture) {
        Map<String, Map<String, Integer>> widths = new LinkedHashMap<>();
        for (Width width : Width.values()) {
            for (boolean floating : width.isVector() ? new boolean[] {false} : new boolean[] {false, true}) {
                widths.put(width + (floating ? "f" : ""), accesses(architecture, width, floating));
            }
        }
        return widths;
    }

    private Map<String, Integer> accesses(Architecture architecture, Width width, boolean floating) {
        Map<String, Integer> apis = new LinkedHashMap<>();
        for (Api api : width.isVector() ? List.of(Api.VECTOR) : List.of(Api.values())) {
            List<Integer> now = ways(architecture, api, width, floating, NEWEST_JAVA);
            List<Integer> before = ways(architecture, api, width, floating, OLDEST_JAVA);
            apis.put(api.toString(), number(pairs, now));
            if (!before.equals(now)) {
                apis.put(api + "-before-" + Api.FIRST_PLAIN_ON_HEAP, number(pairs, before));
            }
        }
        return apis;
    }

    private List<Integer> ways(Architecture architecture, Api api, Width width, boolean floating, int java) {
        List<Integer> all = new ArrayList<>();
        Map<Object, Access> known = ways.computeIfAbsent(architecture, absent -> new EnumMap<>(Width.class))
            .computeIfAbsent(width, absent -> new LinkedHashMap<>());
        for (WriteMode write : width.isVector() ? List.of(WriteMode.PLAIN) : WRITES) {
            for (ReadMode read : width.isVector() ? List.of(ReadMode.PLAIN) : READS) {
                Access access = new Access(api, write, read, width, floating, java);
                Object basis = access.basis(architecture);
                known.putIfAbsent(basis, access);
                all.add(List.copyOf(known.keySet()).indexOf(basis));
            }
        }
        return all;
    }

    private static Map<String, Object> api(Api api) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", api.title());
        object.put("instead", api.instead().toString());
        object.put("starts", api.startsAt());
        object.put("writes", byName(WRITES, mode -> JavaLine.of(api, mode)));
        return object;
    }

    /** Returns the indexes of the families that a design belongs to, or may belong to. */
    private List<Integer> families(Designs.Design design) {
        List<String> names = guarantees.families().stream().map(CpuFamily::name).toList();
        return design.families().stream().map(names::indexOf).toList();
    }

    /**
     * Returns the index of the answer for an aligned value, and for each boundary from the width to the page size. The
     * last one also holds for all larger boundaries.
     */
    private List<Integer> row(Subject cpu, Access access) {
        Width width = access.width();
        List<Integer> row = new ArrayList<>();
        for (int boundary = width.bytes() / 2; boundary <= cpu.geometry().pageBytes(); boundary *= 2) {
            int offset = boundary < width.bytes() ? 0 : boundary - width.bytes() / 2;
            Answer answer = answers.at(cpu, access, offset);
            if (answer.then() != null) {
                number(numbers, answer.then());
            }
            row.add(number(numbers, answer));
        }
        int last = row.size() - 1;
        while (last > 0 && row.get(last).equals(row.get(last - 1))) {
            last--;
        }
        return row.subList(0, last + 1);
    }

    /** Returns the index of an element, which is added if it is new. */
    private static <T> int number(Map<T, Integer> numbers, T one) {
        numbers.putIfAbsent(one, numbers.size());
        return numbers.get(one);
    }

    private static <M, V> Map<String, V> byName(List<M> modes, Function<M, V> value) {
        return modes.stream().collect(Collectors.toMap(M::toString, value, (a, b) -> a, LinkedHashMap::new));
    }

    private static int indexOf(int design, List<Subject> cpus) {
        return cpus.stream().map(Subject::named).toList().indexOf(Designs.list().get(design));
    }

    private static Map<String, Object> model(ModelNumbers.Series series, List<Subject> cpus) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("brand", series.brand());
        object.put("words", series.words());
        object.put("numbers", series.numbers());
        // Ambiguous numbers lead to the unknown design that is named after the brand.
        int design = series.design().isEmpty() ? Designs.named(series.brand()) : Designs.number(series.design());
        object.put("cpu", indexOf(design, cpus));
        object.put("cpuinfo", series.cpuinfo());
        return object;
    }

    private static Map<String, Object> type(CloudTypes.Type type, List<Subject> cpus) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("provider", type.provider());
        object.put("names", type.names());
        object.put("cpus", type.cpus().stream().map(one -> List.of(indexOf(one.cpu(), cpus), one.cpuinfo())).toList());
        return object;
    }
}
