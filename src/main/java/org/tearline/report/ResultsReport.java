// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.tearline.archive.Archive;
import org.tearline.archive.FileBatch;
import org.tearline.archive.FileRows;
import org.tearline.archive.PublishedLists;
import org.tearline.archive.Submitters;
import org.tearline.file.AtomicFile.Content;
import org.tearline.file.AtomicFile;
import org.tearline.file.Examination;
import org.tearline.file.Quoted;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.UnreadableFile;
import org.tearline.file.Validator;
import org.tearline.page.HtmlPage;
import org.tearline.trial.LowerCase;
import org.tearline.words.Words;

/** Renders all results below a folder and logs each file that is invalid or recalled. Not thread-safe. */
public final class ResultsReport {
    private final Path results;
    private final PublishedLists lists;
    private final Consumer<String> notes;
    private final Consumer<String> progress;
    private final Archive archive = new Archive();
    private final List<String> added = new ArrayList<>();
    private int leftOut;
    private int linesNotUsed;
    private int recalled;

    /** The files that a report can consist of, named on the command line by their format. */
    public enum Format {
        MD("README.md"), HTML("index.html"), GRANULES("granules.json"), CSV("cells.csv", "runs.csv"),
        JSON("cells.json", "runs.json");

        private final List<String> files;

        Format(String... files) {
            this.files = List.of(files);
        }

        public List<String> files() {
            return files;
        }

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }

    /**
     * Reads the lists of recalls and submitters beside a folder, and validates every .json file at any depth below it.
     *
     * @param notes    receives sentences that the user should see
     * @param progress receives what is being done, often
     * @throws IOException if a list or the folder cannot be read
     */
    public ResultsReport(Path results, Consumer<String> notes, Consumer<String> progress) throws IOException {
        this.results = results;
        this.notes = notes;
        this.progress = progress;
        lists = PublishedLists.beside(results);
        if (lists.submitters().isOwn()) {
            notes.accept("no " + Submitters.NAME + " beside " + results + ": all files count as your own");
        }
        new FileBatch(new Validator(), this::add).report(results, lists);
    }

    /** Writes the results in the given formats. Logs a summary. */
    public void write(Collection<Format> formats, Path folder) throws IOException {
        Map<String, Content> contents = SiteFiles.dataSet(archive, this::rows);
        contents.put("index.html", out -> out.write(HtmlPage.text(archive)));
        for (Format format : formats) {
            if (format == Format.MD) {
                Path readme = folder.resolve("README.md");
                String text = Markdown.withPart(existing(readme), Markdown.text(archive));
                contents.put("README.md", out -> out.write(text));
            }
            for (String file : format.files) {
                write(contents.get(file), folder.resolve(file));
            }
        }
        int deciding = archive.deciding();
        int others = archive.files() - deciding;
        String withoutEffect = "";
        if (others > 0) {
            withoutEffect = others + " that decide no number, ";
        }
        String lines = "";
        if (linesNotUsed > 0) {
            lines = "; " + Words.count(linesNotUsed, "line") + " of the lists not used";
        }
        notes.accept(Words.count(deciding, "result") + " counted, " + withoutEffect + leftOut
            + " left out, " + recalled + " recalled" + lines);
    }

    /** Reads every file of the archive again, because they may be too many to be kept. */
    private Stream<FileRows> rows() {
        return added.stream().map(this::rows);
    }

    private FileRows rows(String name) {
        try {
            ResultFile file = ResultText.read(results.resolve(name));
            return archive.rows(name, lists.submitters().of(file.digest()), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UnreadableFile e) {
            throw new IllegalStateException(name + " has changed while the report was made", e);
        }
    }

    public void writeSite(Path folder) throws IOException {
        progress.accept("writing " + folder);
        SiteFiles.write(archive, this::rows, added, results, folder);
        notes.accept(folder + " written from " + archive.files() + " results");
    }

    /**
     * Replaces the generated tables in a document.
     *
     * @throws IllegalArgumentException if the document has the markers of no table
     */
    public void writeReadme(Path readme) throws IOException {
        String text = Markdown.withTables(existing(readme), archive);
        write(out -> out.write(text), readme);
    }

    private static String existing(Path target) throws IOException {
        try {
            if (Files.exists(target)) {
                return Files.readString(target);
            }
            return "";
        } catch (CharacterCodingException e) {
            throw new IOException(target + " is not UTF-8; no table was written", e);
        }
    }

    private void write(Content content, Path target) throws IOException {
        progress.accept("writing " + target);
        AtomicFile.write(content, target);
        notes.accept(target + " written");
    }

    /** Whether every file was valid or recalled, and every line of the lists was valid. */
    public boolean complete() {
        return leftOut == 0 && linesNotUsed == 0;
    }

    /** Adds a valid file to the archive, and logs any other file and any invalid line of a list. */
    private void add(Examination examination) {
        String below = examination.name().replace(FileBatch.UNDECODABLE, '?');
        String name = Quoted.full(results.resolve(below).normalize().toString());
        progress.accept("reading " + name);
        if (examination.recalled()) {
            recalled++;
            examination.notes().forEach(note -> notes.accept(name + ": " + note));
        } else if (examination.valid()) {
            ResultFile file = examination.file();
            archive.add(examination.name(), lists.submitters().of(file.digest()), file);
            added.add(examination.name());
        } else if (PublishedLists.isFault(examination)) {
            linesNotUsed++;
            notes.accept("not used: " + name + ": " + examination.problem());
        } else {
            leftOut++;
            notes.accept("left out: " + name + ": " + examination.problem());
        }
    }
}
