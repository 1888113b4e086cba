// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.published.ResultFile;

/**
 * The files of a folder in an order that follows from what is in them, so that nobody's choice of a path decides which
 * of two is the copy: first those that say by their path that they lie in their place, then by date and digest.
 * Immutable.
 *
 * @param placed in the order of their computed paths
 * @param others by date and digest, as they say
 */
record FilesInOrder(List<Path> placed, List<Path> others) {
    private static final Pattern PLACE = Pattern.compile("[^/]+/[^/]+/\\d{8}-[^/]+-[0-9a-f]{16}\\.json");
    private static final Pattern DATE = Pattern.compile("\"date\"\\s*:\\s*\"([0-9-]{10})\"");
    private static final Pattern DIGEST = Pattern.compile("\"digest\"\\s*:\\s*\"([0-9a-f]{64})\"");

    private record Keyed(String key, Path path) {
    }

    /** Sorts files of a folder. */
    static FilesInOrder of(Path folder, List<Path> files) {
        List<Path> placed = new ArrayList<>();
        List<Path> others = new ArrayList<>();
        files.forEach(file -> (PLACE.matcher(below(folder, file)).matches() ? placed : others).add(file));
        placed.sort(Comparator.comparing(file -> below(folder, file)));
        return new FilesInOrder(placed, byContent(others));
    }

    /** Returns files by what they say, those that say nothing last. */
    static List<Path> byContent(List<Path> files) {
        return files.stream().map(file -> new Keyed(key(file), file)).sorted(Comparator.comparing(Keyed::key)
            .thenComparing(Keyed::path)).map(Keyed::path).toList();
    }

    /** Returns the path below a folder, with slashes. */
    static String below(Path folder, Path file) {
        return folder.relativize(file).toString().replace('\\', '/');
    }

    /** Returns what puts a file in its place; one that cannot be read is told of when it is examined. */
    private static String key(Path file) {
        try {
            if (Files.size(file) <= ResultFile.MAX_BYTES) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                Matcher date = DATE.matcher(text);
                Matcher digest = DIGEST.matcher(text);
                if (date.find() && digest.find()) {
                    return date.group(1) + " " + digest.group(1);
                }
            }
        } catch (IOException e) {
            return "unreadable";
        }
        return "without date or digest";
    }
}
