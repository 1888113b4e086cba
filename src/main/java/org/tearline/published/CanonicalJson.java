// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * The RFC 8785 form of JSON whose numbers are all integers below 2^53: keys sorted by UTF-16 code unit, no white space,
 * the fewest escapes. The one library of that RFC (java-json-canonicalization, last released in 2020) parses text again
 * and takes what has no one form here. Jackson could write it too, at three times the cost: every number of every file
 * passes through here twice. Fractions are refused, since a result file has none and writing them is the hard part of
 * the RFC. One thread; the static methods are pure.
 */
final class CanonicalJson {
    /** A default sweep of one placement. */
    private static final int USUAL_LENGTH = 1 << 16;
    private static final char FIRST_PRINTABLE = 0x20;

    private final StringBuilder text;
    private final boolean canonical;

    private CanonicalJson(StringBuilder text, boolean canonical) {
        this.text = text;
        this.canonical = canonical;
    }

    /**
     * Returns the bytes to be hashed.
     *
     * @throws IllegalArgumentException if there is a fraction, a number beyond 2^53 or half a surrogate pair
     */
    static byte[] bytes(JsonNode node) {
        StringBuilder text = new StringBuilder(USUAL_LENGTH);
        new CanonicalJson(text, true).append(node);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Appends the same text for people to read: keys in their own order, and nothing refused. */
    static void compact(JsonNode node, StringBuilder text) {
        new CanonicalJson(text, false).append(node);
    }

    private void append(JsonNode node) {
        switch (node.getNodeType()) {
            case ARRAY -> {
                char before = '[';
                for (JsonNode element : node) {
                    text.append(before);
                    append(element);
                    before = ',';
                }
                text.append(before == '[' ? "[]" : "]");
            }
            case OBJECT -> {
                char before = '{';
                for (Map.Entry<String, JsonNode> property : properties(node)) {
                    text.append(before);
                    append(property.getKey());
                    text.append(':');
                    append(property.getValue());
                    before = ',';
                }
                text.append(before == '{' ? "{}" : "}");
            }
            case STRING -> append(node.stringValue());
            case NUMBER -> appendNumber(node);
            default -> text.append(node);
        }
    }

    private void appendNumber(JsonNode node) {
        boolean fits = node.isIntegralNumber() && node.canConvertToLong();
        if (canonical && !(fits && Math.abs(node.longValue()) <= ResultFile.MAX_COUNT)) {
            throw noInteger(node);
        }
        if (fits) {
            text.append(node.longValue());
        } else {
            text.append(node);
        }
    }

    private Collection<Map.Entry<String, JsonNode>> properties(JsonNode object) {
        if (!canonical) {
            return object.properties();
        }
        List<Map.Entry<String, JsonNode>> sorted = new ArrayList<>(object.properties());
        sorted.sort(Map.Entry.comparingByKey());
        return sorted;
    }

    private void append(String string) {
        text.append('"');
        int done = 0;
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c < FIRST_PRINTABLE || c == '"' || c == '\\') {
                text.append(string, done, i).append(escaped(c));
                done = i + 1;
            } else if (canonical && Character.isSurrogate(c)) {
                if (!Character.isSurrogatePair(c, i + 1 < string.length() ? string.charAt(i + 1) : 0)) {
                    throw new IllegalArgumentException("half a surrogate pair in " + Quoted.of(string));
                }
                i++;
            }
        }
        text.append(string, done, string.length()).append('"');
    }

    private static String escaped(char c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\b' -> "\\b";
            case '\t' -> "\\t";
            case '\n' -> "\\n";
            case '\f' -> "\\f";
            case '\r' -> "\\r";
            default -> String.format(Locale.ROOT, "\\u%04x", (int) c);
        };
    }

    private static IllegalArgumentException noInteger(JsonNode node) {
        return new IllegalArgumentException("not an integer below 2^53: " + Quoted.of(node.toString()));
    }
}
