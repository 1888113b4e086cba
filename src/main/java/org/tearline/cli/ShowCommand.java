// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.tearline.published.Kind;
import org.tearline.published.Quoted;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.UnreadableResult;
import org.tearline.report.CostsText;
import org.tearline.report.ResultFileText;
import org.tearline.report.StrengthText;
import org.tearline.report.page.RunPage;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code tester show}: everything that a result file publishes, with why each is collected. */
@Command(name = "show", sortOptions = false, mixinStandardHelpOptions = true,
    header = "Print every field of a result file, with why it is collected.",
    description = {"", "What is not printed is not published. The file need not be valid; tester validate FILE checks"
        + " that. For a valid file, what the silences of each series are worth is printed too,"
        + " or for a file of costs its tables.",
        ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:printed", "1:not readable as a result file", "2:wrong usage", "4:internal error"})
final class ShowCommand implements Callable<Integer> {
    private static final int PRINTED = 0;
    private static final int UNREADABLE = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The result file that a sweep wrote.")
    private Path file;

    @Option(names = "--brief", description = "Leave the fields out: only what the silences are worth, or the tables"
        + " of costs.")
    private boolean brief;

    @Option(names = "--html", description = "Write the page of a valid result again, as the sweep left it beside its"
        + " file: result.json gets result.html.")
    private boolean html;

    private final PrintStream out;
    private final PrintStream err;

    ShowCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        ResultFileArgument.check(spec, file);
        try {
            byte[] bytes = ResultText.bytes(file);
            JsonNode tree = ResultText.parse(bytes);
            ResultText.requireResult(tree);
            ResultText.requireVersion(tree);
            if (!brief) {
                new ResultFileText(out).print(tree, bytes.length);
            }
            if (new Validator(Clock.systemUTC()).examine(file.toString(), file).valid()) {
                ResultFile result = ResultText.file(tree);
                if (result.kind() == Kind.COSTS) {
                    new CostsText(out).print(result);
                } else {
                    if (!brief) {
                        out.println();
                    }
                    new StrengthText(out).print(result);
                }
                if (html) {
                    err.println("tester: page: " + RunPage.write(result, file));
                }
            } else {
                out.println("The file is not valid, so nothing is said about what it is worth"
                    + (html ? " and no page is written" : "") + "; tester validate tells why.");
            }
            return PRINTED;
        } catch (UnreadableResult e) {
            err.println("tester: " + Quoted.name(file.toString()) + ": " + e.getMessage());
            return UNREADABLE;
        }
    }
}
