// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.machine.Bundled;
import org.tearline.machine.CpuFeature;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.Guarantees.Observation.ObservedCase;
import org.tearline.promise.Guarantees.Observation.Reported;
import org.tearline.promise.Guarantees.Observation;
import org.tearline.promise.Rule.Case;
import org.tearline.promise.Rule.Promise;
import org.tearline.promise.Rule.Source;
import org.tearline.trial.AccessClass;
import org.tearline.trial.Alignment;
import org.tearline.trial.Architecture;
import org.tearline.trial.PairKind;

/**
 * The file with the registry of promises. It is parsed with one pattern because every run reads it, and loading Jackson
 * took 105 of a run's 690 ms.
 */
final class RegistryFile {
    private static final String FILE = "/promise/guarantees.json";
    /** Matches the tokens of JSON that the file uses: it escapes only quotes and has no fractions or literals. */
    private static final Pattern TOKEN = Pattern.compile("[{}\\[\\]]|\"(?:[^\"\\\\]++|\\\\\")*+\"|[0-9]++");

    private RegistryFile() {
    }

    static Guarantees read() {
        Entry root = (Entry) value(TOKEN.matcher(Bundled.text(FILE)));
        Entry sources = (Entry) root.fields.get("sources");
        return new Guarantees(root.entries("rules").stream().map(rule -> rule(rule, sources)).toList(),
            root.entries("observedElsewhere").stream().map(RegistryFile::observation).toList(),
            root.entries("families").stream().map(RegistryFile::family).toList());
    }

    private static Rule rule(Entry rule, Entry sources) {
        return new Rule(
            rule.text("id"),
            rule.text("vendor"),
            rule.text("appliesTo"),
            rule.text("sentence"),
            rule.named("architectures", Architecture.values()),
            rule.items("vendorIds", String.class),
            rule.number("minFamily"),
            rule.number("maxFamily"),
            rule.items("sources", String.class).stream()
                .map(key -> (Entry) sources.fields.get(key))
                .map(source -> new Source(source.text("title"), source.text("url")))
                .toList(),
            rule.entries("cases").stream().map(one -> ruleCase(one, rule)).toList());
    }

    private static Case ruleCase(Entry one, Entry rule) {
        return new Case(one.numbers("widths", rule.numbers("widths", List.of())),
            one.named("accesses", AccessClass.values()), one.named("placements", Alignment.values()),
            named(one.text("promise"), Promise.values()),
            one.named("with", CpuFeature.values()), one.named("without", CpuFeature.values()));
    }

    private static Observation observation(Entry seen) {
        return new Observation(seen.text("id"), seen.text("cpu"), seen.text("observed"),
            seen.text("by"), seen.text("source"), seen.text("url"),
            seen.entries("cells").stream().map(RegistryFile::observedCase).toList());
    }

    private static ObservedCase observedCase(Entry cell) {
        return new ObservedCase(cell.named("pairs", PairKind.values()), cell.numbers("widths", List.of(Long.BYTES)),
            cell.named("placements", Alignment.values()), named(cell.text("seen"), Reported.values()));
    }

    private static CpuFamily family(Entry family) {
        return new CpuFamily(family.text("name"), family.text("alsoCalled"), new CpuTraits(
            named(family.text("architecture"), Architecture.values()), family.text("vendorId"), family.number("family"),
            Set.copyOf(family.named("features", CpuFeature.values()))));
    }

    /** Reads the next Entry, List, String or Integer. Returns null at the end of an object or array. */
    private static Object value(Matcher tokens) {
        tokens.find();
        String token = tokens.group();
        return switch (token.charAt(0)) {
            case '{' -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                for (Object name = value(tokens); name != null; name = value(tokens)) {
                    fields.put((String) name, value(tokens));
                }
                yield new Entry(fields);
            }
            case '[' -> {
                List<Object> items = new ArrayList<>();
                for (Object item = value(tokens); item != null; item = value(tokens)) {
                    items.add(item);
                }
                yield items;
            }
            case '}', ']' -> null;
            case '"' -> token.substring(1, token.length() - 1).replace("\\\"", "\"");
            default -> Integer.valueOf(token);
        };
    }

    private static <T> T named(String word, T[] values) {
        return Stream.of(values)
            .filter(value -> value.toString().equals(word))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException(FILE + " contains the unknown name " + word));
    }

    private record Entry(Map<String, Object> fields) {
        String text(String key) {
            return (String) fields.get(key);
        }

        Integer number(String key) {
            return (Integer) fields.get(key);
        }

        List<Integer> numbers(String key, List<Integer> otherwise) {
            if (fields.containsKey(key)) {
                return items(key, Integer.class);
            }
            return otherwise;
        }

        List<Entry> entries(String key) {
            return items(key, Entry.class);
        }

        <T> List<T> named(String key, T[] values) {
            return items(key, String.class).stream()
                .map(word -> RegistryFile.named(word, values))
                .toList();
        }

        <T> List<T> items(String key, Class<T> type) {
            return ((List<?>) fields.getOrDefault(key, List.of()))
                .stream()
                .map(type::cast)
                .toList();
        }
    }
}
