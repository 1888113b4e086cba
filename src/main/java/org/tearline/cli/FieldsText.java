// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tearline.cli.text.Screen;
import org.tearline.file.FileSchema.FieldGuide;
import org.tearline.file.Quoted;
import org.tearline.words.Words;
import tools.jackson.databind.JsonNode;

/** Prints every field of a result file and explains it at its first occurrence. Not thread-safe. */
final class FieldsText {
    private static final int LINE = 110;
    private static final String INDENT = "    ";

    private final PrintStream out;
    private final Set<String> explained = new HashSet<>();
    private int values;

    FieldsText(PrintStream out) {
        this.out = out;
    }

    /** Prints all fields of a file of this size, and marks those that are not in the schema. */
    void print(JsonNode tree, int bytes) {
        out.println("All fields that this file publishes. The file contains nothing else.");
        out.println();
        print(tree, "", "", FieldGuide.load());
        out.println();
        out.println(values + " values in " + Words.count(bytes) + " bytes.");
    }

    /** @param pattern the path without indexes, and with N for names that are numbers; each is explained once */
    private void print(JsonNode node, String path, String pattern, FieldGuide guide) {
        explain(pattern, guide);
        if (node.isObject()) {
            node.properties().forEach(property -> {
                String name = Quoted.of(property.getKey());
                String general = name;
                if (!name.isEmpty() && Character.isDigit(name.charAt(0))) {
                    general = "N";
                }
                print(property.getValue(), joined(path, name), joined(pattern, general),
                    guide.field(property.getKey()));
            });
        } else if (node.isArray() && node.valueStream().anyMatch(JsonNode::isContainer)) {
            for (int i = 0; i < node.size(); i++) {
                print(node.get(i), path + "[" + i + "]", pattern + "[]", guide.element());
            }
        } else if (node.isArray()) {
            List<String> elements = node.valueStream().map(element -> text(element) + " ").toList();
            values += elements.size();
            Screen.lines(path + " = ", INDENT + INDENT + " ", elements, LINE).forEach(out::println);
        } else {
            values++;
            out.println(path + " = " + text(node));
        }
    }

    private void explain(String pattern, FieldGuide guide) {
        if (pattern.isEmpty() || !explained.add(pattern)) {
            return;
        }
        if (guide.description().isPresent()) {
            out.println(INDENT + "# " + pattern + ": " + guide.description().get());
        } else if (!guide.known()) {
            out.println(INDENT + "# " + pattern + ": not a field of this format");
        }
    }

    private static String text(JsonNode node) {
        if (node.isString()) {
            return Quoted.of(node.stringValue());
        }
        return Quoted.of(node.toString());
    }

    private static String joined(String path, String name) {
        return Words.enclosed("", path, ".") + name;
    }
}
