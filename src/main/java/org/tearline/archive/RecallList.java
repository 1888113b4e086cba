// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.file.Quoted;

/**
 * Published files that turned out to be wrong. Each line gives a path below the results folder or a digest, and a
 * reason. Thread-safe.
 */
public final class RecallList {
    /** The name of the file, which is beside the results folder. */
    public static final String NAME = "recalled.txt";
    /** No other spelling of a path, such as ./x.json: it would name no file. */
    private static final String PATH = "(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\\.json";
    private static final Pattern RECALL = Pattern.compile("(?s)(" + PATH + "|[0-9a-f]{64})\\s+(.+)");

    private final Map<String, String> recalls;

    private RecallList(Map<String, String> recalls) {
        this.recalls = recalls;
    }

    /** @param faults receives what is wrong with a line, which then has no effect */
    static RecallList of(List<String> lines, Consumer<String> faults) {
        Map<String, String> recalls = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            Matcher recall = RECALL.matcher(line);
            if (recall.matches()) {
                recalls.put(recall.group(1), recall.group(2));
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                faults.accept("line " + (i + 1) + ": expected a path below results or a digest, and a reason, not '"
                    + Quoted.of(line) + "'");
            }
        }
        return new RecallList(recalls);
    }

    /** Returns the reason for a recall by path or digest, or null. The reason is untrusted text. */
    public String reason(String pathBelowResults, String digest) {
        return recalls.getOrDefault(pathBelowResults, recalls.get(digest));
    }

    /** Returns the paths and digests that the list recalls. */
    Set<String> names() {
        return recalls.keySet();
    }
}
