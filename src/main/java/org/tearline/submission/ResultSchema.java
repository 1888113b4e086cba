package org.tearline.submission;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.tearline.published.FieldGuide;
import org.tearline.published.ResultFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The published JSON Schema, compiled once. Immutable, any thread. */
final class ResultSchema {
    private static final String SERIES = "series";
    /** Offsets have a smaller limit than counts; the two pages that they must lie in are smaller still. */
    private static final List<String> COUNTS = List.of("offsets", "changes", "torn", "plantedFound", "plantedExpected");
    private static final int LONG_LIST = 16;
    /** The schema's own limit: a longer list goes to it whole. */
    private static final int MAX_ITEMS = 8192;

    private final Schema schema;

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
     * The tree with long lists of plain counts shortened. The schema asks the same of every count, so counts that were
     * seen here to be integers in range need not be asked again one by one: that was three quarters of the time of
     * validating a sweep.
     */
    private static JsonNode thinned(JsonNode tree) {
        if (!tree.path(SERIES).isArray()) {
            return tree;
        }
        ObjectNode file = ((ObjectNode) tree).objectNode().setAll((ObjectNode) tree);
        ArrayNode list = file.putArray(SERIES);
        for (JsonNode series : tree.path(SERIES)) {
            if (series instanceof ObjectNode fields) {
                ObjectNode copy = fields.objectNode().setAll(fields);
                COUNTS.stream().filter(name -> isLongListOfCounts(fields.path(name)))
                    .forEach(name -> copy.putArray(name).add(fields.path(name).get(0)));
                list.add(copy);
            } else {
                list.add(series);
            }
        }
        return file;
    }

    private static boolean isLongListOfCounts(JsonNode array) {
        if (!array.isArray() || array.size() < LONG_LIST || array.size() > MAX_ITEMS) {
            return false;
        }
        for (JsonNode count : array) {
            if (!count.isIntegralNumber() || !count.canConvertToLong() || count.longValue() < 0
                || count.longValue() > ResultFile.MAX_COUNT) {
                return false;
            }
        }
        return true;
    }

    void check(JsonNode tree, Findings findings) {
        List<Error> errors;
        try {
            errors = schema.validate(thinned(tree));
        } catch (JacksonException e) {
            // The library compares a fraction beyond the range of a long with the limits of an integer.
            findings.add(ValidationRule.SCHEMA, "", "holds a number that is not an integer: " + e.getOriginalMessage());
            return;
        }
        errors.forEach(error -> findings.add(ValidationRule.SCHEMA, error.getInstanceLocation().toString(),
            error.getMessage()));
    }
}
