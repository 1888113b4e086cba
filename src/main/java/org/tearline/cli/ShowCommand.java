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
import org.tearline.report.page.RunPage;
import org.tearline.report.terminal.CostsFindingText;
import org.tearline.report.terminal.CostsText;
import org.tearline.report.terminal.ResultFileText;
import org.tearline.report.terminal.StrengthText;
import org.tearline.report.terminal.SweepText;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code tester show}: prints what a result file found, or everything that it publishes. */
@Command(name = "show", mixinStandardHelpOptions = true,
    header = "Print what a result file found; with --fields everything that it publishes.",
    description = {"", "Prints the finding and a table of the classes of writes and reads by place, or what a file of"
        + " costs comes to. What --fields does not print is not published. A file that is not valid has no finding;"
        + " tester validate FILE tells why.",
        ""},
    exitCodeList = {"0:printed", "1:not readable as a result file", "2:wrong usage", "4:internal error"})
final class ShowCommand implements Callable<Integer> {
    private static final int PRINTED = 0;
    private static final int UNREADABLE = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The result file that a sweep wrote.")
    private Path file;

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
        PathArgument.file(spec, file);
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
                print(ResultText.file(tree));
            } else {
                err.println("tester: " + Quoted.name(file.toString()) + " is not valid, so nothing is said about what"
                    + " it is worth" + (html ? " and no page is written" : "") + "; tester validate tells why");
            }
            return PRINTED;
        } catch (UnreadableResult e) {
            err.println("tester: " + Quoted.name(file.toString()) + ": " + e.getMessage());
            return UNREADABLE;
        }
    }

    private void print(ResultFile result) throws IOException {
        boolean costs = result.kind() == Kind.COSTS;
        if (costs && fields) {
            new CostsText(out).print(result);
        } else if (fields) {
            new StrengthText(out).print(result);
        } else if (costs && !html) {
            new CostsFindingText(out, Terminal.stdout()).print(result, file.toString());
        } else if (!html) {
            new SweepText(out, Terminal.stdout()).printFinding(result, file.toString());
        }
        if (html) {
            err.println("tester: page: " + RunPage.write(result, file));
        }
    }
}
