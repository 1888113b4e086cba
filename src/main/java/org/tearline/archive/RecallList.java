// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.file.FolderArgument;
import org.tearline.file.Quoted;

/**
 * Published files that turned out to be wrong. Each line gives a path below the results folder or a digest, and a
 * reason. Thread-safe.
 */
public final class RecallList {
    /** The name of the file, which is beside the results folder. */
    public static final String NAME = "recalled.txt";
    /** The list of a folder without recalls. */
    static final RecallList NONE = new RecallList(Map.of());
    private static final Pattern RECALL = Pattern.compile("(?s)([A-Za-z0-9._/-]+\\.json|[0-9a-f]{64})\\s+(.+)");

    private final Map<String, String> recalls;

    private RecallList(Map<String, String> recalls) {
        this.recalls = recalls;
    }

    /**
     * Reads a list. A missing file counts as an empty list.
     *
     * @throws IllegalArgumentException if a line is invalid
     */
    public static RecallList read(Path file) throws IOException {
        Map<String, String> recalls = new LinkedHashMap<>();
        List<String> lines = FolderArgument.lines(file).stream().map(String::strip).toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher recall = RECALL.matcher(lines.get(i));
            if (recall.matches()) {
                recalls.put(recall.group(1), recall.group(2));
            } else if (!lines.get(i).isEmpty() && !lines.get(i).startsWith("#")) {
                throw new IllegalArgumentException(file + " line " + (i + 1) + ": '" + Quoted.of(lines.get(i))
                    + "': expected the path or digest of a result file and a reason");
            }
        }
        return new RecallList(recalls);
    }

    public static RecallList beside(Path results) throws IOException {
        return read(FolderArgument.beside(results, NAME));
    }

    /** Returns the reason for a recall by path or digest, or null. The reason is untrusted text. */
    public String reason(String pathBelowResults, String digest) {
        return recalls.getOrDefault(pathBelowResults, recalls.get(digest));
    }

    public List<String> paths() {
        return recalls.keySet().stream()
            .filter(name -> name.endsWith(".json"))
            .toList();
    }
}
