// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The leaves of a result file, and what each could be instead. Stateless but for the schema. */
final class Leaves {
    private static final JsonNode SCHEMA = schema();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Leaves() {
    }

    /**
     * One leaf.
     *
     * @param path    names and indexes from the root
     * @param general the same for people, with a star for an index or an offset: what harm it may do is the same there
     */
    record Leaf(List<String> path, String general) {
        private JsonNode parent(JsonNode file) {
            JsonNode node = file;
            for (String part : path.subList(0, path.size() - 1)) {
                node = step(node, part);
            }
            return node;
        }

        private String last() {
            return path.get(path.size() - 1);
        }

        /** The value in a file; missing if the file lacks it. */
        JsonNode in(JsonNode file) {
            return step(parent(file), last());
        }

        void put(JsonNode file, JsonNode value) {
            JsonNode parent = parent(file);
            if (parent.isArray()) {
                ((ArrayNode) parent).set(Integer.parseInt(last()), value);
            } else {
                ((ObjectNode) parent).set(last(), value);
            }
        }
    }

    /** Every leaf but the digest, which is always made to fit. */
    static List<Leaf> of(JsonNode file) {
        List<Leaf> all = new ArrayList<>();
        walk(file, List.of(), "", all);
        return all.stream().filter(leaf -> !leaf.general().equals("/digest")).toList();
    }

    private static void walk(JsonNode node, List<String> path, String general, List<Leaf> all) {
        if (node.isObject()) {
            node.properties().forEach(property -> walk(property.getValue(), with(path, property.getKey()), general + "/"
                + (property.getKey().matches("\\d+") ? "*" : property.getKey()), all));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                walk(node.get(i), with(path, String.valueOf(i)), general + "/*", all);
            }
        } else {
            all.add(new Leaf(path, general));
        }
    }

    private static List<String> with(List<String> path, String part) {
        List<String> longer = new ArrayList<>(path);
        longer.add(part);
        return List.copyOf(longer);
    }

    private static JsonNode step(JsonNode node, String part) {
        return node.isArray() && part.matches("\\d+") ? node.path(Integer.parseInt(part)) : node.path(part);
    }

    /** What a leaf could be instead, by the kind of mutation; kinds without such a value are left out. */
    static Map<Kind, Set<JsonNode>> values(Leaf leaf, JsonNode file, JsonNode other) {
        Map<Kind, Set<JsonNode>> values = new EnumMap<>(Kind.class);
        JsonNode rule = rule(leaf.path());
        JsonNode now = leaf.in(file);
        if (now.isBoolean()) {
            put(values, Kind.WORD, now, NODES.booleanNode(!now.booleanValue()));
        }
        rule.path("enum").forEach(word -> put(values, Kind.WORD, now, word));
        put(values, Kind.MINIMUM, now, rule.path("minimum"));
        put(values, Kind.MAXIMUM, now, rule.path("maximum"));
        leaf.parent(file).forEach(beside -> put(values, Kind.NEIGHBOUR, now, beside));
        put(values, Kind.ANOTHER_FILE, now, leaf.in(other));
        return values;
    }

    /** How a leaf is mutated. */
    enum Kind {
        /** The least that the schema allows. */
        MINIMUM,
        /** The most that the schema allows. */
        MAXIMUM,
        /** Another word of the schema's list, or the other truth. */
        WORD,
        /** What stands beside it. */
        NEIGHBOUR,
        /** What another honest file has there. */
        ANOTHER_FILE
    }

    private static void put(Map<Kind, Set<JsonNode>> values, Kind kind, JsonNode now, JsonNode value) {
        if (value.getNodeType() == now.getNodeType() && !value.equals(now)
            && !(value.isNumber() && value.longValue() == now.longValue())) {
            values.computeIfAbsent(kind, key -> new LinkedHashSet<>()).add(value);
        }
    }

    private static JsonNode rule(List<String> path) {
        JsonNode rule = SCHEMA;
        for (String part : path) {
            rule = resolved(rule);
            if (rule.has("items")) {
                rule = rule.path("items");
            } else if (rule.path("properties").has(part)) {
                rule = rule.path("properties").path(part);
            } else {
                rule = rule.path("patternProperties").properties().stream().filter(pattern ->
                    part.matches(pattern.getKey())).findFirst().map(Map.Entry::getValue).orElse(NODES.missingNode());
            }
        }
        return resolved(rule);
    }

    private static JsonNode resolved(JsonNode rule) {
        return rule.has("$ref") ? SCHEMA.at(rule.path("$ref").stringValue().substring(1)) : rule;
    }

    private static JsonNode schema() {
        try (InputStream in = Leaves.class.getResourceAsStream("/schema/result.schema.json")) {
            return JsonMapper.shared().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
