// SPDX-License-Identifier: Apache-2.0
package org.tearline.symptom;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.tearline.machine.Bundled;
import org.tearline.symptom.Explanation.Alignment;
import tools.jackson.databind.json.JsonMapper;

/**
 * Explains crash logs, kernel messages and exceptions by the table {@code symptom/symptoms.json}, which the page's
 * script reads, too. Thread-safe.
 *
 * <p>The first symptom of {@code crashes} whose conditions hold explains a crash. A line belongs to the first symptom
 * of {@code lines} that has a pattern for it.
 *
 * @param words an expression that is found in every line in which another one is found, except those of the symptom for
 *              logs without a finding
 * @param facts how facts are read from a log
 * @param arm64 the AArch64 instructions that are recognized
 */
public record Symptoms(Line words, List<Facts.Reader> facts, List<Facts.Opcode> arm64, List<Symptom> crashes,
                       List<Symptom> lines) {
    /** A part of a line, to the last space where possible. Patterns may take time that grows with its square. */
    private static final Pattern PART = Pattern.compile("(?s)\\S.{0,1999}(?!\\S)|\\S{1,2000}");
    /** Of more lines, only those with a word that some pattern needs are read, because there are many patterns. */
    private static final int MANY_LINES = 5_000;
    /** A time, an id or an address, which no pattern tells from another one. Codes such as c0000005 are none. */
    private static final Pattern VARIABLE = Pattern.compile("\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?"
        + "|(?!\\w*000)(?:\\b0x[0-9a-f]{5,}|\\d{4,})");

    /** An absent list or map is empty. */
    private static final JsonSetter.Value ABSENT = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);

    private static final Symptoms ONE = read();

    /**
     * What is known about a crash or about lines. In the texts, a name in braces stands for a fact or a named group.
     *
     * @param when     expressions that match facts completely; an unknown fact is empty
     * @param patterns of lines that the symptom explains; empty for a crash
     * @param see      documents in the repository
     */
    record Symptom(String id, Alignment alignment, Map<String, Line> when, List<Line> patterns, String title,
                   List<String> text, List<String> fix, List<String> see, List<String> sources) {
        private Explanation explanation(Map<String, String> facts) {
            // Conditions and patterns ensure that the facts of the title are known.
            return new Explanation(id, alignment, Sentence.fill(title, facts).orElseThrow(),
                Sentence.fill(text, facts), Sentence.fill(fix, facts), see, sources);
        }

        private boolean holds(Map<String, String> facts) {
            return when.entrySet().stream()
                .allMatch(one -> one.getValue().matches(facts.getOrDefault(one.getKey(), "")));
        }
    }

    public static Symptoms load() {
        return ONE;
    }

    private static Symptoms read() {
        return JsonMapper.builder()
            .withConfigOverride(List.class, list -> list.setNullHandling(ABSENT))
            .withConfigOverride(Map.class, map -> map.setNullHandling(ABSENT))
            .build()
            .readValue(org.tearline.promise.Facts.filled(Bundled.text("/symptom/symptoms.json")), Symptoms.class);
    }

    /** Returns what is known about a text, which may be a whole log or a single line. */
    public List<Explanation> in(String text) {
        List<String> all = relevant(text.lines()
            .flatMap(line -> PART.matcher(line).results())
            .map(part -> part.group().strip())
            .toList());
        List<Map<String, String>> crashed = Facts.crashes(all).stream().map(this::known).toList();
        Set<Explanation> found = new LinkedHashSet<>();
        for (Map<String, String> known : crashed) {
            crashes.stream()
                .filter(one -> one.holds(known))
                .findFirst()
                .map(one -> one.explanation(known))
                .ifPresent(found::add);
        }
        addLines(found, all, crashed.size() == 1 ? crashed.get(0) : known(all));
        return List.copyOf(found);
    }

    private Map<String, String> known(List<String> log) {
        return new Facts(facts, arm64).read(List.copyOf(different(log).keySet()));
    }

    /** Returns each different line once, with its number, since some programs write one line again and again. */
    private static Map<String, Integer> different(List<String> log) {
        Map<String, String> firsts = new HashMap<>();
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (String line : log) {
            String form = log.size() > MANY_LINES ? VARIABLE.matcher(line).replaceAll("1111") : line;
            firsts.putIfAbsent(form, line);
            numbers.merge(firsts.get(form), 1, Integer::sum);
        }
        return numbers;
    }

    private void addLines(Set<Explanation> found, List<String> all, Map<String, String> known) {
        Map<String, Integer> free = different(all);
        for (Symptom one : lines) {
            List<String> own = free.keySet().stream()
                .filter(line -> one.patterns.stream().anyMatch(pattern -> pattern.isIn(line)))
                .toList();
            if (own.isEmpty()) {
                continue;
            }
            Map<String, String> details = new LinkedHashMap<>();
            one.patterns.stream()
                .flatMap(pattern -> pattern.in(own.get(0)).stream())
                .findFirst()
                .ifPresent(details::putAll);
            details.put("count", String.valueOf(own.stream().mapToInt(free::get).sum()));
            details.put("found", String.valueOf(found.size()));
            known.forEach(details::putIfAbsent);
            if (one.holds(details)) {
                found.add(one.explanation(details));
                own.forEach(free::remove);
            }
        }
    }

    /** Returns all lines; of a long log, only the first ones and those that contain one of the words. */
    private List<String> relevant(List<String> all) {
        if (all.size() <= MANY_LINES) {
            return all;
        }
        List<String> relevant = new ArrayList<>(all.subList(0, MANY_LINES / 10));
        all.stream().skip(relevant.size()).filter(words::isIn).forEach(relevant::add);
        return relevant;
    }
}
