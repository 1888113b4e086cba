package org.tearline.submission;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.tearline.published.FieldGuide;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The published JSON Schema, compiled once; it remembers what passed. Any thread. */
final class ResultSchema {
    private static final String SERIES = "series";
    /** The schema's own limit: it refuses a longer list whatever is in it. */
    private static final int MAX_SERIES = 2048;
    /** The words of all modes, placements and tiers; series of hostile files do not fill the memory. */
    private static final int MAX_PASSED = 10_000;

    private final Schema schema;
    private final Set<JsonNode> passed = ConcurrentHashMap.newKeySet();

    private ResultSchema(JsonNode source) {
        // The first fault is enough: a hostile file can hold hundreds of thousands.
        SchemaRegistryConfig config = SchemaRegistryConfig.builder().locale(Locale.ENGLISH).failFast(true).build();
        this.schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
            registry -> registry.schemaRegistryConfig(config)).getSchema(source);
        schema.initializeValidators();
    }

    /** The schema out of the jar. */
    static ResultSchema load() {
        try (InputStream in = ResultSchema.class.getResourceAsStream(FieldGuide.SCHEMA)) {
            return new ResultSchema(new JsonMapper().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Holds a file to the schema, which takes its time for every number. So the numbers of a series are looked at
     * beforehand ({@link ThinSeries}), and a series that is the same as one before, apart from them, is not asked about
     * again: that was nine tenths of the time of validating a sweep.
     */
    void check(JsonNode tree, Findings findings) {
        JsonNode all = tree.path(SERIES);
        if (!(tree instanceof ObjectNode file) || !all.isArray() || all.isEmpty() || all.size() > MAX_SERIES) {
            find(tree, findings);
            return;
        }
        List<JsonNode> thin = new ArrayList<>(all.size());
        all.forEach(series -> thin.add(series instanceof ObjectNode fields ? ThinSeries.of(fields) : series));
        List<JsonNode> fresh = thin.stream().filter(series -> !passed.contains(series)).toList();
        // An empty list would be a fault.
        if (isFaultless(with(file, fresh.isEmpty() ? thin.subList(0, 1) : fresh))) {
            if (passed.size() < MAX_PASSED) {
                passed.addAll(fresh);
            }
        } else {
            // Once more, for the fault to be named at its place.
            find(with(file, thin), findings);
        }
    }

    private static ObjectNode with(ObjectNode file, List<JsonNode> series) {
        ObjectNode copy = file.objectNode().setAll(file);
        copy.putArray(SERIES).addAll(series);
        return copy;
    }

    private boolean isFaultless(JsonNode tree) {
        try {
            return schema.validate(tree).isEmpty();
        } catch (JacksonException e) {
            return false;
        }
    }

    private void find(JsonNode tree, Findings findings) {
        List<Error> errors;
        try {
            errors = schema.validate(tree);
        } catch (JacksonException e) {
            // The library compares a fraction beyond the range of a long with the limits of an integer.
            findings.add(ValidationRule.SCHEMA, "", "holds a number that is not an integer: " + e.getOriginalMessage());
            return;
        }
        errors.forEach(error -> findings.add(ValidationRule.SCHEMA, error.getInstanceLocation().toString(),
            error.getMessage()));
    }
}
