package org.tearline.platform;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Facts in the order in which they are shown; what is not known is not there. Filled by one thread, then read. */
public final class Facts {
    private final List<Fact> all = new ArrayList<>();

    Facts() {
    }

    /** Adds a fact unless its value is null. */
    Facts add(String section, String name, Object value, String source) {
        return value == null ? this : add(section, name, value, List.of(value instanceof Boolean yes
            ? yes ? "yes" : "no" : String.valueOf(value)), source);
    }

    /** Adds a fact with separate words for people. */
    Facts add(String section, String name, Object value, List<String> lines, String source) {
        all.add(new Fact(section, name, value, lines, source));
        return this;
    }

    /** All of them. */
    public List<Fact> all() {
        return List.copyOf(all);
    }

    /** The value of one. */
    public Optional<Object> value(String section, String name) {
        return all.stream().filter(fact -> fact.section().equals(section) && fact.name().equals(name)).findFirst()
            .map(Fact::value);
    }

    /** Section, name, then value and source: the shape of {@code facts} in schema/probe.schema.json. */
    public Map<String, Map<String, Map<String, Object>>> asMap() {
        Map<String, Map<String, Map<String, Object>>> sections = new LinkedHashMap<>();
        for (Fact fact : all) {
            Map<String, Object> known = new LinkedHashMap<>();
            known.put("value", fact.value());
            known.put("source", fact.source());
            sections.computeIfAbsent(fact.section(), section -> new LinkedHashMap<>()).put(fact.name(), known);
        }
        return sections;
    }
}
