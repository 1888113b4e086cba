// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.SweepCell.ControlRun;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a sweep has found so far, one JSON object a line. Each line is written as a whole after its trial, so a sweep
 * that is killed, or whose disk is full, loses only the trial that was running. Not thread-safe.
 */
public final class SweepJournal implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path file;
    private final FileChannel channel;
    private final Contents contents;

    private record Line(Header header, SweepCell cell, ControlRun controls) {
    }

    /**
     * What the trials of one journal have in common.
     *
     * @param sweep what is being swept, in words that differ for different sweeps
     */
    public record Header(String sweep, String profile, String machine, String jvm, String build) {
        /** What differs, as the end of a sentence; null if nothing does. */
        private String otherThan(Header here) {
            return !here.sweep.equals(sweep) ? "sweep: " + sweep
                : !here.profile.equals(profile) ? "profile: " + profile
                : !here.machine.equals(machine) ? "machine: " + machine
                : !here.jvm.equals(jvm) ? "JVM: " + jvm
                : !here.build.equals(build) ? "build of the tester: " + build : null;
        }
    }

    /** Another sweep is writing into the journal. */
    public static final class InUse extends IOException {
        private static final long serialVersionUID = 1;

        InUse(Path file) {
            super(file + " is the journal of a sweep that is still running");
        }
    }

    /** The file is no journal, or one that this sweep cannot go on with. */
    public static final class Unfit extends IOException {
        private static final long serialVersionUID = 1;

        Unfit(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** What an earlier run has left. */
    public record Contents(List<SweepCell> cells, List<ControlRun> controls) {
    }

    private SweepJournal(Path file, FileChannel channel, Contents contents) {
        this.file = file;
        this.channel = channel;
        this.contents = contents;
    }

    /** Fails, and leaves no file behind, if there is one already or it cannot be written. */
    public static SweepJournal create(Path file, Header header) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        SweepJournal journal = new SweepJournal(file, channel, new Contents(new ArrayList<>(), new ArrayList<>()));
        try {
            lock(file, channel);
            journal.write(new Line(header, null, null));
            return journal;
        } catch (InUse e) {
            channel.close();
            throw e;
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(file);
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Goes on with a journal. A last line without its end is dropped; without a whole header it begins from the start.
     *
     * @throws InUse if another sweep is writing into it
     * @throws Unfit if it is damaged, or the journal of another sweep, machine, JVM or build
     */
    public static SweepJournal resume(Path file, Header header) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            lock(file, channel);
            return resume(file, channel, header);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static SweepJournal resume(Path file, FileChannel channel, Header header) throws IOException {
        // Not by the file's name: closing that would give back the lock.
        byte[] bytes = Channels.newInputStream(channel).readAllBytes();
        int whole = bytes.length;
        while (whole > 0 && bytes[whole - 1] != '\n') {
            whole--;
        }
        Contents contents = new Contents(new ArrayList<>(), new ArrayList<>());
        if (whole > 0) {
            read(file, new String(bytes, 0, whole, StandardCharsets.UTF_8).split("\n"), header, contents);
        } else if (!begins(line(new Line(header, null, null)), bytes)) {
            throw new Unfit(file + " is not a journal, or belongs to another sweep that has no trial yet", null);
        }
        SweepJournal journal = new SweepJournal(file, channel, contents);
        try {
            channel.truncate(whole).position(whole);
            if (whole == 0) {
                journal.write(new Line(header, null, null));
            }
            return journal;
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Keeps other sweeps out until the channel is closed, where the file system has locks. Locks a byte behind any
     * content, because Windows lets nobody read what is locked.
     */
    private static void lock(Path file, FileChannel channel) throws InUse {
        boolean free;
        try {
            free = channel.tryLock(Long.MAX_VALUE - 1, 1, false) != null;
        } catch (OverlappingFileLockException e) {
            free = false;
        } catch (IOException e) {
            return;
        }
        if (!free) {
            throw new InUse(file);
        }
    }

    /** Empty if the header is not whole, so that the sweep begins from the start. */
    public static Optional<String> profile(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        int end = text.indexOf('\n');
        return end < 0 ? Optional.empty()
            : Optional.ofNullable(parse(file, text.substring(0, end), 0).header()).map(Header::profile);
    }

    /** What was there when the journal was opened. */
    public Contents contents() {
        return contents;
    }

    void append(SweepCell cell) throws IOException {
        append(new Line(null, cell, null));
    }

    void append(ControlRun controls) throws IOException {
        append(new Line(null, null, controls));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void append(Line line) throws IOException {
        try {
            write(line);
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage() + "; the trials before are in it, go on with --resume",
                e);
        }
    }

    /** All of it or nothing: what did not fit is taken away again. */
    private void write(Line line) throws IOException {
        long before = channel.position();
        try {
            for (ByteBuffer bytes = ByteBuffer.wrap(line(line)); bytes.hasRemaining();) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            channel.truncate(before);
            throw e;
        }
    }

    private static byte[] line(Line line) {
        return (JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static boolean begins(byte[] all, byte[] first) {
        return first.length <= all.length && Arrays.equals(all, 0, first.length, first, 0, first.length);
    }

    private static void read(Path file, String[] lines, Header header, Contents contents) throws IOException {
        for (int i = 0; i < lines.length; i++) {
            Line line = parse(file, lines[i], i);
            if (i == 0) {
                String other = line.header() == null ? "version of the tester" : line.header().otherThan(header);
                if (other != null) {
                    throw new Unfit(file + " is the journal of another " + other, null);
                }
            }
            if (line.cell() != null) {
                contents.cells().add(line.cell());
            }
            if (line.controls() != null) {
                contents.controls().add(line.controls());
            }
        }
    }

    private static Line parse(Path file, String text, int index) throws IOException {
        try {
            return JSON.readValue(text, Line.class);
        } catch (JacksonException e) {
            throw new Unfit(file + " is not a journal: line " + (index + 1) + " cannot be read", e);
        }
    }
}
