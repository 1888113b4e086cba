// SPDX-License-Identifier: Apache-2.0
package org.tearline.symptom;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.tearline.symptom.Explanation.Alignment;
import tools.jackson.databind.json.JsonMapper;

/**
 * Explains crash logs, kernel messages and exceptions by the table {@code symptom/symptoms.json}, which the page's
 * script reads, too. Thread-safe.
 *
 * <p>The first symptom of {@code crashes} whose conditions hold explains a crash. A line belongs to the first symptom
 * of {@code lines} that has a pattern for it.
 */
public final class Symptoms {
    /** Longer lines are cut, because patterns may take time that grows with the square of the length. */
    private static final int MAX_COLUMNS = 2_000;
    /** Of more lines, only those with a word that some pattern needs are read, because there are many patterns. */
    private static final int MANY_LINES = 5_000;

    private final Table table;
    private final Facts facts;
    private final List<Compiled> crashes;
    private final List<Compiled> lines;

    /**
     * What is known about a crash or about lines. In the texts, a name in braces stands for a fact or a named group.
     *
     * @param when     expressions that match facts completely; an unknown fact is empty
     * @param patterns of lines that the symptom explains; empty for a crash
     * @param see      documents in the repository
     */
    record Symptom(String id, Alignment alignment, Map<String, String> when, List<String> patterns, String title,
                   List<String> text, List<String> fix, List<String> see, List<String> sources) {
        Symptom {
            when = Objects.requireNonNullElse(when, Map.of());
            patterns = Objects.requireNonNullElse(patterns, List.of());
            fix = Objects.requireNonNullElse(fix, List.of());
            see = Objects.requireNonNullElse(see, List.of());
        }

        private Explanation explanation(Map<String, String> facts) {
            // Conditions and patterns ensure that the facts of the title are known.
            return new Explanation(id, alignment, Sentence.fill(title, facts).orElseThrow(),
                Sentence.fill(text, facts), Sentence.fill(fix, facts), see, sources);
        }
    }

    /** A symptom with its expressions, compiled. */
    private record Compiled(Symptom symptom, Map<String, Pattern> when, List<Line> patterns) {
        private static Compiled of(Symptom symptom) {
            Map<String, Pattern> when = new LinkedHashMap<>();
            symptom.when.forEach((fact, expression) -> when.put(fact, Pattern.compile(expression)));
            return new Compiled(symptom, when, symptom.patterns.stream().map(Line::of).toList());
        }

        private boolean holds(Map<String, String> facts) {
            return when.entrySet().stream()
                .allMatch(one -> one.getValue().matcher(facts.getOrDefault(one.getKey(), "")).matches());
        }

        private boolean explains(String line) {
            return patterns.stream().anyMatch(pattern -> pattern.isIn(line));
        }

        private Map<String, String> facts(String line) {
            return patterns.stream().map(pattern -> pattern.in(line)).flatMap(Optional::stream).findFirst()
                .orElse(Map.of());
        }
    }

    /**
     * The file.
     *
     * @param words an expression that is found in every line in which another one is found, except those of the symptom
     *              for logs without a finding
     */
    record Table(String words, List<Facts.Reader> facts, List<Facts.Opcode> arm64, List<Symptom> crashes,
                 List<Symptom> lines) {
    }

    private static final class Holder {
        private static final Symptoms ONE = new Symptoms(read());
    }

    private Symptoms(Table table) {
        this.table = table;
        facts = new Facts(table.facts, table.arm64);
        crashes = table.crashes.stream().map(Compiled::of).toList();
        lines = table.lines.stream().map(Compiled::of).toList();
    }

    public static Symptoms load() {
        return Holder.ONE;
    }

    private static Table read() {
        try (InputStream in = Symptoms.class.getResourceAsStream("/symptom/symptoms.json")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new JsonMapper().readValue(org.tearline.promise.Facts.load().filled(text), Table.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Table table() {
        return table;
    }

    /** Returns what is known about a text, which may be a whole log or a single line. */
    public List<Explanation> in(String text) {
        List<String> all = relevant(text.lines().map(Symptoms::cut).toList());
        List<Explanation> found = new ArrayList<>();
        for (List<String> crash : Facts.crashes(all)) {
            Map<String, String> known = facts.read(crash.stream().distinct().toList());
            crashes.stream()
                .filter(one -> one.holds(known))
                .findFirst()
                .map(one -> one.symptom.explanation(known))
                .filter(explanation -> !found.contains(explanation))
                .ifPresent(found::add);
        }
        addLines(found, all);
        return found;
    }

    private void addLines(List<Explanation> found, List<String> all) {
        // Each different line once, with its number, since some programs write one line again and again.
        Map<String, Integer> free = new LinkedHashMap<>();
        all.forEach(line -> free.merge(line, 1, Integer::sum));
        Map<String, String> known = facts.read(List.copyOf(free.keySet()));
        for (Compiled one : lines) {
            List<String> own = free.keySet().stream().filter(one::explains).toList();
            if (own.isEmpty()) {
                continue;
            }
            Map<String, String> details = new LinkedHashMap<>(one.facts(own.get(0)));
            details.put("count", String.valueOf(own.stream().mapToInt(free::get).sum()));
            details.put("found", String.valueOf(found.size()));
            known.forEach(details::putIfAbsent);
            if (one.holds(details)) {
                found.add(one.symptom.explanation(details));
                own.forEach(free::remove);
            }
        }
    }

    /** Returns all lines, or of a long log its first ones and those with one of the words. */
    private List<String> relevant(List<String> all) {
        if (all.size() <= MANY_LINES) {
            return all;
        }
        Line words = Line.of(table.words);
        List<String> relevant = new ArrayList<>(all.subList(0, MANY_LINES / 10));
        all.stream().skip(relevant.size()).filter(words::isIn).forEach(relevant::add);
        return relevant;
    }

    private static String cut(String line) {
        return line.substring(0, Math.min(MAX_COLUMNS, line.length())).stripTrailing();
    }
}
