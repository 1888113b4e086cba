// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.tearline.published.FieldGuide;
import org.tearline.published.FileSchema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The published JSON Schema, compiled once; it remembers what passed. Thread-safe. */
final class ResultSchema {
    private static final String SERIES = "series";
    /** The schema's own limit: it refuses a longer list whatever is in it. */
    private static final int MAX_SERIES = 2048;
    /** The words of all modes, placements and tiers; series of hostile files do not fill the memory. */
    private static final int MAX_PASSED = 10_000;

    private final FileSchema schema;
    private final Set<JsonNode> passed = ConcurrentHashMap.newKeySet();

    private ResultSchema(FileSchema schema) {
        this.schema = schema;
    }

    /** Returns the schema out of the jar. */
    static ResultSchema load() {
        return new ResultSchema(FileSchema.load(FieldGuide.SCHEMA));
    }

    /**
     * Holds a file to the schema, which takes its time for every number. So the numbers of a series are looked at
     * beforehand ({@link ThinSeries}), and a series that is the same as one before, apart from them, is not asked about
     * again: that was nine tenths of the time of validating a sweep.
     */
    void check(JsonNode tree, Findings findings) {
        if (!hasSeries(tree)) {
            find(tree, findings);
            return;
        }
        List<JsonNode> thin = thin(tree);
        if (!passes((ObjectNode) tree, thin)) {
            // Once more, for the fault to be named at its place.
            find(with((ObjectNode) tree, thin), findings);
        }
    }

    /** Returns whether a tree fits; one whose lists are {@code Numbers} does only if they are those of series. */
    boolean passes(JsonNode tree) {
        return hasSeries(tree) && passes((ObjectNode) tree, thin(tree));
    }

    private static boolean hasSeries(JsonNode tree) {
        JsonNode all = tree.path(SERIES);
        return tree.isObject() && all.isArray() && !all.isEmpty() && all.size() <= MAX_SERIES;
    }

    private static List<JsonNode> thin(JsonNode tree) {
        List<JsonNode> thin = new ArrayList<>();
        tree.path(SERIES).forEach(series -> thin.add(series instanceof ObjectNode fields ? ThinSeries.of(fields)
            : series));
        return thin;
    }

    private boolean passes(ObjectNode file, List<JsonNode> thin) {
        List<JsonNode> fresh = thin.stream().filter(series -> !passed.contains(series)).toList();
        // An empty list would be a fault.
        boolean fits = schema.fault(with(file, fresh.isEmpty() ? thin.subList(0, 1) : fresh)).isEmpty();
        if (fits && passed.size() < MAX_PASSED) {
            passed.addAll(fresh);
        }
        return fits;
    }

    private static ObjectNode with(ObjectNode file, List<JsonNode> series) {
        ObjectNode copy = file.objectNode().setAll(file);
        copy.putArray(SERIES).addAll(series);
        return copy;
    }

    private void find(JsonNode tree, Findings findings) {
        schema.fault(tree).ifPresent(fault -> findings.addPrintable(ValidationRule.SCHEMA, fault.where(),
            fault.what()));
    }
}
