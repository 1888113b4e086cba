// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tearline.plan.Alignment;
import org.tearline.plan.Architecture;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The registry of promises, as it comes with the program. Read token by token: in a cold JVM (JDK 17) that takes a
 * fifth of a second, and binding it to records half a second, while a run waits to print its verdict. Immutable.
 * Thread-safe.
 */
record RegistryFile(List<Rule> rules, List<JavaRule> javaRules, List<Observation> observations,
                    List<CpuFamily> families) {
    private static final String FILE = "/promise/guarantees.json";

    static RegistryFile read() {
        try (InputStream in = RegistryFile.class.getResourceAsStream(FILE);
            JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
            parser.nextToken();
            Entry root = (Entry) value(parser);
            Entry sources = (Entry) root.fields.get("sources");
            return new RegistryFile(root.entries("rules").stream().map(rule -> rule(rule, sources)).toList(),
                root.entries("java").stream().map(RegistryFile::javaRule).toList(),
                root.entries("observedElsewhere").stream().map(RegistryFile::observation).toList(),
                root.entries("families").stream().map(RegistryFile::family).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Rule rule(Entry rule, Entry sources) {
        return new Rule(rule.text("id"), rule.text("vendor"), rule.text("appliesTo"), rule.text("access"),
            rule.text("sentence"), rule.named("architectures", Architecture.values()), rule.words("vendorIds"),
            rule.number("minFamily"), rule.number("maxFamily"), rule.words("sources").stream().map(key -> {
                Entry source = (Entry) sources.fields.get(key);
                return new Source(source.text("title"), source.text("url"));
            }).toList(), rule.text("confidence"), rule.entries("cases").stream().map(one ->
                new Rule.Case(one.fields.containsKey("widths") ? one.numbers("widths") : rule.numbers("widths"),
                    one.named("accesses", AccessClass.values()), one.named("placements", Alignment.values()),
                    named(one.text("promise"), Promise.values()), one.named("with", CpuFeature.values()),
                    one.named("without", CpuFeature.values()))).toList());
    }

    private static Observation observation(Entry seen) {
        return new Observation(seen.text("id"), seen.text("cpu"), seen.text("observed"), seen.text("how"),
            seen.text("by"), seen.text("source"), seen.text("url"), seen.text("confidence"),
            seen.entries("cells").stream().map(cell -> new Observation.Cell(
                cell.named("pairs", PairClass.values()), cell.named("placements", Alignment.values()),
                named(cell.text("seen"), Observation.Reported.values()))).toList());
    }

    private static CpuFamily family(Entry family) {
        return new CpuFamily(family.text("name"), family.text("alsoCalled"), new CpuTraits(
            named(family.text("architecture"), Architecture.values()), family.text("vendorId"), family.number("family"),
            null, Set.copyOf(family.named("features", CpuFeature.values()))));
    }

    private static JavaRule javaRule(Entry rule) {
        return new JavaRule(rule.text("id"), rule.text("appliesTo"), rule.text("access"), rule.numbers("widths"),
            rule.text("placement"), rule.text("promise"), rule.text("sentence"), rule.text("source"), rule.text("url"),
            rule.text("confidence"));
    }

    /** An object becomes an entry, an array a list, and the rest numbers and texts. */
    private static Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    fields.put(name, value(parser));
                }
                yield new Entry(fields);
            }
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(parser));
                }
                yield items;
            }
            case VALUE_NUMBER_INT -> parser.getIntValue();
            default -> parser.getString();
        };
    }

    private static <T> T named(String word, T[] values) {
        return Arrays.stream(values).filter(value -> value.toString().equals(word)).findFirst()
            .orElseThrow(() -> new IllegalStateException(FILE + " has the unknown word " + word));
    }

    /** One JSON object. */
    private record Entry(Map<String, Object> fields) {
        private String text(String key) {
            return (String) fields.get(key);
        }

        private Integer number(String key) {
            return (Integer) fields.get(key);
        }

        private List<String> words(String key) {
            return items(key, String.class);
        }

        private List<Integer> numbers(String key) {
            return items(key, Integer.class);
        }

        private List<Entry> entries(String key) {
            return items(key, Entry.class);
        }

        private <T> List<T> named(String key, T[] values) {
            return words(key).stream().map(word -> RegistryFile.named(word, values)).toList();
        }

        private <T> List<T> items(String key, Class<T> type) {
            return ((List<?>) fields.getOrDefault(key, List.of())).stream().map(type::cast).toList();
        }
    }
}
