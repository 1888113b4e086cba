// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.archive.CpuDesign.Voice;
import org.tearline.file.FolderArgument;

/**
 * Whose each published file is: {@code reports/submitters.txt}, which a maintainer writes at the merge of a pull
 * request. A file that it does not name is anonymous, whatever the file says itself.
 */
public final class Submitters {
    /** Beside the folder of results. */
    public static final String NAME = "submitters.txt";
    /** A digest, or its first 16 digits as file names have them, and a handle. */
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{16,64}) +(_project|[A-Za-z0-9][A-Za-z0-9-]{0,38})");
    private static final int SHORT = 16;

    private final Map<String, Voice> voices;
    private final boolean own;

    private Submitters(Map<String, Voice> voices, boolean own) {
        this.voices = Map.copyOf(voices);
        this.own = own;
    }

    /** For a folder of one's own, whose files all count as the project's word. */
    public static Submitters own() {
        return new Submitters(Map.of(), true);
    }

    /**
     * Reads the list beside a folder of results. Without a list the folder is one's own.
     *
     * @throws IllegalArgumentException if a line cannot be understood, naming it
     */
    public static Submitters beside(Path results) throws IOException {
        Path list = FolderArgument.beside(results, NAME);
        return Files.exists(list) ? parse(Files.readAllLines(list)) : own();
    }

    static Submitters parse(List<String> lines) {
        Map<String, Voice> voices = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(NAME + ", line " + (i + 1)
                    + ": a digest and a handle are wanted, not '" + line + "'");
            }
            String digest = matcher.group(1).substring(0, SHORT);
            if (voices.put(digest, new Voice(matcher.group(2).toLowerCase(Locale.ROOT))) != null) {
                throw new IllegalArgumentException(NAME + ", line " + (i + 1) + ": " + digest + " is named twice");
            }
        }
        return new Submitters(voices, false);
    }

    /** Whose file this is. */
    public Voice of(String digest) {
        return own ? Voice.PROJECT : voices.getOrDefault(digest.substring(0, SHORT), Voice.ANONYMOUS);
    }

    /** Files that the list names by their names come first, so that no copy takes the place of one. */
    public List<Path> inOrder(List<Path> files) {
        return files.stream().sorted(Comparator.comparing(file -> !voices.containsKey(file.getFileName().toString()
            .replaceFirst("^.*-([0-9a-f]{16})[.]json$", "$1")))).toList();
    }

    /** Whether there is no list, so that every file counts as one's own. */
    public boolean isOwn() {
        return own;
    }
}
