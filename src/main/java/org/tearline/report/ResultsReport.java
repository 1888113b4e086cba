// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.tearline.archive.Archive;
import org.tearline.archive.KnownGranules;
import org.tearline.archive.Submitters;
import org.tearline.merge.Merge;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.SeenIndex;
import org.tearline.promise.Guarantees;
import org.tearline.published.Quoted;
import org.tearline.published.WholeFile;
import org.tearline.report.page.CellTable;
import org.tearline.report.page.HtmlPage;
import org.tearline.report.page.Markdown;
import org.tearline.report.page.ReadmeTables;
import org.tearline.report.page.SiteFiles;
import org.tearline.submission.Batch;
import org.tearline.submission.Examination;
import org.tearline.submission.RecallList;
import org.tearline.submission.Validator;

/** All results below a folder as tables and a page, with a line for each that does not count. Not thread-safe. */
public final class ResultsReport {
    private final Path results;
    private final RecallList recalls;
    private final PrintStream log;
    private final Submitters submitters;
    private final Merge merge = new Merge();
    private final Archive archive = new Archive();
    private int leftOut;
    private int recalled;

    /** Names what can be written. */
    public enum Format {
        MD, HTML, GRANULES, CSV, JSON;

        /** Returns the name of the file that it is written to. */
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
     * Opens a folder; nothing but the list of recalls beside it is read yet.
     *
     * @throws IOException              if the list cannot be read
     * @throws IllegalArgumentException if the list cannot be understood
     */
    public ResultsReport(Path results, PrintStream log) throws IOException {
        this.results = results;
        this.log = log;
        this.recalls = RecallList.beside(results);
        this.submitters = Submitters.beside(results);
        if (submitters.isOwn()) {
            log.println("tester: no " + Submitters.NAME + " beside " + results + ": all files count as your own voice");
        }
    }

    /** Reads and judges every .json file of the folder. */
    public void read(Validator validator) throws IOException {
        new Batch(validator).files(Batch.below(results), this::count);
    }

    /** Writes what is asked for of all that counts, and then what does not count. */
    public void write(List<Format> formats, Path folder) throws IOException {
        Guarantees guarantees = Guarantees.load();
        for (Format format : formats) {
            Path target = folder.resolve(format.file());
            write(switch (format) {
                case MD -> Markdown.into(page(target), Markdown.text(merge, guarantees));
                case HTML -> HtmlPage.text(merge, guarantees);
                case GRANULES -> KnownGranules.of(archive).json();
                case CSV -> CellTable.csv(merge, guarantees);
                case JSON -> CellTable.json(merge, guarantees);
            }, target);
        }
        recalls.paths().stream().filter(path -> !Files.exists(results.resolve(path)))
            .forEach(path -> log.println("tester: " + RecallList.NAME + " names " + path + ", which is not there"));
        log.println("tester: " + merge.files() + " results counted, " + leftOut + " left out, " + recalled
            + " recalled");
    }

    /** Writes what a web server needs, of all that counts. */
    public void writeSite(Path folder) throws IOException {
        SiteFiles.write(merge, KnownGranules.of(archive), Guarantees.load(), results, folder);
        log.println("tester: " + folder + " written, from " + merge.files() + " results");
    }

    /**
     * Makes the generated parts of the project's README anew.
     *
     * @throws IllegalArgumentException if it has none, or one without its end
     */
    public void writeReadme(Path readme) throws IOException {
        String link = readme.toAbsolutePath().normalize().getParent().relativize(results.toAbsolutePath().normalize())
            .toString().replace(File.separatorChar, '/');
        write(ReadmeTables.into(page(readme), merge, link), readme);
    }

    private static String page(Path target) throws IOException {
        try {
            return Files.exists(target) ? Files.readString(target) : "";
        } catch (CharacterCodingException e) {
            throw new IOException(target + " is there and is not UTF-8, so no table is put into it", e);
        }
    }

    private void write(String text, Path target) throws IOException {
        WholeFile.write(text, target);
        log.println("tester: " + target + " written");
    }

    /** Returns the index of torn and strong cells that the jar carries. */
    String index() {
        return SeenIndex.text(merge);
    }

    /** Returns what all files that count say, CPU model by CPU model. */
    public List<MergedCpu> cpus() {
        return merge.cpus();
    }

    /** Returns how many files count. */
    public int files() {
        return merge.files();
    }

    /** Returns whether every file was valid or is recalled. */
    public boolean complete() {
        return leftOut == 0;
    }

    private void count(Examination examination) {
        // No path again: what a locale without the letters of a name made of it names no file.
        String path = below(examination.name()).replace('\\', '/');
        String name = Quoted.name(examination.name());
        String reason = recalls.of(path, examination.file());
        if (reason != null) {
            recalled++;
            log.println("tester: recalled: " + name + ": " + reason);
        } else if (examination.valid()) {
            merge.add(path, examination.file());
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
