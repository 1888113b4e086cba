package org.tearline.published;

import java.util.ArrayDeque;
import java.util.Deque;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The RFC 8785 form of JSON whose numbers are all integers below 2^53: keys sorted by UTF-16 code unit, no white space,
 * the fewest escapes. Jackson writes it. The one library of that RFC (java-json-canonicalization, last released in
 * 2020) parses text again and takes what has no one form here. Fractions are refused, since a result file has none and
 * writing them is the hard part of the RFC. Pure; any thread.
 */
final class CanonicalJson {
    private static final JsonMapper COMPACT = JsonMapper.builder()
        .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
        .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE, JsonWriteFeature.ESCAPE_FORWARD_SLASHES,
            JsonWriteFeature.ESCAPE_NON_ASCII)
        .build();
    private static final JsonMapper CANONICAL = COMPACT.rebuild().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
        .build();

    private CanonicalJson() {
    }

    /**
     * The bytes to be hashed.
     *
     * @throws IllegalArgumentException if there is a fraction, a number beyond 2^53 or half a surrogate pair
     */
    static byte[] bytes(JsonNode node) {
        Deque<JsonNode> open = new ArrayDeque<>();
        open.push(node);
        while (!open.isEmpty()) {
            JsonNode next = open.pop();
            if (next.isNumber()) {
                checkNumber(next);
            } else if (next.isString()) {
                checkText(next.stringValue());
            }
            next.propertyNames().forEach(CanonicalJson::checkText);
            next.forEach(open::push);
        }
        try {
            return CANONICAL.writeValueAsBytes(node);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("no canonical form: " + Quoted.of(e.getOriginalMessage()), e);
        }
    }

    /** The same text for people to read: keys in their own order, and nothing refused. */
    static String compact(JsonNode node) {
        return COMPACT.writeValueAsString(node);
    }

    private static void checkNumber(JsonNode node) {
        if (!node.isIntegralNumber() || !node.canConvertToLong() || Math.abs(node.longValue()) > ResultFile.MAX_COUNT) {
            throw new IllegalArgumentException("not an integer below 2^53: " + Quoted.of(node.toString()));
        }
    }

    private static void checkText(String text) {
        if (text.codePoints().anyMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)) {
            throw new IllegalArgumentException("half a surrogate pair in " + Quoted.of(text));
        }
    }
}
