// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tearline.file.Examination.Quoted;
import org.tearline.file.FileSchema.FieldGuide;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;
import org.tearline.page.Words;
import org.tearline.trial.OffsetList;
import org.tearline.verdict.Grading.Silence;
import org.tearline.verdict.Tally.Planted;
import org.tearline.verdict.Verdict;
import tools.jackson.databind.JsonNode;

/**
 * Prints every field of a result file, explained at its first occurrence, and the strength of its negative results. Not
 * thread-safe.
 */
public final class FieldsText {
    private static final int LINE = 110;
    private static final String INDENT = "    ";

    private final PrintStream out;
    private final Set<String> explained = new HashSet<>();
    private int fields;

    public FieldsText(PrintStream out) {
        this.out = out;
    }

    /** Includes fields that are not in the schema, and marks them. */
    public void print(JsonNode tree, int bytes) {
        out.println("All fields that this file publishes. The file contains nothing else.");
        out.println();
        print(tree, "", "", FieldGuide.load());
        out.println();
        out.println(fields + " values in " + Words.count(bytes) + " bytes.");
        out.flush();
    }

    private void print(JsonNode node, String path, String pattern, FieldGuide guide) {
        explain(pattern, guide);
        if (node.isObject()) {
            node.properties().forEach(property -> {
                String name = Quoted.of(property.getKey());
                boolean numbered = !name.isEmpty() && Character.isDigit(name.charAt(0));
                print(property.getValue(), joined(path, name), joined(pattern, numbered ? "N" : name),
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
        if (guide.description().isPresent()) {
            out.println(INDENT + "# " + pattern + ": " + guide.description().get());
        } else if (!guide.known()) {
            out.println(INDENT + "# " + pattern + ": not a field of this format");
        }
    }

    private void printValue(JsonNode node, String path) {
        if (!node.isArray()) {
            fields++;
            out.println(path + " = " + text(node));
            return;
        }
        List<String> elements = node.valueStream().map(element -> text(element) + " ").toList();
        fields += elements.size();
        Screen.lines(path + " = ", INDENT + INDENT + " ", elements, LINE).forEach(out::println);
    }

    private static String text(JsonNode node) {
        return Quoted.of(node.isString() ? node.stringValue() : node.toString());
    }

    private static String joined(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** Prints planted tears and weak offsets of each series. */
    public static void printStrength(ResultFile file, PrintStream out) {
        out.println("Strength of each negative result. Planted tears are stored values that look torn; for cas readers,"
            + " older files underestimate their number by half.");
        for (Series series : file.series()) {
            List<Series.Cell> cells = series.cells(file.profile(), file.environment());
            out.println(series.name() + ": " + planted(series));
            group(cells, Verdict.NONE::equals, cell -> cell.reason() == null ? "strong" : "weak, "
                + cell.reason().sentence()).forEach((words, some) -> out.println("    none, at " + offsets(some) + ": "
                + words + bound(some)));
            group(cells, state -> state != Verdict.NONE && state != Verdict.TORN, cell -> cell.reason() == null ? ""
                : cell.state() + " at %s: " + cell.reason().sentence()).forEach((words, some) -> {
                    if (!words.isEmpty()) {
                        out.println("    " + words.replace("%s", offsets(some)));
                    }
                });
        }
        out.flush();
    }

    private static Map<String, List<Series.Cell>> group(List<Series.Cell> cells, Predicate<Verdict> states,
                                                        Function<Series.Cell, String> words) {
        return cells.stream().filter(cell -> states.test(cell.state()))
            .collect(Collectors.groupingBy(words, LinkedHashMap::new, Collectors.toList()));
    }

    private static String offsets(List<Series.Cell> cells) {
        return OffsetList.ranges(cells.stream().map(Series.Cell::offset).toList());
    }

    /** Each offset has its own bound: the changes at one offset rule out nothing at another. */
    private static String bound(List<Series.Cell> whole) {
        Series.Cell least = whole.stream().min(Comparator.comparingLong(Series.Cell::changes)).orElseThrow();
        return least.changes() == 0 ? "" : (whole.size() == 1 ? " (" : " (each ")
            + Words.below(Silence.RULE_OF_THREE / least.changes()) + (whole.size() == 1 ? ")"
            : ", fewest changes at " + least.offset() + ")");
    }

    private static String planted(Series series) {
        List<Integer> planted = series.offsets().stream().filter(offset -> series.planted(offset).expected() > 0)
            .toList();
        if (planted.isEmpty()) {
            return "no tears were planted";
        }
        Planted all = planted.stream().map(series::planted).reduce(Planted.NONE, Planted::plus);
        int worst = planted.stream().min(Comparator.comparingDouble(offset -> series.planted(offset).efficiency()))
            .orElseThrow();
        return "planted tears found: " + Words.count(all.found()) + " of about " + Words.count(all.expected()) + " ("
            + Words.share(all.efficiency()) + "; lowest share at " + worst + ": "
            + Words.share(series.planted(worst).efficiency()) + ")";
    }
}
