// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.tearline.cli.text.CompareText;
import org.tearline.cli.text.FindingText;
import org.tearline.cli.text.ResultFileText;
import org.tearline.cli.text.StrengthText;
import org.tearline.file.Examination;
import org.tearline.file.Quoted;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.UnreadableFile;
import org.tearline.file.Validator;
import org.tearline.page.RunPage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code tester show}: what a result file found, everything that it publishes, or how two files differ. */
@Command(name = "show", mixinStandardHelpOptions = true,
    header = "Print what a result file found; of two files, how they differ.",
    description = {"", "Prints the granules that follow from the file and what was counted at each boundary. What"
        + " --fields does not print is not published. A file that is not valid has no finding; tester validate FILE"
        + " tells why. Two files are compared cell by cell: what both agree on is counted, and where only one of them"
        + " tore is named.", ""},
    exitCodeList = {"0:printed", "1:not readable as a result file", "2:wrong usage", "4:internal error"})
final class ShowCommand implements Callable<Integer> {
    private static final int PRINTED = 0;
    private static final int UNREADABLE = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..2", paramLabel = "FILE", description = "A result file that a sweep wrote, or two.")
    private List<Path> files;

    @Option(names = "--fields", description = "Print every field that is published, why it is collected, and what"
        + " the negative results of each series are worth.")
    private boolean fields;

    @Option(names = "--html", description = "Write the page of a valid result again, as the sweep left it beside its"
        + " file: result.json gets result.html. Prints nothing else unless --fields is given.")
    private boolean html;

    private final PrintStream out;
    private final PrintStream err;

    ShowCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        for (Path file : files) {
            PathArgument.file(spec, file);
        }
        return files.size() == 1 ? show(files.get(0)) : compare(files.get(0), files.get(1));
    }

    private int compare(Path first, Path second) throws IOException {
        if (fields || html) {
            throw new ParameterException(spec.commandLine(), "--fields and --html are for one file");
        }
        ResultFile a = valid(first);
        ResultFile b = valid(second);
        if (a == null || b == null) {
            return UNREADABLE;
        }
        CompareText.print(a, b, out);
        return PRINTED;
    }

    /** Prints why the file is not valid, and returns null, if it is not. */
    private ResultFile valid(Path file) throws IOException {
        Examination examination = new Validator(Clock.systemUTC()).examine(file.toString(), file);
        if (!examination.valid()) {
            err.println("tester: " + Quoted.name(file.toString()) + ": " + examination.findings().get(0).line());
            return null;
        }
        return examination.file();
    }

    private int show(Path file) throws IOException {
        try {
            byte[] bytes = ResultText.bytes(file);
            JsonNode tree = ResultText.parse(bytes);
            ResultText.requireResult(tree);
            ResultText.requireVersion(tree);
            boolean valid = new Validator(Clock.systemUTC()).examine(file.toString(), file).valid();
            if (fields) {
                new ResultFileText(out).print(tree, bytes.length);
                out.println();
            }
            if (valid) {
                print(ResultText.file(tree), file);
            } else {
                err.println("tester: " + Quoted.name(file.toString()) + " is not valid, so nothing is said about what"
                    + " it is worth" + (html ? " and no page is written" : "") + "; tester validate tells why");
            }
            return PRINTED;
        } catch (UnreadableFile e) {
            err.println("tester: " + Quoted.name(file.toString()) + ": " + e.getMessage());
            return UNREADABLE;
        }
    }

    private void print(ResultFile result, Path file) throws IOException {
        if (fields) {
            StrengthText.print(result, out);
        } else if (!html) {
            FindingText.print(result, Terminal.stdout(out));
        }
        if (html) {
            err.println("tester: page: " + RunPage.write(result, file));
        }
    }
}
