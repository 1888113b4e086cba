// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tearline.file.Digest;
import org.tearline.machine.ExclusiveLock;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.SweepCell.ControlRun;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results of a running sweep, per line one JSON object and a digest of it and of all lines before. When a trial
 * ends, its line is written completely or not at all, so only the running trial is lost if the sweep is killed or the
 * disk is full. Not thread-safe.
 */
public final class SweepJournal implements AutoCloseable {
    private static final String START_OVER = "; delete it to start over";
    /** A comma between the parts of a header, but not between the items of a list in brackets. */
    private static final Pattern BETWEEN_PARTS = Pattern.compile(", (?![^\\[]*])");

    private final Path file;
    private final FileChannel channel;
    private final Contents contents = new Contents(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    /** The last line. */
    private String last = "";

    private record Line(Header header, SweepCell cell, ControlRun controls, String result) {
    }

    /**
     * What all trials in a journal share.
     *
     * @param sweep a description that only identical sweeps share
     */
    public record Header(String sweep, String profile, String machine, String jvm, String build) {
        private static final List<String> PARTS = List.of("sweep", "profile", "machine", "JVM", "build of the tester");

        /** The first difference from the running sweep's header, or null. */
        private String differenceFrom(Header here) {
            return IntStream.range(0, PARTS.size())
                .filter(i -> !parts().get(i).equals(here.parts().get(i)))
                .mapToObj(i -> PARTS.get(i) + ": " + difference(parts().get(i), here.parts().get(i)))
                .findFirst()
                .orElse(null);
        }

        private List<String> parts() {
            return List.of(sweep, profile, machine, jvm, build);
        }

        private static String difference(String found, String here) {
            String only = partsMissingIn(here, found);
            String missing = partsMissingIn(found, here);
            if (missing.isEmpty()) {
                return only;
            }
            if (only.isEmpty()) {
                return "not " + missing;
            }
            return only + ", not " + missing;
        }

        private static String partsMissingIn(String other, String text) {
            List<String> others = List.of(BETWEEN_PARTS.split(other));
            return BETWEEN_PARTS.splitAsStream(text)
                .filter(part -> !others.contains(part))
                .collect(Collectors.joining(", "));
        }
    }

    /** Thrown if the file is not a journal, is in use by another sweep, or cannot be resumed by this one. */
    public static final class Unfit extends IOException {
        private static final long serialVersionUID = 1;

        Unfit(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * What the journal contained when it was opened.
     *
     * @param results digests of the results and pages that were written from it
     */
    public record Contents(List<SweepCell> cells, List<ControlRun> controls, List<String> results) {
    }

    private SweepJournal(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Creates a journal. Fails if the file exists; leaves no file behind if it cannot be written. */
    public static SweepJournal create(Path file, Header header) throws IOException {
        FileChannel channel = FileChannel.open(file, CREATE_NEW, READ, WRITE);
        try {
            return open(file, channel, header);
        } catch (Unfit e) {
            // Another sweep has locked the new file, so it stays.
            throw e;
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /**
     * Resumes a journal. An incomplete last line is dropped; if the header is incomplete, the journal starts over.
     *
     * @throws Unfit if it is damaged or in use, or belongs to another sweep, profile, machine, JVM or build
     */
    public static SweepJournal resume(Path file, Header header) throws IOException {
        // A named pipe would block.
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new Unfit(file + " is not a regular file", null);
        }
        return open(file, FileChannel.open(file, READ, WRITE), header);
    }

    private static SweepJournal open(Path file, FileChannel channel, Header header) throws IOException {
        try {
            if (!ExclusiveLock.take(channel)) {
                throw new Unfit(file + " is the journal of a sweep that is still running", null);
            }
            // Reads through this channel, because opening and closing the file again would release the lock.
            byte[] bytes = Channels.newInputStream(channel).readAllBytes();
            SweepJournal journal = new SweepJournal(file, channel);
            int complete = new String(bytes, ISO_8859_1).lastIndexOf('\n') + 1;
            if (complete == 0) {
                journal.start(bytes, header);
            } else {
                journal.read(new String(bytes, 0, complete, UTF_8).split("\n"), header);
                channel.truncate(complete);
            }
            return journal;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Writes the header. The file may contain only the beginning of the same header. */
    private void start(byte[] found, Header header) throws IOException {
        Line line = new Line(header, null, null, null);
        if (Arrays.mismatch(bytes(sealed(line)), found) != found.length) {
            throw new Unfit(file + " is not a journal, or belongs to another sweep with no trials yet" + START_OVER,
                null);
        }
        channel.truncate(0);
        write(line);
    }

    public Contents contents() {
        return contents;
    }

    void append(SweepCell cell) throws IOException {
        append(new Line(null, cell, null, null));
    }

    void append(ControlRun controls) throws IOException {
        append(new Line(null, null, controls, null));
    }

    /** Must precede the writing of the result or its page, which a resumed sweep may then replace. */
    public void appendResult(String digest) throws IOException {
        append(new Line(null, null, null, digest));
    }

    /** Writes the journal again if somebody has deleted it. */
    public void restore() throws IOException {
        if (Files.notExists(file)) {
            Files.copy(Channels.newInputStream(channel.position(0)), file);
        }
    }

    /** Deletes the file of a complete sweep. Returns false if something else is at its place, which stays. */
    public boolean delete() throws IOException {
        // The last line, the digest of a page, is ASCII.
        boolean own = Files.isRegularFile(file, NOFOLLOW_LINKS)
            && new String(Files.readAllBytes(file), UTF_8).endsWith(last + "\n");
        if (own) {
            Files.delete(file);
        }
        return own;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void append(Line line) throws IOException {
        try {
            write(line);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; continue with --resume: no completed trial is lost", e);
        }
    }

    /** Writes the whole line or nothing. */
    private void write(Line line) throws IOException {
        long before = channel.position();
        String text = sealed(line);
        try {
            Channels.newOutputStream(channel).write(bytes(text));
            last = text;
        } catch (IOException e) {
            channel.truncate(before);
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static byte[] bytes(String line) {
        return (line + "\n").getBytes(UTF_8);
    }

    private String sealed(Line line) {
        return sealed(JsonMapper.shared().writeValueAsString(line));
    }

    /** Returns the line that contains this object and may follow the last line. */
    private String sealed(String json) {
        return json + " " + Digest.sha256(bytes(last + json));
    }

    private void read(String[] lines, Header header) throws IOException {
        for (int i = 0; i < lines.length; i++) {
            String json = lines[i].substring(0, Math.max(0, lines[i].lastIndexOf(' ')));
            Line line = parse(json, i);
            if (i == 0) {
                requireSame(line.header(), header);
            }
            if (!lines[i].equals(sealed(json))) {
                throw new Unfit(file + " was edited: line " + (i + 1) + " has a wrong digest" + START_OVER, null);
            }
            last = lines[i];
            if (line.cell() != null) {
                contents.cells().add(line.cell());
            }
            if (line.controls() != null) {
                contents.controls().add(line.controls());
            }
            if (line.result() != null) {
                contents.results().add(line.result());
            }
        }
    }

    private void requireSame(Header found, Header here) throws Unfit {
        String other = "version of the tester, or lacks its first line";
        if (found != null) {
            other = found.differenceFrom(here);
        }
        if (other != null) {
            throw new Unfit(file + " is the journal of another " + other + START_OVER, null);
        }
    }

    private Line parse(String text, int index) throws Unfit {
        try {
            Line line = Objects.requireNonNull(JsonMapper.shared().readValue(text, Line.class));
            if (line.cell() != null) {
                // Fails if a part is null.
                line.cell().plus(line.cell()).seriesKey();
            }
            return line;
        } catch (JacksonException | NullPointerException e) {
            throw new Unfit(file + " is not a journal: line " + (index + 1) + " cannot be read" + START_OVER, e);
        }
    }
}
