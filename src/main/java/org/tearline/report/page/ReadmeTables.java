// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.merge.Merge;
import org.tearline.merge.RunLine;

/**
 * The tables of README.md and docs/results.md, each between markers of its own, from the results that count. Stateless.
 * Thread-safe.
 */
public final class ReadmeTables {
    private static final int DIGEST_DIGITS = 16;
    private static final String ENDING = ".json";

    private ReadmeTables() {
    }

    /**
     * Returns a text with every part between markers generated again.
     *
     * @param results where the result files are, as a link in this text begins
     * @throws IllegalArgumentException if the text has none of the markers, or one without its end
     */
    public static String into(String readme, Merge merge, String results) {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("tears", ReadmeTears.tears(merge, results));
        parts.put("guards", ReadmeTears.guards(merge, results));
        String text = readme;
        boolean any = false;
        for (Map.Entry<String, String> part : parts.entrySet()) {
            String begin = begin(part.getKey());
            String end = end(part.getKey());
            int from = text.indexOf(begin);
            int to = text.indexOf(end);
            if (from >= 0 != to > from) {
                throw new IllegalArgumentException("'" + begin + "' and '" + end + "' do not go together");
            }
            if (from >= 0) {
                text = text.substring(0, from + begin.length()) + "\n\n" + part.getValue() + "\n" + text.substring(to);
                any = true;
            }
        }
        if (!any) {
            throw new IllegalArgumentException("has no part to be generated, such as one between '" + begin("tears")
                + "' and '" + end("tears") + "'");
        }
        return text;
    }

    private static String begin(String name) {
        return "<!-- tester report --readme: " + name + " -->";
    }

    private static String end(String name) {
        return "<!-- tester report --readme: end of " + name + " -->";
    }

    /** Returns links to the files that something rests on, each by the digits of its digest that are in its name. */
    static String files(List<RunLine> runs, String results) {
        return runs.stream().map(run -> "[" + digest(run.path()) + "](" + results + "/" + run.path() + ")")
            .collect(Collectors.joining(", "));
    }

    private static String digest(String path) {
        int end = path.length() - ENDING.length();
        return path.substring(Math.max(0, end - DIGEST_DIGITS), end);
    }

    /** Returns a row of a table. */
    static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    /** Returns the head of a table. */
    static String head(List<String> heads) {
        return row(heads) + "|" + "---|".repeat(heads.size()) + "\n";
    }
}
