// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.tearline.archive.KnownGranules;
import org.tearline.judge.AgentReport;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.Target;
import org.tearline.symptom.Explanation;
import org.tearline.trial.Architecture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tester judge}: judges the agent's findings by the granules of known CPUs, or explains logs. */
@Command(name = "judge",
    header = "Explain what the agent found in a program, and how to fix it.",
    description = {"", "FILE is a JSON report of tearline-agent.jar, or a log. For each measured CPU, the granules of"
        + " its stores and loads decide whether a value tears; the promises of Intel, AMD, Arm and others, whether it"
        + " may. A finding lists the lines of code that access its value or values; shared values that tear come"
        + " first. Says which accesses were watched and which were not.", "", "In a log, it looks for crashes of"
        + " the JVM (hs_err_pid*.log), split locks in the kernel's messages, and exceptions about misaligned accesses,"
        + " and says what they mean and, if known, whether alignment is the cause. The options are for reports. Makes"
        + " no network calls.", ""},
    exitCodeList = {"0:no error was found, and nothing is known to be missing; or a log says whether alignment"
        + " is the cause",
        "1:a shared value tears or may tear on the CPUs given with --for, or an access faults there",
        "2:wrong usage, or a FILE cannot be read", "3:no error was found, but accesses may be missing from the"
        + " reports, as lines with \"missing\" say, or the agent could not tell whether values are shared, for instance"
        + " because plain accesses were not watched; or a log does not say whether alignment is the cause",
        ExitCode.FAILED})
final class JudgeCommand extends Subcommand {
    @Parameters(paramLabel = "FILE", arity = "1..*",
        description = "Reports of the agent, or logs; - is standard input. Several reports of one test run are"
            + " merged.")
    private List<Path> files;

    @Option(names = "--for", paramLabel = "CPUS", description = "Judge for x86, arm or all CPUs, whichever the report"
        + " comes from. On Arm, a misaligned access with a memory order may fault, even if no other thread shares the"
        + " value. Default: the first report's own kind of CPU, or all if it is neither.")
    private Target target;

    @Option(names = "--baseline", paramLabel = "FILE", converter = Converters.OutputFile.class,
        description = "Accept the findings that this JSON file lists with a reason; name those that match nothing any"
            + " more.")
    private Path baseline;

    @Option(names = "--write-baseline", description = "Replace the file of --baseline by all errors and unknown values,"
        + " except those that methods of the JDK access and that it does not list; entries that are still right keep"
        + " their reasons.")
    private boolean write;

    @Option(names = "--json", description = JSON)
    private boolean json;

    @Option(names = "--github", description = "Print only warnings for GitHub. Sources are looked up below the current"
        + " folder.")
    private boolean github;

    @Override
    public Integer call() throws IOException {
        reject(Collections.frequency(files, JudgeInput.STDIN) > 1, "standard input is given twice: give - once");
        reject(json && github, "give --json or --github, not both");
        reject(write && baseline == null, "--write-baseline requires --baseline FILE");
        if (write) {
            requireReplaceable("--baseline " + baseline + ": ", baseline);
        }
        List<JudgeInput> inputs = files.stream().map(JudgeInput::read).toList();
        List<JudgeInput> logs = inputs.stream().filter(JudgeInput::isLog).toList();
        if (logs.size() == inputs.size()) {
            return explain(logs);
        }
        if (!logs.isEmpty()) {
            throw bad(logs.get(0).file() + ": not a report of the agent, as " + files.get(0) + " or another file is;"
                + " give reports or logs, not both");
        }
        return judge(reports(inputs));
    }

    private int judge(List<AgentReport> reports) throws IOException {
        if (target == null) {
            target = Target.of(Architecture.of(reports.get(0).process().architecture()));
        }
        JudgedReport judgement = JudgedReport.of(reports, target, KnownGranules.load().cpus());
        if (write) {
            judgement = new BaselineFile(baseline).replace(judgement);
            BaselineFile.unwritten(judgement).forEach(access -> warn("--write-baseline: not written: " + access
                + ": this entry would accept such an access by any code; make it in a method of your own"));
        } else if (baseline != null) {
            judgement = judgement.with(new BaselineFile(baseline).read());
        }
        print(judgement);
        return switch (judgement.conclusion()) {
            case NO_ERRORS -> ExitCode.NONE_SEEN;
            case ERRORS -> ExitCode.TORN;
            case BLIND -> ExitCode.NO_VERDICT;
        };
    }

    private void print(JudgedReport judgement) throws IOException {
        String accepted = Objects.toString(baseline, null);
        if (json) {
            stdout.println(JudgementJson.print(judgement));
        } else if (github) {
            new GithubText(new SourceFiles(Path.of("")), stdout).print(judgement, accepted);
        } else {
            new JudgementText(wideScreen(), verbose).print(judgement, accepted);
        }
    }

    private List<AgentReport> reports(List<JudgeInput> inputs) {
        List<AgentReport> reports = new ArrayList<>();
        for (JudgeInput input : inputs) {
            AgentReport report = input.report();
            if (reports.contains(report)) {
                throw bad(input.file() + ": the same report as " + files.get(reports.indexOf(report)));
            }
            reports.add(report);
            reject(!report.fromTheSameKindOfMachine(reports.get(0)),
                input.file() + ": from a different kind of machine than " + files.get(0));
        }
        return reports;
    }

    private int explain(List<JudgeInput> logs) {
        reject(json || github || baseline != null || target != null, logs.get(0).file()
            + ": not a report of the agent, for which --json, --github, --baseline and --for are meant");
        int code = ExitCode.NONE_SEEN;
        for (JudgeInput log : logs) {
            List<Explanation> explanations = log.explanations();
            if (explanations.isEmpty()) {
                warn(quoted(log.file()) + ": neither a report of the agent nor a log with a"
                    + " symptom that is known; after a crash, give hs_err_pid*.log or its line that starts with"
                    + " siginfo");
            }
            if (!JudgeInput.isExplained(explanations)) {
                code = ExitCode.NO_VERDICT;
            }
            SymptomText.print(log.file(), explanations, wideScreen());
        }
        return code;
    }
}
