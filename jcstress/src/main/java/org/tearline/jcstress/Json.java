// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import java.util.List;
import java.util.Map;

/** Maps, lists, strings, numbers and booleans as JSON text, two spaces to a level. Stateless. Thread-safe. */
final class Json {

    private static final String INDENT = "  ";

    private Json() {
    }

    /** Returns the text of {@code value}, with a newline at its end. */
    static String text(Object value) {
        StringBuilder out = new StringBuilder();
        append(out, value, "\n");
        return out.append('\n').toString();
    }

    private static void append(StringBuilder out, Object value, String newline) {
        if (value instanceof Map<?, ?> map) {
            String separator = "";
            out.append('{');
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(separator).append(newline).append(INDENT);
                appendString(out, entry.getKey().toString());
                append(out.append(": "), entry.getValue(), newline + INDENT);
                separator = ",";
            }
            out.append(map.isEmpty() ? "" : newline).append('}');
        } else if (value instanceof List<?> list) {
            String separator = "";
            out.append('[');
            for (Object element : list) {
                append(out.append(separator).append(newline).append(INDENT), element, newline + INDENT);
                separator = ",";
            }
            out.append(list.isEmpty() ? "" : newline).append(']');
        } else if (value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            appendString(out, value.toString());
        }
    }

    private static void appendString(StringBuilder out, String text) {
        out.append('"');
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (c < ' ') {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
