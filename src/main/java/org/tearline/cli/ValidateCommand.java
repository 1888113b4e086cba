// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tearline.archive.FileBatch;
import org.tearline.cli.text.JsonText;
import org.tearline.file.Examination;
import org.tearline.file.Quoted;
import org.tearline.file.ResultFile;
import org.tearline.file.Validator;
import org.tearline.words.Members;
import org.tearline.words.Words;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tester validate}: checks result files against the rules for publication. */
@Command(name = "validate",
    header = "Check result files against the rules for publication.",
    description = {"", "Prints violations with file, rule, location, problem and fix. tester submit applies the"
        + " same rules. Makes no network calls.", ""},
    exitCodeList = {"0:every file is valid or recalled", "1:a file is not valid", "2:wrong usage", ExitCode.FAILED})
final class ValidateCommand extends Subcommand {
    @Parameters(arity = "0..*", paramLabel = "FILE|DIR",
        description = "Result files, or folders to search for them, at any depth.")
    private List<String> names = List.of();

    @Option(names = "--pr", paramLabel = "DIR", description = "Validate all files of " + ResultFile.FOLDER
        + " in this checkout. Each file must also have the path that follows from its content.")
    private Path repository;

    @Option(names = "--base", paramLabel = "DIR", description = "With --pr: a checkout without the pull request."
        + " Validates only the files that it lacks, and rejects a pull request that copies, changes or removes one of"
        + " its files.")
    private Path base;

    @Option(names = "--json", description = JSON)
    private boolean json;

    private final List<Object> objects = new ArrayList<>();
    private int examined;
    private int invalid;

    @Override
    public Integer call() throws IOException {
        reject(names.isEmpty() == (repository == null), "give result files, or --pr with a checkout");
        reject(base != null && repository == null, "--base requires --pr");
        // Not left to picocli, which misreports errors in lists.
        List<Path> files = resultFiles(names.stream().map(Converters::path).toList());
        reject(repository != null && !Files.isDirectory(repository.resolve(ResultFile.FOLDER)),
            "--pr " + repository + ": contains no " + ResultFile.FOLDER);
        if (base != null) {
            requireFolder("--base", base);
        }
        reject(repository == null && files.isEmpty(), String.join(", ", names) + ": contains no .json file");
        FileBatch batch = new FileBatch(new Validator(), this::report);
        if (repository == null) {
            batch.files(files);
        } else {
            try {
                batch.tree(repository, base);
            } catch (IllegalArgumentException e) {
                throw bad(e.getMessage());
            }
        }
        if (json) {
            stdout.println(JsonText.of(Members.of("valid", invalid == 0, "examined", examined, "invalid", invalid,
                "files", objects)));
        } else if (repository != null || examined > 1) {
            stderr.println(Words.count(examined, "file") + ", " + invalid + " invalid");
        }
        return Math.min(invalid, 1);
    }

    private void report(Examination examination) {
        examined++;
        if (!examination.valid()) {
            invalid++;
        }
        if (json) {
            objects.add(Members.of("file", examination.name(), "valid", examination.valid(), "findings",
                examination.findings().stream().map(finding -> Members.of("rule", finding.rule().id(), "where",
                    finding.where(), "what", finding.what(), "mend", finding.rule().fix())).toList(),
                "notes", examination.notes()));
            return;
        }
        String name = Quoted.full(examination.name());
        examination.findings().forEach(finding -> stdout.println(name + ": " + finding.line()));
        if (examination.valid() && repository == null) {
            stdout.println(name + ": valid");
        }
        examination.notes().forEach(note -> stdout.println(name + ": note: " + note));
    }
}
