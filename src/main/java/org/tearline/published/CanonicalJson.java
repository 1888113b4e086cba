package org.tearline.published;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * The RFC 8785 form of JSON whose numbers are all integers below 2^53: keys sorted by UTF-16 code unit, no white space,
 * the fewest escapes. Fractions are refused, since the file has none and writing them is the hard part of that RFC.
 * Pure; any thread.
 */
final class CanonicalJson {
    /** A default sweep of one placement. */
    private static final int USUAL_LENGTH = 1 << 16;
    private static final int FIRST_PRINTABLE = 0x20;
    private static final String SHORT_ESCAPED = "\b\t\n\f\r\"\\";
    private static final String SHORT_ESCAPES = "btnfr\"\\";

    private final StringBuilder text = new StringBuilder(USUAL_LENGTH);

    private CanonicalJson() {
    }

    /**
     * The bytes to be hashed.
     *
     * @throws IllegalArgumentException if there is a fraction, a number beyond 2^53 or half a surrogate pair
     */
    static byte[] bytes(JsonNode node) {
        CanonicalJson canonical = new CanonicalJson();
        canonical.append(node);
        return canonical.text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void append(JsonNode node) {
        switch (node.getNodeType()) {
            case OBJECT -> appendObject(node);
            case ARRAY -> appendArray(node);
            case STRING -> appendString(node.stringValue());
            case NUMBER -> appendNumber(node);
            case BOOLEAN, NULL -> text.append(node);
            case BINARY, POJO, MISSING -> throw new IllegalArgumentException("not JSON: "
                + node.getNodeType());
        }
    }

    private void appendObject(JsonNode node) {
        List<String> names = new ArrayList<>(node.propertyNames());
        Collections.sort(names);
        char before = '{';
        for (String name : names) {
            text.append(before);
            appendString(name);
            text.append(':');
            append(node.get(name));
            before = ',';
        }
        text.append(names.isEmpty() ? "{}" : "}");
    }

    private void appendArray(JsonNode node) {
        char before = '[';
        for (JsonNode element : node) {
            text.append(before);
            append(element);
            before = ',';
        }
        text.append(node.isEmpty() ? "[]" : "]");
    }

    private void appendNumber(JsonNode node) {
        if (!node.isIntegralNumber() || !node.canConvertToLong() || Math.abs(node.longValue()) > ResultFile.MAX_COUNT) {
            throw new IllegalArgumentException("not an integer below 2^53: " + Quoted.of(node.toString()));
        }
        text.append(node.longValue());
    }

    private void appendString(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (Character.isHighSurrogate(value.charAt(i)) && i + 1 < value.length()
                && Character.isLowSurrogate(value.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(value.charAt(i))) {
                throw new IllegalArgumentException("half a surrogate pair in " + Quoted.of(value));
            }
        }
        quote(value, text);
    }

    /** Appends a string as JSON, with the fewest escapes there can be. */
    static void quote(String value, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            int escape = SHORT_ESCAPED.indexOf(c);
            if (escape >= 0) {
                text.append('\\').append(SHORT_ESCAPES.charAt(escape));
            } else if (c < FIRST_PRINTABLE) {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
