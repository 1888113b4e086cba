// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.tearline.archive.Archive;
import org.tearline.archive.Batch;
import org.tearline.archive.KnownGranules;
import org.tearline.archive.RecallList;
import org.tearline.archive.Submitters;
import org.tearline.file.Examination;
import org.tearline.file.Examination.Quoted;
import org.tearline.file.Validator;
import org.tearline.file.WholeFile;
import org.tearline.promise.Guarantees;

/** Renders all results below a folder and logs each file that does not count. Not thread-safe. */
public final class ResultsReport {
    private final Path results;
    private final RecallList recalls;
    private final PrintStream log;
    private final Submitters submitters;
    private final Archive archive = new Archive();
    private int leftOut;
    private int recalled;

    /** The output formats. */
    public enum Format {
        MD, HTML, GRANULES, CSV, JSON;

        public String file() {
            return switch (this) {
                case MD -> "README.md";
                case HTML -> "index.html";
                case GRANULES -> "granules.json";
                case CSV -> "cells.csv";
                case JSON -> "cells.json";
            };
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads the lists of recalls and submitters beside a folder.
     *
     * @throws IOException              if a list cannot be read
     * @throws IllegalArgumentException if a list is invalid
     */
    public ResultsReport(Path results, PrintStream log) throws IOException {
        this.results = results;
        this.log = log;
        this.recalls = RecallList.beside(results);
        this.submitters = Submitters.beside(results);
        if (submitters.isOwn()) {
            log.println("tester: no " + Submitters.NAME + " beside " + results + ": all files count as your own");
        }
    }

    /** Reads and validates every .json file in the folder. */
    public void read(Validator validator) throws IOException {
        new Batch(validator).files(submitters.inOrder(Batch.below(results)), this::count);
    }

    /** Writes the results in the given formats and logs a summary. */
    public void write(List<Format> formats, Path folder) throws IOException {
        Guarantees guarantees = Guarantees.load();
        for (Format format : formats) {
            Path target = folder.resolve(format.file());
            write(switch (format) {
                case MD -> Markdown.into(page(target), Markdown.text(archive, guarantees));
                case HTML -> HtmlPage.text(archive, guarantees);
                case GRANULES -> KnownGranules.of(archive).json();
                case CSV -> CellTable.csv(archive, guarantees);
                case JSON -> CellTable.json(archive, guarantees);
            }, target);
        }
        recalls.paths().stream().filter(path -> !Files.exists(results.resolve(path)))
            .forEach(path -> log.println("tester: " + RecallList.NAME + " names " + path + ", which does not exist"));
        log.println("tester: " + archive.files() + " results counted, " + leftOut + " left out, " + recalled
            + " recalled");
    }

    /** Writes the files for a web server. */
    public void writeSite(Path folder) throws IOException {
        SiteFiles.write(archive, Guarantees.load(), results, folder);
        log.println("tester: " + folder + " written from " + archive.files() + " results");
    }

    /**
     * Replaces the table in the project's README.
     *
     * @throws IllegalArgumentException if the README lacks the markers of the table
     */
    public void writeReadme(Path readme) throws IOException {
        write(Markdown.intoPart(page(readme), archive, Guarantees.load()), readme);
    }

    private static String page(Path target) throws IOException {
        try {
            return Files.exists(target) ? Files.readString(target) : "";
        } catch (CharacterCodingException e) {
            throw new IOException(target + " is not UTF-8; no table was written", e);
        }
    }

    private void write(String text, Path target) throws IOException {
        WholeFile.write(text, target);
        log.println("tester: " + target + " written");
    }

    public KnownGranules granules() {
        return KnownGranules.of(archive);
    }

    /** Whether every file was valid or recalled. */
    public boolean complete() {
        return leftOut == 0;
    }

    private void count(Examination examination) {
        // Not converted back to a Path, because in a locale that lacks a character of the name it would not exist.
        String path = below(examination.name()).replace('\\', '/');
        String name = Quoted.name(examination.name());
        String reason = recalls.of(path, examination.file());
        if (reason != null) {
            recalled++;
            log.println("tester: recalled: " + name + ": " + reason);
        } else if (examination.valid()) {
            archive.add(path, submitters.of(examination.file().digest()), examination.file());
        } else {
            leaveOut(examination);
        }
    }

    private void leaveOut(Examination examination) {
        leftOut++;
        log.println("tester: left out: " + Quoted.name(examination.name()) + ": "
            + examination.findings().get(0).line());
    }

    private String below(String name) {
        String folder = results.toString();
        return folder.isEmpty() || !name.startsWith(folder) ? name : name.substring(folder.length())
            .replaceFirst("^[/\\\\]", "");
    }
}
