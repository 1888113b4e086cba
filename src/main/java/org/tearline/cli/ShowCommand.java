// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tearline.archive.Comparison;
import org.tearline.cli.text.ComparisonJson;
import org.tearline.cli.text.ComparisonText;
import org.tearline.cli.text.FindingJson;
import org.tearline.cli.text.FindingText;
import org.tearline.file.Examination;
import org.tearline.file.ResultFile.Kind;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.UnreadableFile;
import org.tearline.file.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tester show}: prints the findings of a result file, its fields, or how it differs from other files. */
@Command(name = "show",
    header = "Print the findings of a result file, or compare it with others.",
    description = {"", "Prints the granules derived from the file and the counts at each boundary. An invalid file has"
        + " no findings; tester validate FILE prints its faults. With more files, the first is compared cell by cell"
        + " with all the others combined, which must be from one CPU. Prints the fields that differ, the number of"
        + " cells on which both sides agree, the cells where only one has tears, and the median rates where both have."
        + " --fields prints everything that would be published.", ""},
    exitCodeList = {"0:printed", "1:a file is not a result file, has no findings or, of several, is no sweep",
        "2:wrong usage", ExitCode.FAILED})
final class ShowCommand extends Subcommand {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "A result file, and any files to compare it with.")
    private List<Path> files;

    @Option(names = "--json", description = JSON)
    private boolean json;

    @Option(names = "--fields", description = "Print every published field and why it is collected.")
    private boolean fields;

    @Override
    public Integer call() throws IOException {
        files.forEach(Subcommand::requireFile);
        reject(fields && json, "--fields prints text, not --json: the file itself is JSON");
        if (files.size() == 1) {
            return show(files.get(0));
        }
        reject(fields, "--fields requires exactly one file");
        List<ResultFile> sweeps = new ArrayList<>();
        for (Path file : files) {
            ResultFile sweep = sweep(file);
            if (sweep == null) {
                return 1;
            }
            sweeps.add(sweep);
        }
        List<String> runs = sweeps.stream().map(ResultFile::runId).toList();
        for (int i = 0; i < runs.size(); i++) {
            int first = runs.indexOf(runs.get(i));
            reject(first < i, files.get(first) + " and " + files.get(i) + " contain the same run");
        }
        List<ResultFile> others = sweeps.subList(1, sweeps.size());
        reject(!Comparison.isOneMachine(others), "the files after the first are from different CPUs; give files from"
            + " one CPU, with the same line and page size, all emulated or none");
        Comparison comparison = Comparison.of(sweeps.get(0), others);
        if (json) {
            stdout.println(ComparisonJson.print(comparison));
        } else {
            new ComparisonText(sweeps.get(0), others, comparison, screen()).print();
        }
        return 0;
    }

    /** Returns the sweep in a file. If the file is not a valid sweep, prints an error and returns null. */
    private ResultFile sweep(Path file) throws IOException {
        Examination examination = new Validator().examine(file.toString(), file);
        if (examination.valid() && examination.file().kind() == Kind.SWEEP) {
            return examination.file();
        }
        String problem = "not a sweep; only sweeps can be compared";
        if (!examination.valid()) {
            problem = examination.problem();
        }
        warn(quoted(file) + ": " + problem);
        return null;
    }

    private int show(Path file) throws IOException {
        try {
            byte[] bytes = ResultText.bytes(file);
            JsonNode tree = ResultText.parse(bytes);
            ResultText.requireResult(tree);
            ResultText.requireVersion(tree);
            boolean valid = new Validator().examine(file.toString(), file).valid();
            if (fields) {
                new FieldsText(stdout).print(tree, bytes.length);
            } else if (valid && json) {
                stdout.println(FindingJson.print(ResultText.file(tree)));
            } else if (valid) {
                new FindingText(ResultText.file(tree), screen()).print();
            }
            if (!valid) {
                warn(quoted(file) + " is not valid; tester validate shows why");
            }
            if (valid || fields) {
                return 0;
            }
        } catch (UnreadableFile e) {
            warn(quoted(file) + ": " + e.getMessage());
        }
        return 1;
    }
}
