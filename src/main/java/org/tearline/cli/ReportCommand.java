// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.tearline.ask.Questions;
import org.tearline.cli.text.LiveLine;
import org.tearline.file.AtomicFile;
import org.tearline.file.ResultFile;
import org.tearline.report.ResultsReport.Format;
import org.tearline.report.ResultsReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tester report}: renders all results as tables and a web page. */
@Command(name = "report",
    header = "Render all results as tables and a web page, next to the vendors' promises.",
    description = {"", "Includes the files that pass tester validate, except copies and those named in"
        + " recalled.txt next to the results folder. The output is reproducible. Makes no network calls.", ""},
    exitCodeList = {"0:every file is valid or recalled", "1:a file is not valid; the report contains the others",
        "2:wrong usage", ExitCode.FAILED})
final class ReportCommand extends Subcommand {
    @Spec
    private CommandSpec spec;

    @Option(names = "--results", paramLabel = "DIR", defaultValue = ResultFile.FOLDER,
        description = "Folder to search for .json files, at any depth. Default: ${DEFAULT-VALUE}")
    private Path results;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "reports",
        description = "Folder for the files; created if missing. Default: ${DEFAULT-VALUE}")
    private Path out;

    @Option(names = "--format", paramLabel = "LIST", split = ",", defaultValue = "md,html,granules",
        description = "Files to write: md (README.md), html (index.html), granules (granules.json), csv and json (the"
            + " data set: cells and runs). Default: ${DEFAULT-VALUE}")
    private Set<Format> formats;

    @Option(names = "--readme", paramLabel = "FILE",
        description = "Instead of the report, update the tables and facts between the markers in this file.")
    private Path readme;

    @Option(names = "--site", paramLabel = "DIR",
        description = "Instead of the report, write a folder for a web server: index.html, the result files it links"
            + " to, and in data/ the granules, cells and runs as JSON and CSV with their schemas. Also copy"
            + " cells.parquet, runs.parquet and LICENSE from the parent of the results folder, and CITATION.cff from"
            + " its parent.")
    private Path site;

    @Override
    public Integer call() throws IOException {
        requireFolder("--results", results);
        List<String> given = spec.commandLine().getParseResult().matchedOptionsSet().stream()
            .map(OptionSpec::longestName)
            .filter(Set.of("--site", "--readme", "--out", "--format")::contains)
            .toList();
        boolean instead = site != null || readme != null;
        reject(instead && given.size() > 1, String.join(" or ", given) + ": give one of them");
        requireWritableOutput();
        LiveLine live = liveLine();
        try {
            ResultsReport report = read(live);
            if (site != null) {
                report.writeSite(site);
            } else if (readme != null) {
                writeReadme(report);
            } else {
                report.write(formats, out);
            }
            if (report.complete()) {
                return 0;
            }
            return 1;
        } finally {
            live.clear();
        }
    }

    /** Checks, before the results are read, whether the output can be written. */
    private void requireWritableOutput() throws IOException {
        if (site != null) {
            Path absolute = site.toAbsolutePath().normalize();
            if (Files.exists(site)) {
                absolute = site.toRealPath();
            }
            // A site has copies of the results, which the next report would read.
            reject(absolute.startsWith(results.toRealPath()),
                "--site " + site + ": lies in the results folder, which holds results only");
            makeFolder("--site", site);
            requireOwnPage("--site", site);
        } else if (readme != null) {
            reject(!Files.isRegularFile(readme), "--readme " + readme + ": no such file");
            requireReplaceable("--readme " + readme + ": ", readme);
        } else {
            makeFolder("--out", out);
            formats.stream().flatMap(format -> format.files().stream()).map(out::resolve)
                .forEach(file -> requireReplaceable("--out " + file + ": ", file));
            if (formats.contains(Format.HTML)) {
                requireOwnPage("--out", out);
            }
        }
    }

    private void writeReadme(ResultsReport report) throws IOException {
        try {
            report.writeReadme(readme);
        } catch (IllegalArgumentException e) {
            throw bad("--readme " + readme + ": " + e.getMessage());
        }
    }

    private void makeFolder(String option, Path folder) throws IOException {
        // In JDK 17, createDirectories fails for a link to a folder.
        if (Files.exists(folder)) {
            requireFolder(option, folder);
            return;
        }
        try {
            Files.createDirectories(folder);
        } catch (FileSystemException e) {
            throw bad(option + " " + folder + ": cannot create this folder: " + AtomicFile.why(e));
        }
    }

    /** Fails if the folder has a page that the tester has not made. */
    private void requireOwnPage(String option, Path folder) throws IOException {
        Path page = folder.resolve("index.html");
        reject(Files.isRegularFile(page)
                && !Questions.isPage(new String(Files.readAllBytes(page), StandardCharsets.UTF_8)),
            option + " " + folder + ": would replace " + page + ", which is no page of results");
    }

    private ResultsReport read(LiveLine live) throws IOException {
        try {
            return new ResultsReport(results, live::note, live::show);
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
    }
}
