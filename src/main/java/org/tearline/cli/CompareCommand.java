// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.tearline.merge.Comparison;
import org.tearline.merge.Difference;
import org.tearline.merge.Merge;
import org.tearline.merge.MergedCpu;
import org.tearline.published.Kind;
import org.tearline.published.Quoted;
import org.tearline.report.json.CompareJson;
import org.tearline.report.terminal.CompareText;
import org.tearline.submission.Examination;
import org.tearline.submission.RecallList;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tester compare}: two result files side by side, the differences first. */
@Command(name = "compare", mixinStandardHelpOptions = true,
    header = "Compare two result files: two CPUs, or two runs on one.",
    description = {"", "Offset by offset of every write and read: what one saw torn and the other did not comes first,"
        + " then what only one has an answer to. What both agree on is counted. The report's page compares in the same"
        + " way.",
        ""},
    exitCodeList = {"0:no answer of the one contradicts the other", "1:they differ", "2:wrong usage",
        "3:a file is not valid: tester validate FILE tells why", "4:internal error"})
final class CompareCommand implements Callable<Integer> {
    private static final int ALIKE = 0;
    private static final int DIFFERENT = 1;
    private static final int INVALID = 3;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "A result file that a sweep wrote.")
    private Path first;

    @Parameters(index = "1", paramLabel = "B", description = "Another one.")
    private Path second;

    @Option(names = "--all", defaultValue = "false",
        description = "List what both agree on, too, and what neither has an answer to; JSON always has them."
            + " Default: ${DEFAULT-VALUE}")
    private boolean all;

    @Option(names = "--json", defaultValue = "false",
        description = "Print JSON, described by schema/compare.schema.json in the jar. Default: ${DEFAULT-VALUE}")
    private boolean json;

    private final PrintStream out;
    private final PrintStream err;

    CompareCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        MergedCpu a = cpu(first);
        MergedCpu b = cpu(second);
        if (a == null || b == null) {
            return INVALID;
        }
        Comparison comparison = Comparison.of(a, b);
        if (json) {
            out.println(CompareJson.text(comparison));
        } else {
            new CompareText(out, all).print(comparison);
        }
        return comparison.count(Difference.DIFFERENT) == 0 ? ALIKE : DIFFERENT;
    }

    /** Returns what a file says of its CPU, or null and a line that says why not. */
    private MergedCpu cpu(Path file) throws IOException {
        PathArgument.file(spec, file);
        Examination examination = new Validator(Clock.systemUTC()).examine(file.toString(), file);
        String reason = recall(file, examination);
        if (reason != null) {
            err.println("tester: " + Quoted.name(file.toString()) + ": recalled: " + Quoted.of(reason));
        }
        if (!examination.valid()) {
            err.println("tester: " + Quoted.name(file.toString()) + ": " + examination.findings().get(0).line());
            return null;
        }
        if (examination.file().kind() == Kind.COSTS) {
            throw new ParameterException(spec.commandLine(), Quoted.name(file.toString())
                + ": a result of kind costs has no tears to compare; tester report shows it, tester show prints it");
        }
        return Merge.alone(Quoted.name(file.getFileName().toString()), examination.file());
    }

    /** Returns why the list beside the file's results folder recalls it; null if it does not, or there is no list. */
    private String recall(Path file, Examination examination) throws IOException {
        try {
            return RecallList.of(file, examination.file());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}
