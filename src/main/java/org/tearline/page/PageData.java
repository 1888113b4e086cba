// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.tearline.page.Designs.Design;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.Guarantees;
import org.tearline.trial.AccessRule;
import org.tearline.trial.Api;
import org.tearline.trial.Architecture;
import org.tearline.trial.Instructions;
import org.tearline.trial.LowerCase;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Verdict;
import org.tearline.words.Members;
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

    private final CardTexts cards;
    private final List<Architecture> architectures;
    private final List<String> families;
    private final Distinct<CardText> answers = new Distinct<>();
    private final Distinct<String> texts = new Distinct<>();
    /** Each consists of the indexes of answers. */
    private final Distinct<List<Integer>> rows = new Distinct<>();
    private final Map<Architecture, Distinct<Instructions>> instructions = new HashMap<>();
    private final Distinct<AccessRule> ways = new Distinct<>();
    /** Each consists of the indexes of ways, with an entry for each pair of modes. */
    private final Distinct<List<Integer>> lists = new Distinct<>();
    /** The indexes of rows by instructions, for each {@link CardTexts#basis}; most unmeasured CPUs share one. */
    private final Map<Object, List<Integer>> bases = new LinkedHashMap<>();
    /** The keys of the measured CPUs that were added so far, without their vendors. */
    private final Set<String> keys = new HashSet<>();

    PageData(CardTexts cards) {
        this.cards = cards;
        families = Guarantees.load().families().stream().map(CpuFamily::name).toList();
        architectures = cards.all().stream().map(Subject::architecture).distinct().toList();
    }

    /** Distinct elements, which have the indexes in which they came. */
    private static final class Distinct<T> {
        private final Map<T, Integer> indexes = new LinkedHashMap<>();

        int indexOf(T one) {
            return indexes.computeIfAbsent(one, absent -> indexes.size());
        }

        List<T> all() {
            return List.copyOf(indexes.keySet());
        }
    }

    /** Returns JSON that is safe inside a script element. */
    String text(String start, int offset) {
        // In this order: rows need instructions, answers rows, texts answers, and lists accesses.
        Object accesses = accesses();
        Object pairs = architectures.stream().map(this::instructions).toList();
        Object known = columns(cards.all().stream().map(this::cpu).toList());
        Object written = columns(answers.all().stream().map(this::written).toList());
        // This order compresses.
        Map<String, Object> all = Members.of("ways", ways.all(), "verdicts", Stream.of(Verdict.values())
                .map(one -> List.of(LowerCase.of(one), one.style(), one.sign(), one.headline())).toList(),
            "texts", texts.all(), "models", Designs.BRANDS, "arches", architectures, "cpus", known,
            "start", List.of(start, offset), "instructions", pairs, "types", types(), "answers", written,
            "bases", steps(bases.values()), "rows", steps(rows.all()), "lists", lists.all(), "symptoms", symptoms(),
            "apis", apis(), "accesses", accesses, "writes", WRITES, "reads", READS,
            "names", Resource.json("/page/names.json", JsonNode.class));
        return JsonMapper.shared().writeValueAsString(all).replace("<", "\\u003c")
            .replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    /** Returns a list for each name, since alike values beside each other compress better. */
    private static Map<String, Object> columns(List<Map<String, Object>> objects) {
        Map<String, Object> columns = new LinkedHashMap<>();
        objects.get(0).keySet().forEach(name -> columns.put(name, objects.stream().map(one -> one.get(name)).toList()));
        return columns;
    }

    private Map<String, Object> written(CardText card) {
        return Members.of("rank", card.verdict().ordinal(), "origin", texts.indexOf(card.origin()),
            "why", texts.indexOf(card.why()), "sure", texts.indexOf(card.sure()), "fix", texts.indexOf(card.fix()),
            "then", card.then() == null ? 0 : answers.indexOf(card.then()) - answers.indexOf(card));
    }

    /** Returns the steps between neighbours (small numbers) and between the first of two rows. */
    private static List<List<Integer>> steps(Collection<List<Integer>> rows) {
        List<List<Integer>> all = new ArrayList<>();
        int last = 0;
        for (List<Integer> row : rows) {
            List<Integer> steps = new ArrayList<>();
            for (int number : row) {
                steps.add(number - last);
                last = number;
            }
            last = row.get(0);
            all.add(steps);
        }
        return all;
    }

    private static JsonNode types() {
        JsonNode types = Resource.json("/page/instances.json", JsonNode.class);
        types.forEach(one -> ((ObjectNode) one).remove(List.of("source", "url")));
        return types;
    }

    /** Returns the table that the page's script interprets, without what the page does not show. */
    private static JsonNode symptoms() {
        ObjectNode table = Resource.json("/symptom/symptoms.json", ObjectNode.class);
        table.remove("words");
        for (String part : List.of("crashes", "lines")) {
            for (JsonNode symptom : table.get(part)) {
                // What to do where alignment is not the cause, only judge says.
                if (Set.of("no", "none").contains(symptom.get("alignment").asString())) {
                    ((ObjectNode) symptom).remove("fix");
                }
                ((ObjectNode) symptom).remove(List.of("id", "alignment", "sources", "see"));
            }
        }
        return table;
    }

    private Map<String, Object> cpu(Subject cpu) {
        Design named = cpu.named();
        List<String> names = new ArrayList<>(named.names());
        int measured = 0;
        if (cpu.isMeasured()) {
            measured = 1;
            // Only one CPU can be found by its numbers, even if another vendor uses the same ones.
            cpu.measured().numberedKeys().filter(key -> keys.add(key.substring(key.indexOf('-') + 1)))
                .forEach(names::add);
        }
        Object basis = cards.basis(cpu);
        bases.computeIfAbsent(basis, absent -> instructions.get(cpu.architecture()).all().stream()
            .map(access -> rows.indexOf(row(cpu, access))).toList());
        String slug = cpu.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        int unknown = named.unknown() ? 1 : 0;
        Object id = cpu.id().equals(slug) ? 0 : cpu.id();
        return Members.of("nearest", cpu.nearestName(cards.all()), "name", cpu.name(), "names", names,
            "maker", named.maker(), "cpuinfo", named.cpuinfo(), "line", cpu.geometry().lineBytes(),
            "page", cpu.geometry().pageBytes(), "arch", architectures.indexOf(cpu.architecture()),
            "families", named.families().stream().map(families::indexOf).toList(),
            "unknown", unknown, "measured", measured, "id", id, "basis", List.copyOf(bases.keySet()).indexOf(basis));
    }

    /** Returns for each width the steps of the indexes of the instructions of each pair of modes. */
    private List<List<Integer>> instructions(Architecture architecture) {
        Distinct<Instructions> known = new Distinct<>();
        instructions.put(architecture, known);
        return steps(Stream.of(Width.values()).map(width -> pairs(width, (write, read) ->
            known.indexOf(Instructions.of(write, read, width, architecture)))).toList());
    }

    /**
     * Returns for each width and API the index of the list of ways of its pairs of modes: "8 unsafe" for a long, "8f
     * unsafe" for a double, and "8 array-view before" for a JDK before {@link Api#FIRST_PLAIN_ON_HEAP} if it differs.
     */
    private Map<String, Integer> accesses() {
        Map<String, Integer> all = new LinkedHashMap<>();
        for (Width width : Width.values()) {
            for (boolean floating : width.isVector() ? new boolean[1] : new boolean[] {false, true}) {
                for (Api api : width.isVector() ? List.of(Api.VECTOR) : List.of(Api.values())) {
                    String key = width + (floating ? "f " : " ") + api;
                    int now = ways(api, width, floating, NEWEST_JAVA);
                    int before = ways(api, width, floating, OLDEST_JAVA);
                    all.put(key, now);
                    if (before != now) {
                        all.put(key + " before", before);
                    }
                }
            }
        }
        return all;
    }

    private int ways(Api api, Width width, boolean floating, int java) {
        return lists.indexOf(pairs(width, (write, read) ->
            ways.indexOf(AccessRule.of(api, write, read, width, floating, java))));
    }

    private static List<Integer> pairs(Width width, BiFunction<WriteMode, ReadMode, Integer> index) {
        if (width.isVector()) {
            return List.of(index.apply(WriteMode.PLAIN, ReadMode.PLAIN));
        }
        return WRITES.stream().flatMap(write -> READS.stream().map(read -> index.apply(write, read))).toList();
    }

    private static Map<String, Object> apis() {
        Map<String, Object> apis = new LinkedHashMap<>();
        for (Api api : Api.values()) {
            apis.put(api.toString(), Members.of("name", api.title(), "instead", api.instead(),
                "starts", api.startsAt(), "writes", JAVA.get(api.toString())));
        }
        return apis;
    }

    /**
     * Returns the index of the answer for an aligned value, and for each boundary from the width to the page size. The
     * last one also holds for all larger boundaries.
     */
    private List<Integer> row(Subject cpu, Instructions access) {
        int bytes = access.width().bytes();
        List<Integer> row = new ArrayList<>();
        for (int boundary = bytes / 2; boundary <= cpu.geometry().pageBytes(); boundary *= 2) {
            CardText card = cards.at(cpu, access, boundary < bytes ? 0 : boundary - bytes / 2);
            if (card.then() != null) {
                answers.indexOf(card.then());
            }
            row.add(answers.indexOf(card));
        }
        int last = row.size() - 1;
        while (last > 0 && row.get(last).equals(row.get(last - 1))) {
            last--;
        }
        return row.subList(0, last + 1);
    }
}
