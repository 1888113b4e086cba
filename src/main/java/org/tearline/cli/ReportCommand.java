package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.tearline.published.ResultPath;
import org.tearline.published.WholeFile;
import org.tearline.report.ResultsReport;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tester report}: all results as tables and a page that people look at. */
@Command(name = "report", sortOptions = false, mixinStandardHelpOptions = true,
    header = "Make tables and a page of all results, next to the vendors' promises.",
    description = {"", "Only valid files count: they must keep every rule of tester validate, but may be in any"
        + " place. Files named in recalled.txt next to the results folder do not count. The same"
        + " files give the same bytes. Makes no network call.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:every file counted", "1:a file is not valid; the report is made from the others",
        "2:wrong usage",
        "4:internal error"})
final class ReportCommand implements Callable<Integer> {
    private static final int ALL_COUNTED = 0;
    private static final int SOME_LEFT_OUT = 1;

    @Spec
    private CommandSpec spec;

    @Option(names = "--results", paramLabel = "DIR", defaultValue = ResultPath.ROOT,
        description = "Every .json file below it is read. Default: ${DEFAULT-VALUE}")
    private Path results;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "reports",
        description = "Where README.md, index.html, cells.csv or cells.json go; made if it is not there."
            + " Default: ${DEFAULT-VALUE}")
    private Path out;

    @Option(names = "--format", paramLabel = "LIST", split = ",", defaultValue = "md,html",
        description = "md, html, csv, json. Default: ${DEFAULT-VALUE}")
    private List<ResultsReport.Format> formats;

    private final PrintStream stderr;

    ReportCommand(PrintStream stderr) {
        this.stderr = stderr;
    }

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(results)) {
            throw new ParameterException(spec.commandLine(), "--results " + results + ": there is no such folder");
        }
        if (Files.exists(out) && !Files.isDirectory(out)) {
            throw new ParameterException(spec.commandLine(), "--out " + out + ": is a file, not a folder");
        }
        try {
            Files.createDirectories(out);
        } catch (FileSystemException e) {
            throw new ParameterException(spec.commandLine(), "--out " + out + ": cannot make this folder: "
                + WholeFile.why(e), e);
        }
        formats.forEach(format -> OutputFile.check(spec, out.resolve(format.file())));
        ResultsReport report;
        try {
            report = new ResultsReport(results, stderr);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        report.read(new Validator(Clock.systemUTC()));
        report.write(formats, out);
        return report.complete() ? ALL_COUNTED : SOME_LEFT_OUT;
    }
}
