// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.tearline.published.FolderArgument;
import org.tearline.published.Quoted;
import org.tearline.published.ResultPath;
import org.tearline.report.terminal.SubmissionText;
import org.tearline.submission.ArchivedFile;
import org.tearline.submission.Examination;
import org.tearline.submission.Finding;
import org.tearline.submission.ValidationRule;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tester submit}: puts a valid result file into its place and says how to send it. */
@Command(name = "submit", mixinStandardHelpOptions = true,
    header = "Put a result file into its computed place and print the commands that send it.",
    description = {"", "Validates the file first. Makes no network call: nothing leaves this machine until you run the"
        + " printed commands. tester show --fields FILE prints everything that would be published.", ""},
    exitCodeList = {"0:the file is in its place", "1:the file is not valid, or another one has its place",
        "2:wrong usage", "4:internal error"})
final class SubmitCommand implements Callable<Integer> {
    private static final int PLACED = 0;
    private static final int NOT_PLACED = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The result file that a sweep wrote.")
    private Path file;

    @Option(names = "--results", paramLabel = "DIR", defaultValue = ResultPath.ROOT,
        description = "The folder of all results in your clone of the project. Default: ${DEFAULT-VALUE}")
    private Path results;

    @Option(names = "--submitter", paramLabel = "HANDLE", converter = Converters.Handle.class,
        description = "Publish the result under this handle, such as your account's name: all runs with the same handle"
            + " count as one vote. FILE itself is not changed. Default: the result is anonymous.")
    private String submitter;

    private final PrintStream out;
    private final PrintStream err;

    SubmitCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        PathArgument.file(spec, file);
        PathArgument.folder(spec, "--results ", results, "; clone the project with git, and submit in the clone or"
            + " name its " + ResultPath.ROOT);
        Examination examination = new Validator(Clock.systemUTC()).examine(file.toString(), file)
            .submittedBy(submitter);
        // The layout is the one thing that putting the file into its place fixes.

        List<Finding> faults = examination.findings().stream()
            .filter(finding -> finding.rule() != ValidationRule.LAYOUT).toList();
        if (!faults.isEmpty()) {
            faults.forEach(finding -> err.println("tester: " + Quoted.name(examination.name())
                + ": " + finding.line()));
            return NOT_PLACED;
        }
        examination.notes().forEach(note -> err.println("tester: " + note));
        try {
            Path archive = FolderArgument.itself(results);
            ArchivedFile placed = ArchivedFile.put(examination.file(), archive);
            err.println("tester: " + Quoted.name(placed.target().toString())
                + (placed.fresh() ? " written" : " exists already"));
            SubmissionText.print(examination.file(), placed, archive, out);
            return PLACED;
        } catch (IOException e) {
            err.println("tester: " + e.getMessage());
            return NOT_PLACED;
        }
    }
}
