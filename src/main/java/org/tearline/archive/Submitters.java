// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.archive.CpuDesign.Submitter;
import org.tearline.file.FolderArgument;

/**
 * The submitter of each published file, from {@code reports/submitters.txt}. A maintainer adds a line to this list when
 * merging a pull request. Unlisted files are anonymous, whatever submitter they name.
 */
public final class Submitters {
    public static final String NAME = "submitters.txt";
    /** A digest, or its first 16 digits as in file names, followed by a handle. */
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{16,64}) +(_project|[A-Za-z0-9][A-Za-z0-9-]{0,38})");
    private static final int SHORT = 16;
    private static final Pattern DIGEST = Pattern.compile("\"digest\": \"([0-9a-f]{16})[0-9a-f]{48}\"\\s*}\\s*$");
    /** The last field, which is the digest, takes fewer bytes. */
    private static final int END_OF_FILE = 128;

    private final Map<String, Submitter> submitters;
    private final boolean own;

    private Submitters(Map<String, Submitter> submitters, boolean own) {
        this.submitters = Map.copyOf(submitters);
        this.own = own;
    }

    /** Returns the submitters for a user's own folder, in which all files count as the project's. */
    public static Submitters own() {
        return new Submitters(Map.of(), true);
    }

    /**
     * Reads the list beside a results folder. Without a list, the folder is the user's own.
     *
     * @throws IllegalArgumentException if a line is invalid
     */
    public static Submitters beside(Path results) throws IOException {
        Path list = FolderArgument.beside(results, NAME);
        return Files.exists(list) ? parse(Files.readAllLines(list)) : own();
    }

    static Submitters parse(List<String> lines) {
        Map<String, Submitter> submitters = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(NAME + ", line " + (i + 1)
                    + ": expected a digest and a handle, not '" + line + "'");
            }
            String digest = matcher.group(1).substring(0, SHORT);
            if (submitters.put(digest, new Submitter(matcher.group(2).toLowerCase(Locale.ROOT))) != null) {
                throw new IllegalArgumentException(NAME + ", line " + (i + 1) + ": " + digest + " is listed twice");
            }
        }
        return new Submitters(submitters, false);
    }

    public Submitter of(String digest) {
        return own ? Submitter.PROJECT : submitters.getOrDefault(digest.substring(0, SHORT), Submitter.ANONYMOUS);
    }

    /** Puts listed files first, because a copy must not replace the original. */
    public List<Path> inOrder(List<Path> files) {
        Map<Boolean, List<Path>> listed = files.stream().collect(Collectors.partitioningBy(file ->
            submitters.containsKey(digest(file))));
        return Stream.concat(listed.get(true).stream(), listed.get(false).stream()).toList();
    }

    /** Returns the first digits of the digest, which is the last field. The validator checks the digest. */
    private static String digest(Path file) {
        ByteBuffer end = ByteBuffer.allocate(END_OF_FILE);
        try (SeekableByteChannel in = Files.newByteChannel(file)) {
            in.position(Math.max(0, in.size() - END_OF_FILE)).read(end);
        } catch (IOException e) {
            // The validator reports the error.
            return "";
        }
        Matcher matcher = DIGEST.matcher(new String(end.array(), 0, end.position(),
            StandardCharsets.ISO_8859_1));
        return matcher.find() ? matcher.group(1) : "";
    }

    /** Whether there is no list, so that all files count as the project's. */
    public boolean isOwn() {
        return own;
    }
}
