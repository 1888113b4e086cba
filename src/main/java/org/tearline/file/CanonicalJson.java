// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The RFC 8785 form of JSON whose numbers are all integers below 2^53: keys sorted by UTF-16 code unit, no white space,
 * the fewest escapes. Fractions are refused: a result file has none, and their form is the one that Jackson lacks.
 * Pure. Thread-safe.
 */
final class CanonicalJson {
    private static final JsonMapper COMPACT = JsonMapper.builder()
        .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE, JsonWriteFeature.ESCAPE_FORWARD_SLASHES).build();
    private static final JsonMapper SORTED = COMPACT.rebuild().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

    private CanonicalJson() {
    }

    /**
     * Returns the bytes to be hashed.
     *
     * @throws IllegalArgumentException if there is a fraction, a number beyond 2^53 or half a surrogate pair
     */
    static byte[] bytes(JsonNode node) {
        requireOneForm(node);
        return SORTED.writeValueAsBytes(node);
    }

    /** Returns the same for people to read: keys in their own order, and nothing refused. */
    static String compact(JsonNode node) {
        return COMPACT.writeValueAsString(node);
    }

    private static void requireOneForm(JsonNode node) {
        if (node.isNumber() && !(node.isIntegralNumber() && node.canConvertToLong()
            && Math.abs(node.longValue()) <= ResultFile.MAX_COUNT)) {
            throw new IllegalArgumentException("not an integer below 2^53: " + Quoted.of(node.toString()));
        }
        // Jackson would write a question mark.
        if (node.isString() && !StandardCharsets.UTF_8.newEncoder().canEncode(node.stringValue())) {
            throw new IllegalArgumentException("half a surrogate pair in " + Quoted.of(node.stringValue()));
        }
        node.forEach(CanonicalJson::requireOneForm);
    }
}
