// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.tearline.published.FolderArgument;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultPath;
import org.tearline.submission.Recall.Withdrawn;

/**
 * The published files that were wrong, each with what is taken back of it and the reason. Published files are never
 * changed or deleted, so this is how: one line each, the path below the results folder or the digest, negative-results
 * or everything, and why. Immutable. Thread-safe.
 */
public final class RecallList {
    /** Its name, next to the results folder. */
    public static final String NAME = "recalled.txt";

    private static final String COMMENT = "#";
    private static final int PARTS = 3;
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    private final Map<String, Recall> recalls;

    private RecallList(Map<String, Recall> recalls) {
        this.recalls = recalls;
    }

    /**
     * Reads the list; one that is not there is empty.
     *
     * @throws IOException              if it cannot be read
     * @throws IllegalArgumentException if a line is no path with what is taken back and a reason
     */
    public static RecallList read(Path file) throws IOException {
        Map<String, Recall> recalls = new LinkedHashMap<>();
        int number = 0;
        // Letters that are not UTF-8 can be in a reason only, which is there to be read.
        String text = Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith(COMMENT)) {
                continue;
            }
            String[] parts = line.strip().split("\\s+", PARTS);
            Optional<Withdrawn> withdrawn = parts.length < PARTS ? Optional.empty() : Withdrawn.named(parts[1]);
            if (withdrawn.isEmpty() || !parts[0].endsWith(".json") && !DIGEST.matcher(parts[0]).matches()) {
                throw new IllegalArgumentException(file + " line " + number + ": '" + line.strip()
                    + "' is not a path or digest of a result file, followed by negative-results or everything, and a"
                    + " reason");
            }
            recalls.put(parts[0], new Recall(withdrawn.get(), parts[2]));
        }
        return new RecallList(recalls);
    }

    /**
     * Reads the list next to a folder of results; one that is not there is empty.
     *
     * @throws IOException              if it cannot be read
     * @throws IllegalArgumentException as {@link #read} says
     */
    public static RecallList beside(Path results) throws IOException {
        return read(FolderArgument.beside(results, NAME));
    }

    /** Returns what is taken back of a file; null if nothing is. */
    public Recall of(String pathBelowResults) {
        return recalls.get(pathBelowResults);
    }

    /** Returns what is taken back of a file with this path or this content; null if nothing is. */
    public Recall of(String pathBelowResults, ResultFile file) {
        Recall recall = recalls.get(pathBelowResults);
        return recall != null || file == null ? recall : recalls.get(file.digest());
    }

    /**
     * Returns what is taken back of a file by the list beside the results folder that it lies in; null if nothing is.
     *
     * @param content null if the file cannot be read
     */
    public static Recall of(Path file, ResultFile content) throws IOException {
        for (Path absolute : List.of(file.toAbsolutePath().normalize(), file.toRealPath())) {
            for (Path folder = absolute.getParent(); folder != null; folder = folder.getParent()) {
                if (folder.endsWith(ResultPath.ROOT)) {
                    return beside(folder).of(folder.relativize(absolute).toString().replace('\\', '/'), content);
                }
            }
        }
        return null;
    }

    /** Returns all paths that it names. */
    public List<String> paths() {
        return recalls.keySet().stream().filter(name -> !DIGEST.matcher(name).matches()).toList();
    }
}
