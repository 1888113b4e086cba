// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.Guarantees.Observation;
import org.tearline.trial.AccessClass;
import org.tearline.trial.AccessPair;
import org.tearline.trial.Api;
import org.tearline.trial.Architecture;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
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

    private final Answers answers;
    private final Guarantees guarantees;
    /** The index of each distinct answer. */
    private final Map<Answer, Integer> numbers = new LinkedHashMap<>();
    /** The index of each distinct row, which consists of the indexes of answers. */
    private final Map<List<Integer>, Integer> rows = new LinkedHashMap<>();
    /** The indexes of rows by width and pair, for each {@link Answers#basis}; most unmeasured CPUs share one. */
    private final Map<Object, Map<String, Map<String, Integer>>> rowsOfAlike = new HashMap<>();
    /** The keys of the measured CPUs that were added so far, without their vendors. */
    private final Set<String> keys = new HashSet<>();

    PageData(Answers answers, Guarantees guarantees) {
        this.answers = answers;
        this.guarantees = guarantees;
    }

    /** Returns JSON that is safe inside a script element. */
    String text(List<Subject> cpus, String start, int offset) {
        List<Architecture> architectures = cpus.stream().map(Subject::architecture).distinct().toList();
        // Fills rows and numbers.
        List<Map<String, Object>> known = cpus.stream().map(cpu -> cpu(cpu, cpus, architectures)).toList();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("cpus", known);
        all.put("rows", List.copyOf(rows.keySet()));
        // Filled by the answers.
        Map<String, Integer> texts = new LinkedHashMap<>();
        all.put("answers", numbers.keySet().stream().map(one -> List.of(Answer.VERDICTS.indexOf(one.verdict()),
            one.origin(), number(texts, one.why()), number(texts, one.sure()), number(texts, one.fix()))).toList());
        all.put("texts", List.copyOf(texts.keySet()));
        all.put("verdicts", Answer.VERDICTS.stream().map(one -> List.of(one.style(), one.sign(), one.headline()))
            .toList());
        all.put("classes", architectures.stream().map(PageData::classes).toList());
        all.put("interpreted", architectures.stream().map(PageData::interpreted).toList());
        all.put("apis", ApiData.all());
        all.put("writes", byName(WRITES, mode -> JavaLine.of(Api.UNSAFE, mode)));
        all.put("reads", byName(READS, mode -> JavaLine.of(Api.UNSAFE, mode)));
        all.put("models", ModelNumbers.all().stream().map(one -> model(one, cpus)).toList());
        all.put("types", CloudTypes.all().stream().map(one -> type(one, cpus)).toList());
        all.put("start", List.of(start, offset));
        all.put("words", Resource.json("/page/words.json", JsonNode.class));
        all.put("symptoms", symptoms());
        return JsonMapper.shared().writeValueAsString(all).replace("<", "\\u003c").replace(">", "\\u003e")
            .replace("&", "\\u0026").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    /** Returns the table that the page's script interprets, without what the page does not show. */
    private static JsonNode symptoms() {
        JsonNode table = Resource.json("/symptom/symptoms.json", JsonNode.class);
        for (String part : List.of("crashes", "lines")) {
            table.get(part).forEach(symptom -> ((ObjectNode) symptom).remove(List.of("sources", "see")));
        }
        return table;
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
        object.put("reports", answers.reports(cpu).stream().map(Observation::id).toList());
        if (cpu.unknown()) {
            object.put("unknown", true);
        }
        if (cpu.isMeasured()) {
            object.put("measured", true);
        }
        object.put("rows", rowsOfAlike.computeIfAbsent(answers.basis(cpu), basis -> rows(cpu)));
        return object;
    }

    private Map<String, Map<String, Integer>> rows(Subject cpu) {
        Map<String, Map<String, Integer>> widths = new LinkedHashMap<>();
        for (Width width : Width.values()) {
            widths.put(width.toString(), pairs(cpu, width));
        }
        return widths;
    }

    /** Returns the indexes of the families that a design belongs to, or may belong to. */
    private List<Integer> families(Designs.Design design) {
        List<String> names = guarantees.families().stream().map(CpuFamily::name).toList();
        return design.families().stream().map(names::indexOf).toList();
    }

    /** Returns the index of each pair's row, by the ordinals of its two access classes. */
    private Map<String, Integer> pairs(Subject cpu, Width width) {
        Map<String, Integer> pairs = new LinkedHashMap<>();
        for (WriteMode write : width.isVector() ? List.of(WriteMode.PLAIN) : WRITES) {
            for (ReadMode read : width.isVector() ? List.of(ReadMode.PLAIN) : READS) {
                for (Tier tier : tiers(cpu.architecture())) {
                    AccessPair pair = AccessPair.of(write, read, width, tier, cpu.architecture());
                    pairs.computeIfAbsent(pair.write().ordinal() + "," + pair.read().ordinal(), key -> number(rows,
                        row(cpu, pair, width)));
                }
            }
        }
        return pairs;
    }

    /**
     * Returns the index of an answer for each boundary 1, 2, 4 up to the page size. A value that crosses only
     * boundaries below its width is aligned.
     */
    private List<Integer> row(Subject cpu, AccessPair pair, Width width) {
        List<Integer> row = new ArrayList<>();
        for (int boundary = 1; boundary <= cpu.geometry().pageBytes(); boundary *= 2) {
            int offset = boundary < width.bytes() ? 0 : boundary - width.bytes() / 2;
            row.add(number(numbers, answers.at(cpu, pair, width, offset)));
        }
        return row;
    }

    /** Returns the index of an element, which is added if it is new. */
    private static <T> int number(Map<T, Integer> numbers, T one) {
        numbers.putIfAbsent(one, numbers.size());
        return numbers.get(one);
    }

    /** Returns C2, and the interpreter where its instructions may fault although the compiled ones do not. */
    private static List<Tier> tiers(Architecture architecture) {
        return architecture == Architecture.AARCH64 ? List.of(Tier.C2, Tier.INTERPRETER) : List.of(Tier.C2);
    }

    /** Returns the access class of each write and read mode in compiled code. */
    private static List<Map<String, Integer>> classes(Architecture architecture) {
        return classes(architecture, Tier.C2);
    }

    /** Returns the access class of each mode until the JIT compiles the call, for which the last tier stands. */
    private static List<Map<String, Integer>> interpreted(Architecture architecture) {
        List<Tier> tiers = tiers(architecture);
        return classes(architecture, tiers.get(tiers.size() - 1));
    }

    private static List<Map<String, Integer>> classes(Architecture architecture, Tier tier) {
        return List.of(byName(WRITES, mode -> AccessClass.of(mode, Width.LONG, tier, architecture).ordinal()),
            byName(READS, mode -> AccessClass.of(mode, Width.LONG, tier, architecture).ordinal()));
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
