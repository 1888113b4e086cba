// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;

/** Writes maps, collections, strings, numbers, booleans and nulls as indented JSON. Not thread-safe. */
final class Json {
    private final StringBuilder text = new StringBuilder();

    private Json() {
    }

    static String of(Object value) {
        Json json = new Json();
        json.write(value, 0);
        return json.text.append('\n').toString();
    }

    private void write(Object value, int depth) {
        if (value instanceof Map<?, ?> map) {
            writeAll('{', '}', map.entrySet(), depth);
        } else if (value instanceof Map.Entry<?, ?> entry) {
            string(entry.getKey().toString());
            text.append(": ");
            write(entry.getValue(), depth);
        } else if (value instanceof Collection<?> list) {
            writeAll('[', ']', list, depth);
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            text.append(value);
        } else {
            string(value.toString());
        }
    }

    private void writeAll(char open, char close, Collection<?> values, int depth) {
        text.append(open);
        for (Iterator<?> iterator = values.iterator(); iterator.hasNext();) {
            newLine(depth + 1);
            write(iterator.next(), depth + 1);
            if (iterator.hasNext()) {
                text.append(',');
            }
        }
        if (!values.isEmpty()) {
            newLine(depth);
        }
        text.append(close);
    }

    private void newLine(int depth) {
        text.append('\n').append("  ".repeat(depth));
    }

    private void string(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || c == 0x7F || Character.isSurrogate(c)) {
                text.append("\\u%04x".formatted((int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
