// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.tearline.file.AtomicFile.Content;
import org.tearline.file.AtomicFile;
import org.tearline.page.HtmlPage;
import org.tearline.trial.LowerCase;

/** Renders all results below a folder and logs each file that is invalid or recalled. Not thread-safe. */
public final class ResultsReport {
    private final ResultsFolder results;
    private final Consumer<String> notes;
    private final Consumer<String> progress;

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
        this.results = new ResultsFolder(results, notes, progress);
        this.notes = notes;
        this.progress = progress;
    }

    /** Writes the results in the given formats. Logs a summary. */
    public void write(Collection<Format> formats, Path folder) throws IOException {
        Map<String, Content> contents = SiteFiles.dataSet(results.archive(), results::rows);
        contents.put("index.html", out -> out.write(HtmlPage.text(results.archive())));
        for (Format format : formats) {
            if (format == Format.MD) {
                Path readme = folder.resolve("README.md");
                String text = Markdown.withPart(existing(readme), Markdown.text(results.archive()));
                contents.put("README.md", out -> out.write(text));
            }
            for (String file : format.files) {
                write(contents.get(file), folder.resolve(file));
            }
        }
        notes.accept(results.summary());
    }

    public void writeSite(Path folder) throws IOException {
        progress.accept("writing " + folder);
        SiteFiles.write(results.archive(), results::rows, results.path(), folder);
        notes.accept(folder + " written from " + results.archive().files() + " results");
    }

    /**
     * Replaces the generated tables in a document.
     *
     * @throws IllegalArgumentException if the document has the markers of no table
     */
    public void writeReadme(Path readme) throws IOException {
        String text = Markdown.withTables(existing(readme), results.archive());
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
        return results.complete();
    }
}
