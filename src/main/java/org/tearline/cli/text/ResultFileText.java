// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tearline.file.FieldGuide;
import org.tearline.file.Quoted;
import org.tearline.page.Words;
import tools.jackson.databind.JsonNode;

/**
 * Prints a result file field by field; what a field is and why it is there, at its first occurrence. Not thread-safe.
 */
public final class ResultFileText {
    private static final int LINE = 110;
    private static final String INDENT = "    ";

    private final PrintStream out;
    private final Set<String> explained = new HashSet<>();
    private int fields;

    /** Prints to a stream. */
    public ResultFileText(PrintStream out) {
        this.out = out;
    }

    /** Prints the whole file; a field that no schema knows is printed too, and marked. */
    public void print(JsonNode tree, int bytes) {
        out.println("Everything that this file publishes, field by field. What is not here is not in the file.");
        out.println();
        print(tree, "", "", FieldGuide.load());
        out.println();
        out.println(fields + " values in " + Words.count(bytes) + " bytes, and nothing else.");
        out.flush();
    }

    private void print(JsonNode node, String path, String pattern, FieldGuide guide) {
        explain(pattern, guide);
        if (node.isObject()) {
            node.properties().forEach(property -> {
                String name = Quoted.of(property.getKey());
                boolean counted = !name.isEmpty() && Character.isDigit(name.charAt(0));
                print(property.getValue(), joined(path, name), joined(pattern, counted ? "N" : name),
                    guide.field(property.getKey()));
            });
        } else if (node.isArray() && node.valueStream().anyMatch(JsonNode::isContainer)) {
            for (int i = 0; i < node.size(); i++) {
                print(node.get(i), path + "[" + i + "]", pattern + "[]", guide.element());
            }
        } else {
            printValue(node, path);
        }
    }

    private void explain(String pattern, FieldGuide guide) {
        if (pattern.isEmpty() || !explained.add(pattern)) {
            return;
        }
        if (guide.what().isPresent()) {
            out.println(INDENT + "# " + pattern + ": " + guide.what().get()
                + guide.why().map(why -> " Why: " + why).orElse(""));
        } else if (!guide.known()) {
            out.println(INDENT + "# " + pattern + ": not a field that tester writes");
        }
    }

    private void printValue(JsonNode node, String path) {
        if (!node.isArray()) {
            fields++;
            out.println(path + " = " + (node.isString() ? Quoted.of(node.stringValue()) : Quoted.of(node.toString())));
            return;
        }
        List<String> elements = node.valueStream().map(element -> Quoted.of(element.isString() ? element.stringValue()
            : element.toString()) + " ").toList();
        fields += elements.size();
        Wrapped.lines(path + " = ", INDENT + INDENT + " ", elements, LINE).forEach(out::println);
    }

    private static String joined(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
