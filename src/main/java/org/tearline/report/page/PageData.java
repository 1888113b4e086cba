// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tearline.merge.Difference;
import org.tearline.merge.Merge;
import org.tearline.merge.Seen;
import org.tearline.plan.Alignment;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.promise.Guarantees;
import org.tearline.published.Strength;
import org.tearline.report.text.Words;
import org.tearline.result.Silence;
import tools.jackson.databind.json.JsonMapper;

/**
 * Holds what the page's script needs, as JSON that can stand in an HTML script element. Everything is judged here: the
 * script looks up and draws, and knows no rule. The page of one run carries the same, so that a visitor's own run is
 * judged by the same code as the published ones. Pure. Thread-safe.
 */
final class PageData {
    /** The version of this format: a page takes the data of another page only if they agree. */
    private static final int FORMAT = 10;

    /** The sections of the table that results fill. */
    private static final Set<String> MEASURED = Set.of("measured", "emulated");

    private final Guarantees guarantees;
    private final PageTables tables = new PageTables();
    private PageData(Guarantees guarantees) {
        this.guarantees = guarantees;
    }

    /**
     * Returns the text of the script element: no character that could end it.
     *
     * @param single whether it is one run's own page, whose rows another page takes into its table
     */
    static String text(Guarantees guarantees, Merge merge, Overview overview, boolean single) {
        return new PageData(guarantees).text(merge, overview, single);
    }

    private String text(Merge merge, Overview overview, boolean single) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("format", FORMAT);
        all.put("boundEvents", Silence.RULE_OF_THREE);
        all.put("looks", Look.ALL.stream().map(PageData::look).toList());
        all.put("strengths", Arrays.stream(Strength.values()).map(strength -> object("word", strength.word(),
            "sentence", strength.sentence())).toList());
        all.put("boundaries", Arrays.stream(Alignment.values()).map(place ->
            object("title", Words.place(place), "meaning", Words.meaning(place))).toList());
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
        all.put("columns", overview.columns().stream().map(Words::place).toList());
        if (single) {
            all.put("rows", overview.sections().stream().filter(section -> MEASURED.contains(section.id()))
                .flatMap(section -> section.rows().stream()).map(row -> row(overview, row)).toList());
        }
        new SearchData(guarantees, tables).putInto(all);
        CpuData cpus = new CpuData(guarantees, tables);
        all.put("cpus", merge.cpus().stream().map(cpu -> {
            Map<String, Object> object = cpus.of(cpu);
            object.put("apart", merge.apart(cpu).stream().map(cpus::of).toList());
            return object;
        }).toList());
        tables.putInto(all);
        return escaped(JsonMapper.shared().writeValueAsString(all));
    }

    private static Map<String, Object> row(Overview overview, Overview.Row row) {
        Map<String, Object> object = object("name", row.name(), "detail", row.detail());
        object.put("runs", row.runs());
        object.put("newest", row.newest());
        object.put("cells", IntStream.range(0, row.cells().size()).mapToObj(i -> {
            Overview.Cell cell = row.cells().get(i);
            Map<String, Object> one = object("kind", i / overview.columns().size(), "column",
                Words.place(overview.columns().get(i % overview.columns().size())));
            one.put("style", cell.style());
            one.put("text", cell.text());
            one.put("title", cell.title());
            one.put("place", cell.place() == null ? "" : cell.place());
            return one;
        }).toList());
        return object;
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

    /** Returns the Java of every mode in every memory. */
    private static <M> Map<String, Map<String, String>> lines(M[] modes, Function<M, String> line) {
        Map<String, Map<String, String>> memories = new LinkedHashMap<>();
        Arrays.stream(Memory.values()).forEach(memory -> memories.put(memory.toString(), Arrays.stream(modes)
            .collect(Collectors.toMap(M::toString, mode -> JavaLine.in(memory, line.apply(mode)), (a, b) -> a,
                TreeMap::new))));
        return memories;
    }

    /** In this order, so that the same results give the same bytes. */
    static Map<String, Object> object(String name, Object value, String otherName, Object otherValue) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put(name, value);
        object.put(otherName, otherValue);
        return object;
    }

    /** Returns what two states are to each other, for every two: the same rule as that of {@code tester compare}. */
    private static Map<String, Map<String, Integer>> differences() {
        Function<Seen, Map<String, Integer>> row = a -> Arrays.stream(Seen.values()).collect(Collectors.toMap(
            Seen::toString, b -> Difference.of(a, b).ordinal(), (x, y) -> x, LinkedHashMap::new));
        Map<String, Map<String, Integer>> table = new LinkedHashMap<>();
        Arrays.stream(Seen.values()).forEach(seen -> table.put(seen.toString(), row.apply(seen)));
        return table;
    }
}
