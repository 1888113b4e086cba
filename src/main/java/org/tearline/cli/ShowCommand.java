// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.tearline.archive.Batch;
import org.tearline.cli.text.CompareText;
import org.tearline.cli.text.FindingText;
import org.tearline.cli.text.ResultFileText;
import org.tearline.cli.text.StrengthText;
import org.tearline.file.Examination;
import org.tearline.file.Examination.UnreadableFile;
import org.tearline.file.Quoted;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.Validator;
import org.tearline.page.HtmlPage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tester show}: what a result file found, everything that it publishes, or how two files differ. */
@Command(name = "show", mixinStandardHelpOptions = true,
    header = "Print what a result file found; of two files, how they differ.",
    description = {"", "Prints the granules that follow from the file and what was counted at each boundary. What"
        + " --fields does not print is not published. A file that is not valid has no finding; tester validate FILE"
        + " tells why. Two files are compared cell by cell: what both agree on is counted, and where only one of them"
        + " tore is named. --published compares with what is published of the file's CPU.", ""},
    exitCodeList = {"0:printed", "1:not readable as a result file", "2:wrong usage", "4:internal error"})
final class ShowCommand extends Subcommand {
    @Parameters(arity = "1..2", paramLabel = "FILE", description = "A result file that a sweep wrote, or two.")
    private List<Path> files;

    @Option(names = "--fields", description = "Print every field that is published, why it is collected, and what"
        + " the negative results of each series are worth.")
    private boolean fields;

    @Option(names = "--html", description = "Write the page of a valid result again, as the sweep left it beside its"
        + " file: result.json gets result.html. Prints nothing else unless --fields is given.")
    private boolean html;

    @Option(names = "--published", paramLabel = "DIR", arity = "0..1", fallbackValue = "reports/results", description =
        "Compare one file with the valid ones of its CPU below this folder. Without a folder: ${FALLBACK-VALUE}")
    private Path published;

    @Override
    public Integer call() throws IOException {
        for (Path file : files) {
            PathArgument.file(spec, file);
        }
        if (files.size() == 1 && published == null) {
            return show(files.get(0));
        }
        if (fields || html || files.size() == 2 && published != null) {
            throw bad("--fields, --html and --published are for one file, and"
                + " --published goes without the others");
        }
        ResultFile first = valid(files.get(0));
        if (first == null) {
            return 1;
        }
        List<ResultFile> others = published == null ? Stream.ofNullable(valid(files.get(1))).toList()
            : published(first);
        if (!others.isEmpty()) {
            CompareText.print(first, others, Terminal.stdout(stdout));
        }
        return others.isEmpty() ? 1 : 0;
    }

    /** The valid files of the same CPU, without this one. */
    private List<ResultFile> published(ResultFile file) throws IOException {
        PathArgument.folder(spec, "--published ", published, "");
        String key = file.environment().cpu().key();
        List<ResultFile> same = new ArrayList<>();
        new Batch(new Validator(Clock.systemUTC())).files(Batch.below(published),
            examination -> {
                ResultFile other = examination.valid() ? examination.file() : null;
                if (other != null && key.equals(other.environment().cpu().key())
                    && !other.digest().equals(file.digest())) {
                    same.add(other);
                }
            });
        if (same.isEmpty()) {
            stderr.println("tester: no other valid file of " + key + " below " + published);
        }
        return same;
    }

    /** Prints why the file is not valid, and returns null, if it is not. */
    private ResultFile valid(Path file) throws IOException {
        Examination examination = new Validator(Clock.systemUTC()).examine(file.toString(), file);
        if (!examination.valid()) {
            stderr.println("tester: " + Quoted.name(file.toString()) + ": " + examination.findings().get(0).line());
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
                new ResultFileText(stdout).print(tree, bytes.length);
                stdout.println();
            }
            if (valid) {
                print(ResultText.file(tree), file);
            } else {
                stderr.println("tester: " + Quoted.name(file.toString())
                    + " is not valid, so nothing is said about what it is worth"
                    + (html ? " and no page is written" : "") + "; tester validate tells why");
            }
            return 0;
        } catch (UnreadableFile e) {
            stderr.println("tester: " + Quoted.name(file.toString()) + ": " + e.getMessage());
            return 1;
        }
    }

    private void print(ResultFile result, Path file) throws IOException {
        if (fields) {
            StrengthText.print(result, stdout);
        } else if (!html) {
            FindingText.print(result, Terminal.stdout(stdout));
        }
        if (html) {
            stderr.println("tester: page: " + HtmlPage.write(result, file));
        }
    }
}
