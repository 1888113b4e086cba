// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import static java.util.stream.Collectors.joining;

import java.util.Collection;
import java.util.Map;

/** Renders maps, collections, strings, numbers, booleans and nulls as indented JSON. Stateless. Thread-safe. */
public final class Json {
    private Json() {
    }

    public static String of(Object value) {
        return render(value, "\n") + "\n";
    }

    private static String render(Object value, String newLine) {
        if (value instanceof Map<?, ?> map) {
            return renderAll("{", map.entrySet(), newLine, "}");
        } else if (value instanceof Map.Entry<?, ?> entry) {
            return quote(entry.getKey().toString()) + ": " + render(entry.getValue(), newLine);
        } else if (value instanceof Collection<?> list) {
            return renderAll("[", list, newLine, "]");
        }
        return value == null || value instanceof Number || value instanceof Boolean ? String.valueOf(value)
            : quote(value.toString());
    }

    private static String renderAll(String open, Collection<?> values, String newLine, String close) {
        String indented = newLine + "  ";
        return values.isEmpty() ? open + close : values.stream().map(value -> render(value, indented))
            .collect(joining("," + indented, open + indented, newLine + close));
    }

    private static String quote(String value) {
        return value.chars().mapToObj(c -> escape((char) c)).collect(joining("", "\"", "\""));
    }

    private static String escape(char c) {
        if (c == '"' || c == '\\') {
            return "\\" + c;
        }
        boolean unprintable = c < ' ' || c == 0x7F || Character.isSurrogate(c);
        return unprintable ? "\\u%04x".formatted((int) c) : String.valueOf(c);
    }
}
