// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tearline.archive.KnownGranules;
import org.tearline.cli.json.JudgementJson;
import org.tearline.cli.json.JudgementSarif;
import org.tearline.cli.text.JudgementText;
import org.tearline.file.Examination.UnreadableFile;
import org.tearline.file.WholeFile;
import org.tearline.judge.AgentReport;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.SourceTree;
import org.tearline.promise.Guarantees;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tester judge}: what the agent found in a program, by the granules of CPUs. */
@Command(name = "judge", mixinStandardHelpOptions = true,
    header = "Say what the agent's findings in a program mean, and what to do.",
    description = {"", "FILE is the JSON report that tearline-agent.jar wrote. On every CPU that was measured a value"
        + " is torn or whole by the granules of its stores and loads; beside it stands what Intel, AMD, Arm and others"
        + " promise. A value is one finding, with all lines of code that access it; shared ones that tear come first."
        + " Makes no network call.", ""},
    exitCodeList = {"0:no value is shared that a CPU may tear",
        "1:some are",
        "2:wrong usage, or a FILE is not what it should be", "4:internal error"})
final class JudgeCommand extends Subcommand {
    @Parameters(paramLabel = "FILE", arity = "1..*",
        description = "The report of the agent; several of one test run are judged as one.")
    private List<Path> files;

    @Option(names = "--json", defaultValue = "false",
        description = "Print JSON, described by schema/judge.schema.json in the jar. Default: ${DEFAULT-VALUE}")
    private boolean json;

    @Option(names = "--verbose", defaultValue = "false",
        description = "Print every CPU and the rules too. Default: ${DEFAULT-VALUE}")
    private boolean verbose;

    @Option(names = "--sarif", paramLabel = "FILE",
        description = "Also write SARIF 2.1.0, which forges show beside the lines of a pull request.")
    private Path sarif;

    @Option(names = "--source", paramLabel = "DIR", defaultValue = ".",
        description = "SARIF names the files of sources below it. Default: the current folder")
    private Path source;

    @Override
    public Integer call() throws IOException {
        PathArgument.folder(spec, "--source ", source, "");
        JudgedReport judgement = JudgedReport.of(report(), KnownGranules.load().cpus(), Guarantees.load());
        if (sarif != null) {
            WholeFile.write(JudgementSarif.text(judgement, SourceTree.below(source)) + "\n", sarif);
        }
        if (json) {
            JudgementJson.print(judgement, stdout);
        } else {
            new JudgementText(Terminal.stdout(stdout), verbose).print(judgement);
        }
        return judgement.anyError() ? 1 : 0;
    }

    private AgentReport report() throws IOException {
        List<AgentReport> reports = new ArrayList<>();
        for (Path file : files) {
            PathArgument.file(spec, file);
            try {
                reports.add(AgentReport.read(file));
                reports.set(0, AgentReport.merged(reports));
                reports.subList(1, reports.size()).clear();
            } catch (UnreadableFile e) {
                throw bad(file + ": not a report of the agent: " + e.getMessage());
            }
        }
        return reports.get(0);
    }
}
