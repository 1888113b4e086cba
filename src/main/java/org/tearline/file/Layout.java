// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import tools.jackson.databind.JsonNode;

/** Lays JSON out for people and for line-by-line comparison. Pure. Thread-safe. */
final class Layout {
    /** A witness fits on a line; what is longer is easier to read in several. */
    private static final int SHORT = 128;
    /** A default sweep of one placement. */
    private static final int USUAL_LENGTH = 1 << 16;
    private static final String INDENT = "  ";
    /** A rough length of anything but a string; a witness has two of them. */
    private static final int LONGEST_SCALAR = 4;

    private final StringBuilder text = new StringBuilder(USUAL_LENGTH);

    private Layout() {
    }

    /** Returns the text, ending with a line end. */
    static String print(JsonNode node) {
        Layout layout = new Layout();
        layout.append(node, "\n");
        return layout.text.append('\n').toString();
    }

    private void append(JsonNode node, String lineStart) {
        if (!node.isContainer() || isScalarArray(node) || compactLength(node, SHORT) <= SHORT) {
            text.append(CanonicalJson.compact(node));
            return;
        }
        String inner = lineStart + INDENT;
        char before = node.isObject() ? '{' : '[';
        char after = node.isObject() ? '}' : ']';
        if (node.isObject()) {
            for (var property : node.properties()) {
                text.append(before).append(inner).append('"').append(property.getKey()).append("\": ");
                append(property.getValue(), inner);
                before = ',';
            }
        } else {
            for (JsonNode element : node) {
                text.append(before).append(inner);
                append(element, inner);
                before = ',';
            }
        }
        text.append(lineStart).append(after);
    }

    private static boolean isScalarArray(JsonNode node) {
        if (node.isArray()) {
            for (JsonNode element : node) {
                if (element.isContainer()) {
                    return false;
                }
            }
        }
        return node.isArray();
    }

    /** Returns the length on one line, or something beyond the limit as soon as that is passed. */
    private static int compactLength(JsonNode node, int limit) {
        if (!node.isContainer()) {
            return node.isString() ? node.stringValue().length() + 2 : LONGEST_SCALAR;
        }
        int length = 2;
        for (var property : node.properties()) {
            length += property.getKey().length() + 4;
        }
        for (JsonNode child : node) {
            if (length > limit) {
                return length;
            }
            length += compactLength(child, limit - length) + 1;
        }
        return length;
    }
}
