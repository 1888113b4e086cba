// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.file.Quoted;

/**
 * The submitter of each published file, from {@code reports/submitters.txt}. A maintainer adds a line to this list when
 * merging a pull request. Unlisted files are anonymous, whatever submitter they name.
 */
public record Submitters(Map<String, Listed> submitters, boolean isOwn) {
    public static final String NAME = "submitters.txt";
    /** The first 16 digits of a digest, as in file names, followed by a handle. */
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{16}) +(" + Submitter.NAMES + ")");
    private static final int SHORT = 16;

    /** @param rank the number of the line; 0 for the project's files, which come before those of accounts */
    private record Listed(Submitter submitter, int rank) {
    }

    /** Returns the text of a list with a line for one more file. */
    public static String withLine(String list, String digest, String name) {
        String before = list;
        if (!before.isEmpty() && !before.endsWith("\n")) {
            before += "\n";
        }
        return before + digest.substring(0, SHORT) + " " + name + "\n";
    }

    /** Returns the submitters for a user's own folder, in which all files count as the project's. */
    static Submitters own() {
        return new Submitters(Map.of(), true);
    }

    /** @param faults receives what is wrong with a line, which then has no effect */
    static Submitters of(List<String> lines, Consumer<String> faults) {
        Map<String, Listed> submitters = new HashMap<>();
        read(lines, LINE, "16 digits of a digest and a handle", faults, (line, number) -> {
            String digest = line.group(1);
            Submitter submitter = new Submitter(line.group(2).toLowerCase(Locale.ROOT));
            int rank = submitter.equals(Submitter.PROJECT) ? 0 : number;
            if (submitters.putIfAbsent(digest, new Listed(submitter, rank)) != null) {
                return digest + " is listed twice";
            }
            return null;
        });
        return new Submitters(submitters, false);
    }

    /**
     * Reads the lines of a list, without blank ones and comments.
     *
     * @param reader receives a line that matches and its number; returns what is wrong with it, or null
     */
    static void read(List<String> lines, Pattern pattern, String expected, Consumer<String> faults,
                     BiFunction<Matcher, Integer, String> reader) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            Matcher matcher = pattern.matcher(line);
            String fault = null;
            if (matcher.matches()) {
                fault = reader.apply(matcher, i + 1);
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                fault = "expected " + expected + ", not '" + Quoted.of(line) + "'";
            }
            if (fault != null) {
                faults.accept("line " + (i + 1) + ": " + fault);
            }
        }
    }

    public Submitter of(String digest) {
        if (isOwn) {
            return Submitter.PROJECT;
        }
        return listed(digest).map(Listed::submitter).orElse(Submitter.ANONYMOUS);
    }

    /** Whether the list names the submitter of a file, which is therefore published. */
    public boolean lists(String digest) {
        return listed(digest).isPresent();
    }

    /**
     * Returns the rank of a file among originals, which come before their copies: 0 for the project's files, then those
     * of accounts by line of the list, then all others. Maintainers only append to the list, so nobody can get before a
     * file that was published earlier.
     */
    int rank(String digest) {
        return listed(digest).map(Listed::rank).orElse(Integer.MAX_VALUE);
    }

    private Optional<Listed> listed(String digest) {
        // The digest of a file that states none is empty.
        if (digest.length() < SHORT) {
            return Optional.empty();
        }
        return Optional.ofNullable(submitters.get(digest.substring(0, SHORT)));
    }
}
