// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.tearline.judge.AgentReport;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.SourceTree;
import org.tearline.merge.SeenIndex;
import org.tearline.promise.Guarantees;
import org.tearline.published.ExportedFile;
import org.tearline.published.ResultPath;
import org.tearline.published.UnreadableExport;
import org.tearline.published.WholeFile;
import org.tearline.report.ResultsReport;
import org.tearline.report.json.JudgementJson;
import org.tearline.report.review.JudgementSarif;
import org.tearline.report.terminal.JudgementText;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tester judge}: what the agent found in a program, beside promises and results. */
@Command(name = "judge", mixinStandardHelpOptions = true,
    header = "Say what the agent's findings in a program mean, and what to do.",
    description = {"", "FILE is the JSON report that tearline-agent.jar wrote. Each site is set beside what Intel, AMD,"
        + " Arm and others promise for its places, and beside what the results saw; those that are shared by threads"
        + " or processes and were seen torn come first. A result is evidence for values of its own width: where none"
        + " is of 2 or 4 bytes, such accesses are judged by promises only. Makes no network call.", ""},
    exitCodeList = {"0:no misaligned value is shared",
        "1:some are, and not every CPU keeps them whole",
        "2:wrong usage, or a FILE is not what it should be", "4:internal error"})
final class JudgeCommand implements Callable<Integer> {
    private static final int NONE_SHARED = 0;
    private static final int SHARED = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*",
        description = "The report of the agent; several of one test run are judged as one.")
    private List<Path> files;

    @Option(names = "--results", paramLabel = "DIR", description = "Every valid .json file below it counts. Default: "
        + ResultPath.ROOT + " if it is there, else the torn and the strong places that this version knows")
    private Path results;

    @Option(names = "--json", defaultValue = "false",
        description = "Print JSON, described by schema/judge.schema.json in the jar. Default: ${DEFAULT-VALUE}")
    private boolean json;

    @Option(names = "--verbose", defaultValue = "false",
        description = "Print the rules, their CPUs and the sources too. Default: ${DEFAULT-VALUE}")
    private boolean verbose;

    @Option(names = "--sarif", paramLabel = "FILE",
        description = "Also write SARIF 2.1.0, which forges show beside the lines of a pull request.")
    private Path sarif;

    @Option(names = "--source", paramLabel = "DIR", defaultValue = ".",
        description = "SARIF names the files of sources below it. Default: the current folder")
    private Path source;

    private final PrintStream out;
    private final PrintStream err;

    JudgeCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        if (results != null) {
            PathArgument.folder(spec, "--results ", results, "");
        }
        PathArgument.folder(spec, "--source ", source, "");
        AgentReport report = report();
        JudgedReport judgement = judge(report);
        if (sarif != null) {
            WholeFile.write(JudgementSarif.text(judgement, SourceTree.below(source)) + "\n", sarif);
        }
        if (json) {
            out.println(JudgementJson.text(judgement));
        } else {
            new JudgementText(out, verbose).print(judgement);
        }
        return judgement.anyShared() ? SHARED : NONE_SHARED;
    }

    private AgentReport report() throws IOException {
        List<AgentReport> reports = new ArrayList<>();
        for (Path file : files) {
            PathArgument.file(spec, file);
            try {
                reports.add(AgentReport.parse(ExportedFile.bytes(file, AgentReport.MAX_BYTES)));
                reports.set(0, AgentReport.merged(reports));
                reports.subList(1, reports.size()).clear();
            } catch (UnreadableExport e) {
                throw new ParameterException(spec.commandLine(), file + ": not a report of the agent: "
                    + e.getMessage());
            }
        }
        return reports.get(0);
    }

    private JudgedReport judge(AgentReport report) throws IOException {
        Path folder = results == null ? Path.of(ResultPath.ROOT) : results;
        if (!Files.isDirectory(folder)) {
            SeenIndex index = SeenIndex.load();
            err.println("tester: beside the results that this version knows, up to " + index.date()
                + "; --results DIR takes others");
            return JudgedReport.of(report, index.files(), index.cpus(), Guarantees.load());
        }
        ResultsReport all;
        try {
            all = new ResultsReport(folder, new PrintStream(OutputStream.nullOutputStream()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        all.read(new Validator(Clock.systemUTC()));
        if (!all.complete()) {
            err.println("tester: not every file below " + folder + " is valid; tester validate FILE tells why");
        }
        return JudgedReport.of(report, all.files(), all.cpus(), Guarantees.load());
    }
}
