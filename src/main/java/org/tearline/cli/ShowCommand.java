// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.tearline.archive.Batch;
import org.tearline.cli.text.FieldsText;
import org.tearline.cli.text.FindingText;
import org.tearline.cli.text.Screen.Terminal;
import org.tearline.file.Examination;
import org.tearline.file.Examination.Quoted;
import org.tearline.file.Examination.UnreadableFile;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.Validator;
import org.tearline.page.HtmlPage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tester show}: prints the findings of a result file, its fields, or the differences between two files. */
@Command(name = "show", mixinStandardHelpOptions = true,
    header = "Print the findings of a result file, or compare two files.",
    description = {"", "Prints the granules derived from the file and the counts at each boundary. An invalid file has"
        + " no findings; tester validate FILE shows why. Two files are compared cell by cell: the output counts the"
        + " cells on which both agree and lists those where only one file has tears. --published compares with the"
        + " published results for the same CPU. --fields prints everything that would be published.", ""},
    exitCodeList = {"0:printed", "1:not readable as a result file", "2:wrong usage", "4:internal error"})
final class ShowCommand extends Subcommand {
    @Parameters(arity = "1..2", paramLabel = "FILE", description = "One or two result files of a sweep.")
    private List<Path> files;

    @Option(names = "--fields", description = "Print every published field and why it is collected.")
    private boolean fields;

    @Option(names = "--html", description = "Write the web page for a valid result next to its file, as the sweep did:"
        + " result.html for result.json. Prints nothing else unless --fields is given.")
    private boolean html;

    @Option(names = "--published", paramLabel = "DIR", arity = "0..1", fallbackValue = "reports/results", description =
        "Compare one file with the valid files for its CPU in this folder. Without a folder: ${FALLBACK-VALUE}")
    private Path published;

    @Override
    public Integer call() throws IOException {
        for (Path file : files) {
            requireFile(file);
        }
        if (files.size() == 1 && published == null) {
            return show(files.get(0));
        }
        if (fields || html || files.size() == 2 && published != null) {
            throw bad("--fields, --html and --published require exactly one file, and --published cannot be combined"
                + " with the other two");
        }
        ResultFile first = valid(files.get(0));
        if (first == null) {
            return 1;
        }
        List<ResultFile> others = published == null ? Stream.ofNullable(valid(files.get(1))).toList()
            : published(first);
        if (!others.isEmpty()) {
            FindingText.compare(first, others, Terminal.stdout(stdout));
        }
        return others.isEmpty() ? 1 : 0;
    }

    /** Returns the other valid files for the same CPU. */
    private List<ResultFile> published(ResultFile file) throws IOException {
        requireFolder("--published", published);
        String key = file.environment().cpu().key();
        List<ResultFile> same = new ArrayList<>();
        new Batch(new Validator(Clock.systemUTC())).files(Batch.below(published),
            examination -> {
                ResultFile other = examination.valid() ? examination.file() : null;
                if (other != null && other.kind() == ResultFile.Kind.SWEEP
                    && key.equals(other.environment().cpu().key()) && !other.digest().equals(file.digest())) {
                    same.add(other);
                }
            });
        if (same.isEmpty()) {
            stderr.println("tester: no other valid file for " + key + " in " + published);
        }
        return same;
    }

    /** Returns null after printing an error if the file is not the valid result of a sweep. */
    private ResultFile valid(Path file) throws IOException {
        Examination examination = new Validator(Clock.systemUTC()).examine(file.toString(), file);
        String problem = !examination.valid() ? examination.findings().get(0).line()
            : examination.file().kind() != ResultFile.Kind.SWEEP ? "not a sweep; only sweeps can be compared" : null;
        if (problem != null) {
            stderr.println("tester: " + Quoted.name(file.toString()) + ": " + problem);
        }
        return problem == null ? examination.file() : null;
    }

    private int show(Path file) throws IOException {
        try {
            byte[] bytes = ResultText.bytes(file);
            JsonNode tree = ResultText.parse(bytes);
            ResultText.requireResult(tree);
            ResultText.requireVersion(tree);
            boolean valid = new Validator(Clock.systemUTC()).examine(file.toString(), file).valid();
            if (fields) {
                new FieldsText(stdout).print(tree, bytes.length);
            }
            if (valid) {
                print(ResultText.file(tree), file);
            } else {
                stderr.println("tester: " + Quoted.name(file.toString())
                    + " is not valid, so it has no findings" + (html ? " and no page" : "")
                    + "; tester validate shows why");
            }
            return 0;
        } catch (UnreadableFile e) {
            stderr.println("tester: " + Quoted.name(file.toString()) + ": " + e.getMessage());
            return 1;
        }
    }

    private void print(ResultFile result, Path file) throws IOException {
        if (!fields && !html) {
            FindingText.print(result, Terminal.stdout(stdout));
        }
        if (html) {
            stderr.println("tester: page: " + HtmlPage.write(result, file));
        }
    }
}
