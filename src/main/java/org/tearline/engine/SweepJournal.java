package org.tearline.engine;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.tearline.result.SweepCell;
import org.tearline.result.SweepControls;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a sweep has found so far, one JSON object a line, flushed after each: a sweep that is killed loses the trial
 * that was running and no other. One thread.
 */
public final class SweepJournal implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path file;
    private final BufferedWriter writer;
    private final Contents contents;

    /** One line: the header first, then cells and controls. */
    private record Line(String sweep, SweepCell cell, SweepControls controls) {
    }

    /** What an earlier run has left. */
    public record Contents(List<SweepCell> cells, List<SweepControls> controls) {
    }

    private SweepJournal(Path file, BufferedWriter writer, Contents contents) {
        this.file = file;
        this.writer = writer;
        this.contents = contents;
    }

    /**
     * Starts a journal.
     *
     * @param sweep what is being swept, in words that differ for different sweeps
     * @throws IOException if the file is there already or cannot be written
     */
    public static SweepJournal create(Path file, String sweep) throws IOException {
        BufferedWriter writer = Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW);
        SweepJournal journal = new SweepJournal(file, writer, new Contents(new ArrayList<>(), new ArrayList<>()));
        journal.append(new Line(sweep, null, null));
        return journal;
    }

    /**
     * Goes on with a journal. A last line that was torn off is dropped.
     *
     * @throws IOException if the file cannot be read or written, or is the journal of another sweep
     */
    public static SweepJournal resume(Path file, String sweep) throws IOException {
        List<String> whole = new ArrayList<>();
        Contents contents = new Contents(new ArrayList<>(), new ArrayList<>());
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            Line line = parse(file, lines.get(i), i, lines.size());
            if (line == null) {
                break;
            }
            if (i == 0 && !sweep.equals(line.sweep())) {
                throw new IOException(file + " is the journal of another sweep: " + line.sweep());
            }
            if (line.cell() != null) {
                contents.cells().add(line.cell());
            }
            if (line.controls() != null) {
                contents.controls().add(line.controls());
            }
            whole.add(lines.get(i));
        }
        Path mended = file.resolveSibling(file.getFileName() + ".part");
        Files.write(mended, whole);
        Files.move(mended, file, StandardCopyOption.REPLACE_EXISTING);
        return new SweepJournal(file, Files.newBufferedWriter(file, StandardOpenOption.APPEND), contents);
    }

    /** What was there when the journal was opened. */
    public Contents contents() {
        return contents;
    }

    /** Keeps one finished trial. */
    void append(SweepCell cell) throws IOException {
        append(new Line(null, cell, null));
    }

    /** Keeps one run of the controls. */
    void append(SweepControls controls) throws IOException {
        append(new Line(null, null, controls));
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }

    private void append(Line line) throws IOException {
        try {
            writer.write(JSON.writeValueAsString(line));
            writer.newLine();
            writer.flush();
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage() + "; the trials before are in it, go on with --resume",
                e);
        }
    }

    private static Line parse(Path file, String text, int index, int lines) throws IOException {
        try {
            return JSON.readValue(text, Line.class);
        } catch (JacksonException e) {
            if (index == lines - 1 && index > 0) {
                return null;
            }
            throw new IOException(file + " is no journal: line " + (index + 1) + " cannot be read", e);
        }
    }
}
