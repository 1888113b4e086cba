// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.trial.Api;
import org.tearline.trial.Architecture;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Verdict;
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

    /** Java lines that write a long, by API and mode, with the placeholders ADDRESS and, for a vector, BITS. */
    static final JsonNode JAVA = Resource.json("/page/java.json", JsonNode.class);

    private static final int OLDEST_JAVA = 17;
    private static final int NEWEST_JAVA = 25;

    private final Answers answers;
    private final List<Subject> cpus;
    private final List<Architecture> architectures;
    private final List<CpuFamily> families;
    private final Distinct<Answer> distinct = new Distinct<>();
    private final Distinct<String> texts = new Distinct<>();
    /** Each consists of the indexes of answers. */
    private final Distinct<List<Integer>> rows = new Distinct<>();
    /** The ways in which accesses are made, by architecture and width; see {@link Access#basis}. */
    private final Map<Architecture, Map<Width, Map<Object, Access>>> ways = new EnumMap<>(Architecture.class);
    /** Each consists of the indexes of ways, with an entry for each pair of modes. */
    private final Distinct<List<Integer>> pairs = new Distinct<>();
    /** The indexes of rows by width and way, for each {@link Answers#basis}; most unmeasured CPUs share one. */
    private final Map<Object, Object> bases = new LinkedHashMap<>();
    /** The keys of the measured CPUs that were added so far, without their vendors. */
    private final Set<String> keys = new HashSet<>();

    PageData(Answers answers, Guarantees guarantees, List<Subject> cpus) {
        this.answers = answers;
        this.cpus = cpus;
        families = guarantees.families();
        architectures = cpus.stream().map(Subject::architecture).distinct().toList();
    }

    /** Distinct elements, which have the indexes in which they came. */
    private static final class Distinct<T> {
        private final Map<T, Integer> indexes = new LinkedHashMap<>();

        int indexOf(T one) {
            indexes.putIfAbsent(one, indexes.size());
            return indexes.get(one);
        }

        List<T> all() {
            return List.copyOf(indexes.keySet());
        }
    }

    /** Returns JSON that is safe inside a script element. */
    String text(String start, int offset) {
        // In this order: rows need ways, answers need rows, and texts need answers.
        Object accesses = architectures.stream().map(this::accesses).toList();
        Object known = cpus.stream().map(this::cpu).toList();
        Map<String, Object> all = object("cpus", known, "rows", rows.all().stream().map(PageData::steps).toList(),
            "answers", answers(distinct.all()), "texts", texts.all(),
            "verdicts", Stream.of(Verdict.values())
                .map(one -> List.of(Answer.style(one), one.sign(), one.headline())).toList(),
            "bases", bases.values(), "accesses", accesses, "pairs", pairs.all(),
            "apis", Stream.of(Api.values())
                .collect(Collectors.toMap(Api::toString, PageData::api, (one, same) -> one, LinkedHashMap::new)),
            "writes", WRITES.stream().map(WriteMode::toString).toList(),
            "reads", READS.stream().map(ReadMode::toString).toList(),
            "models", Designs.brands(), "types", Designs.providers(), "start", List.of(start, offset),
            "names", Resource.json("/page/names.json", JsonNode.class), "symptoms", symptoms());
        return JsonMapper.shared().writeValueAsString(all).replace("<", "\\u003c")
            .replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    /** Returns an object with members given as alternating names and values, without those that are null. */
    private static Map<String, Object> object(Object... members) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            if (members[i + 1] != null) {
                object.put((String) members[i], members[i + 1]);
            }
        }
        return object;
    }

    private static Boolean orNull(boolean fact) {
        return fact ? Boolean.TRUE : null;
    }

    /** Returns a list for each part of an answer, since alike numbers beside each other compress better. */
    private List<List<Integer>> answers(List<Answer> all) {
        return Stream.<ToIntFunction<Answer>>of(one -> one.verdict().ordinal(), one -> texts.indexOf(one.origin()),
            one -> texts.indexOf(one.why()), one -> texts.indexOf(one.sure()), one -> texts.indexOf(one.fix()),
            one -> one.then() == null ? -1 : distinct.indexOf(one.then()))
            .map(part -> all.stream().map(part::applyAsInt).toList()).toList();
    }

    /** Returns the differences between neighbours, which compress better than the numbers. */
    private static List<Integer> steps(List<Integer> numbers) {
        return IntStream.range(0, numbers.size())
            .mapToObj(i -> i == 0 ? numbers.get(0) : numbers.get(i) - numbers.get(i - 1)).toList();
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

    private Map<String, Object> cpu(Subject cpu) {
        Designs.Design named = cpu.named();
        List<String> names = new ArrayList<>(named.names());
        if (cpu.isMeasured()) {
            // Only one CPU can be found by its numbers, even if another vendor uses the same ones.
            cpu.measured().keys().stream().filter(key -> keys.add(key.substring(key.indexOf('-') + 1)))
                .forEach(names::add);
        }
        Object basis = answers.basis(cpu);
        if (!bases.containsKey(basis)) {
            bases.put(basis, rows(cpu));
        }
        return object("id", cpu.id(), "name", cpu.name(), "maker", named.maker(), "names", names,
            "cpuinfo", named.cpuinfo(), "line", cpu.geometry().lineBytes(), "page", cpu.geometry().pageBytes(),
            "arch", architectures.indexOf(cpu.architecture()), "families", named.families().stream()
                .map(name -> families.stream().map(CpuFamily::name).toList().indexOf(name)).toList(),
            "nearest", cpu.nearestName(cpus), "unknown", orNull(named.unknown()),
            "measured", orNull(cpu.isMeasured()),
            "basis", List.copyOf(bases.keySet()).indexOf(basis));
    }

    /** Returns the index of the row for each width and way. */
    private Map<String, List<Integer>> rows(Subject cpu) {
        Map<String, List<Integer>> widths = new LinkedHashMap<>();
        ways.get(cpu.architecture()).forEach((width, accesses) -> widths.put(width.toString(),
            steps(accesses.values().stream().map(access -> rows.indexOf(row(cpu, access))).toList())));
        return widths;
    }

    /**
     * Returns for each width and API the index of the list of ways of its pairs of modes: "8 unsafe" for a long, "8f
     * unsafe" for a double, and "8 array-view before" for a JDK before {@link Api#FIRST_PLAIN_ON_HEAP} if it differs.
     */
    private Map<String, Integer> accesses(Architecture architecture) {
        Map<String, Integer> all = new LinkedHashMap<>();
        for (Width width : Width.values()) {
            for (boolean floating : width.isVector() ? new boolean[1] : new boolean[] {false, true}) {
                for (Api api : width.isVector() ? List.of(Api.VECTOR) : List.of(Api.values())) {
                    String key = width + (floating ? "f " : " ") + api;
                    List<Integer> now = ways(architecture, api, width, floating, NEWEST_JAVA);
                    List<Integer> before = ways(architecture, api, width, floating, OLDEST_JAVA);
                    all.put(key, pairs.indexOf(now));
                    if (!before.equals(now)) {
                        all.put(key + " before", pairs.indexOf(before));
                    }
                }
            }
        }
        return all;
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
        return object("name", api.title(), "instead", api.instead().toString(), "starts", api.startsAt(),
            "writes", JAVA.get(api.toString()));
    }

    /**
     * Returns the index of the answer for an aligned value, and for each boundary from the width to the page size. The
     * last one also holds for all larger boundaries.
     */
    private List<Integer> row(Subject cpu, Access access) {
        int bytes = access.width().bytes();
        List<Integer> row = new ArrayList<>();
        for (int boundary = bytes / 2; boundary <= cpu.geometry().pageBytes(); boundary *= 2) {
            Answer answer = answers.at(cpu, access, boundary < bytes ? 0 : boundary - bytes / 2);
            if (answer.then() != null) {
                distinct.indexOf(answer.then());
            }
            row.add(distinct.indexOf(answer));
        }
        int last = row.size() - 1;
        while (last > 0 && row.get(last).equals(row.get(last - 1))) {
            last--;
        }
        return row.subList(0, last + 1);
    }
}
