package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.tearline.platform.Machine;
import org.tearline.published.Kind;
import org.tearline.published.ResultText;
import org.tearline.published.TesterBuild;
import org.tearline.published.UnreadableExport;
import org.tearline.published.UnreadableResult;
import org.tearline.published.jcstress.JcstressImport;
import org.tearline.report.SubmissionText;
import org.tearline.submission.Examination;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tester import-jcstress}: what the independent witness saw, as a result file. */
@Command(name = "import-jcstress", sortOptions = false, mixinStandardHelpOptions = true,
    header = "Turn what the jcstress tests saw into a result file.",
    description = {"", "scripts/jcstress leaves a results.json in its folder. Import it on the machine that made it,"
        + " before its kernel is changed: the file does not name its CPU, so the facts of this machine are added. The"
        + " result is of kind jcstress, and reports show it next to the tester's own.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:the result file is written", "2:wrong usage, or FILE cannot become a valid result file",
        "4:internal error"})
final class ImportJcstressCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The results.json that scripts/jcstress left.")
    private Path file;

    @Option(names = "--out", paramLabel = "FILE", defaultValue = "tearline-jcstress.json",
        description = "The result file; only another one of kind jcstress is replaced. Default: ${DEFAULT-VALUE}")
    private Path out;

    private final PrintStream err;

    ImportJcstressCommand(PrintStream err) {
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        ResultFileArgument.check(spec, file);
        boolean replaces = checkTarget();
        JcstressImport imported;
        try {
            imported = JcstressImport.of(file, Machine.live(), TesterBuild.running());
        } catch (UnreadableExport e) {
            throw refused(e.getMessage());
        }
        Examination examination = new Validator(Clock.systemUTC()).examine(out.toString(),
            ResultText.stored(imported.result()));
        if (!examination.valid()) {
            throw refused("it does not make a valid result file: " + examination.findings().get(0).line());
        }
        ResultText.write(imported.result(), out);
        if (!imported.leftOut().isEmpty()) {
            err.println("tester: " + file + imported.leftOut());
        }
        err.println("result: " + out + (replaces ? ", replaced" : "") + " " + SubmissionText.whatNext(out));
        return 0;
    }

    /** Whether there is a result to be replaced; anything else that stands there is not ours to overwrite. */
    private boolean checkTarget() throws IOException {
        Path folder = out.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new ParameterException(spec.commandLine(), "--out " + out + ": there is no such folder");
        }
        if (!Files.isWritable(folder)) {
            throw new ParameterException(spec.commandLine(), "--out " + out + ": the folder cannot be written to");
        }
        if (Files.notExists(out)) {
            return false;
        }
        try {
            if (ResultText.read(out).kind() == Kind.JCSTRESS) {
                return true;
            }
        } catch (UnreadableResult e) {
            // Said below: whatever it is, it is no result of jcstress.
        }
        throw new ParameterException(spec.commandLine(), "--out " + out
            + ": exists already and is not a result of kind jcstress");
    }

    private ParameterException refused(String why) {
        return new ParameterException(spec.commandLine(), file + ": " + why);
    }
}
