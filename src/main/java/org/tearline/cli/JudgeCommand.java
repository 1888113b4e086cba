// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tearline.archive.KnownGranules;
import org.tearline.cli.text.JudgementText;
import org.tearline.cli.text.Screen.Terminal;
import org.tearline.file.Examination.UnreadableFile;
import org.tearline.judge.AgentReport;
import org.tearline.judge.JudgedReport;
import org.tearline.promise.Guarantees;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tester judge}: judges the agent's findings, based on the granules of known CPUs. */
@Command(name = "judge", mixinStandardHelpOptions = true,
    header = "Explain what the agent found in a program, and how to fix it.",
    description = {"", "FILE is a JSON report of tearline-agent.jar. For each measured CPU, the granules of its stores"
        + " and loads decide whether a value tears. The promises of Intel, AMD, Arm and others are shown for"
        + " comparison. Each value is one finding that lists all lines of code that access it; shared values that tear"
        + " come first. Makes no network calls.", ""},
    exitCodeList = {"0:no shared value can tear on any CPU", "1:a shared value tears or may tear",
        "2:wrong usage, or a FILE is not a report", "4:internal error"})
final class JudgeCommand extends Subcommand {
    @Parameters(paramLabel = "FILE", arity = "1..*",
        description = "Reports of the agent. Several reports of one test run are merged.")
    private List<Path> files;

    @Override
    public Integer call() throws IOException {
        JudgedReport judgement = JudgedReport.of(reports(), KnownGranules.load().cpus(), Guarantees.load());
        new JudgementText(Terminal.stdout(stdout), verbose).print(judgement);
        return judgement.anyError() ? 1 : 0;
    }

    private List<AgentReport> reports() throws IOException {
        List<AgentReport> reports = new ArrayList<>();
        for (Path file : files) {
            requireFile(file);
            try {
                reports.add(AgentReport.read(file));
            } catch (UnreadableFile e) {
                throw bad(file + ": not a report of the agent: " + e.getMessage());
            }
            if (!reports.get(reports.size() - 1).fromTheSameKindOfMachine(reports.get(0))) {
                throw bad(file + ": from a different kind of machine than " + files.get(0));
            }
        }
        return reports;
    }
}
