package org.tearline.submission;

import java.util.List;
import org.tearline.published.FieldGuide;
import org.tearline.published.FileSchema;
import org.tearline.published.ResultFile;
import tools.jackson.databind.JsonNode;
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

    private final FileSchema schema;

    private ResultSchema(FileSchema schema) {
        this.schema = schema;
    }

    /** The schema out of the jar. */
    static ResultSchema load() {
        return new ResultSchema(FileSchema.load(FieldGuide.SCHEMA));
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
        schema.fault(thinned(tree)).ifPresent(fault ->
            findings.add(ValidationRule.SCHEMA, fault.where(), fault.what()));
    }
}
