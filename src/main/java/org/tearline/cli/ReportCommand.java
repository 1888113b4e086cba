// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.tearline.file.ResultFile;
import org.tearline.file.Validator;
import org.tearline.file.WholeFile;
import org.tearline.page.ResultsReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tester report}: all results as tables and a page that people look at. */
@Command(name = "report", mixinStandardHelpOptions = true,
    header = "Make tables and a page of all results, next to the vendors' promises.",
    description = {"", "Only valid files count: they must keep every rule of tester validate, but may be in any"
        + " place. Files named in recalled.txt next to the results folder do not count."
        + " The same files give the same bytes. Makes no network call.", ""},
    exitCodeList = {"0:every file counted", "1:a file is not valid; the report is made from the others",
        "2:wrong usage",
        "4:internal error"})
final class ReportCommand extends Subcommand {
    @Option(names = "--results", paramLabel = "DIR", defaultValue = ResultFile.FOLDER,
        description = "Every .json file below it is read. Default: ${DEFAULT-VALUE}")
    private Path results;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "reports",
        description = "Where README.md, index.html, granules.json, cells.csv or cells.json go; made if it is not there."
            + " Default: ${DEFAULT-VALUE}")
    private Path out;

    @Option(names = "--format", paramLabel = "LIST", split = ",", defaultValue = "md,html,granules",
        description = "md, html, granules (granules.json), csv, json (the cells). Default: ${DEFAULT-VALUE}")
    private List<ResultsReport.Format> formats;

    @Option(names = "--readme", paramLabel = "FILE",
        description = "Make the table of README.md anew instead, between its markers; nothing else is"
            + " written.")
    private Path readme;

    @Option(names = "--site", paramLabel = "DIR",
        description = "Write what a web server needs instead: index.html, the result files that the page links to, and"
            + " in data the cells as JSON and CSV with their schema. What is next to the results goes along:"
            + " cells.parquet, runs.parquet, LICENSE, and ../CITATION.cff.")
    private Path site;

    @Override
    public Integer call() throws IOException {
        PathArgument.folder(spec, "--results ", results, "");
        if (site != null) {
            folder("--site", site);
        } else if (readme == null) {
            folder("--out", out);
            formats.forEach(format -> PathArgument.out(spec, out.resolve(format.file())));
        } else if (!Files.isRegularFile(readme)) {
            throw bad("--readme " + readme + ": there is no such file");
        }
        ResultsReport report = read();
        if (site != null) {
            report.writeSite(site);
        } else if (readme == null) {
            report.write(formats, out);
        } else {
            writeReadme(report);
        }
        return report.complete() ? 0 : 1;
    }

    private void writeReadme(ResultsReport report) throws IOException {
        try {
            report.writeReadme(readme);
        } catch (IllegalArgumentException e) {
            throw bad("--readme " + readme + ": " + e.getMessage(), e);
        }
    }

    private void folder(String option, Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw bad(option + " " + folder + ": is a file, not a folder");
        }
        try {
            // JDK 17 says of a link to a folder that it is there already.
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder);
            }
        } catch (FileSystemException e) {
            throw bad(option + " " + folder + ": cannot make this folder: " + WholeFile.why(e), e);
        }
    }

    private ResultsReport read() throws IOException {
        try {
            ResultsReport report = new ResultsReport(results, stderr);
            report.read(new Validator(Clock.systemUTC()));
            return report;
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage(), e);
        }
    }
}
