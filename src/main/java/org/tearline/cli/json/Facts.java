// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tearline.machine.Found;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockCost;

/**
 * Holds what is known of a machine, fact by fact in the order in which they are shown; what is not known is not there.
 * Filled by one thread, then read.
 */
public final class Facts {
    private final List<Fact> all = new ArrayList<>();

    Facts() {
    }

    /**
     * One thing that was found out, and where. Immutable.
     *
     * @param section what it is about
     * @param name    its name in JSON; in text the words of the name
     * @param value   a String, Integer, Long, Boolean, or a List or Map of these
     * @param lines   the value for people; empty if it tells them nothing that other facts do not
     * @param source  the file or API that says so
     */
    public record Fact(String section, String name, Object value, List<String> lines, String source) {
    }

    /** Everything that is known of a machine; the cost of split locks is null if it was not asked for. */
    public static Facts of(Machine machine, SplitLockCost splitLocks) {
        return new MachineFacts(machine).with(splitLocks);
    }

    /** Adds a fact unless its value is null. */
    void add(String section, String name, Object value, String source) {
        if (value != null) {
            add(section, name, value, List.of(value instanceof Boolean yes ? yes ? "yes" : "no"
                : String.valueOf(value)), source);
        }
    }

    /** Adds a fact unless nothing was found; what is no number is told in words. */
    void add(String section, String name, Found<?> found) {
        if (found != null) {
            add(section, name, found.value() instanceof Number ? found.value() : found.value().toString(),
                found.source());
        }
    }

    /** Adds a fact with separate words for people. */
    void add(String section, String name, Object value, List<String> lines, String source) {
        all.add(new Fact(section, name, value, lines, source));
    }

    /** Returns all of them. */
    public List<Fact> all() {
        return List.copyOf(all);
    }

    /** Returns the value of one. */
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
