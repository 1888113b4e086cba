// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tearline.archive.Batch;
import org.tearline.cli.json.JsonText;
import org.tearline.file.Examination;
import org.tearline.file.Quoted;
import org.tearline.file.ResultFile;
import org.tearline.file.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code tester validate}: which rules result files break, and how to fix it. */
@Command(name = "validate", mixinStandardHelpOptions = true,
    header = "Say which rules a result file breaks and how to fix it.",
    description = {"", "The same rules as for submissions. One line per fault: file, rule, place, what is wrong, how"
        + " to fix it. Makes no network call.", ""},
    exitCodeList = {"0:every file is valid", "1:a file is not valid", "2:wrong usage", "4:internal error"})
final class ValidateCommand extends Subcommand {
    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Result files, wherever they are.")
    private List<String> names = List.of();

    @Option(names = "--pr", paramLabel = "DIR", description = "A checkout: everything below its " + ResultFile.FOLDER
        + " is validated, and each file must be in its computed place.")
    private Path repository;

    @Option(names = "--base", paramLabel = "DIR", description = "With --pr: a checkout without the request. A copy of"
        + " one of its files is refused, whatever the date in its name, and so is a request that changes or removes"
        + " one.")
    private Path base;

    @Option(names = "--json", defaultValue = "false",
        description = "Print one JSON object and nothing else on standard output.")
    private boolean json;

    private final List<Map<String, Object>> objects = new ArrayList<>();
    private int examined;
    private int invalid;

    @Override
    public Integer call() throws IOException {
        if (names.isEmpty() == (repository == null)) {
            throw bad("give result files, or --pr with a checkout");
        }
        if (base != null && repository == null) {
            throw bad("--base goes with --pr");
        }
        List<Path> files = names.stream().map(this::file).toList();
        if (repository != null && !Files.isDirectory(repository.resolve(ResultFile.FOLDER))) {
            throw bad("--pr " + repository + ": there is no " + ResultFile.FOLDER + " in it");
        }
        Batch batch = new Batch(new Validator(Clock.systemUTC()));
        if (repository == null) {
            batch.files(files, this::add);
        } else {
            batch.tree(repository, base, this::add);
        }
        if (json) {
            stdout.println(JsonText.of(JsonText.object("valid", invalid == 0, "examined", examined, "invalid", invalid,
                "files", objects)));
        } else if (repository != null || examined > 1) {
            stderr.println(examined + " files, " + invalid + " invalid");
        }
        stdout.flush();
        return invalid == 0 ? 0 : 1;
    }

    /** Converts here, because picocli calls an element of a list that cannot be converted one argument too many. */
    private Path file(String name) {
        try {
            Path file = Converters.path(name);
            PathArgument.file(spec, file);
            return file;
        } catch (TypeConversionException e) {
            throw bad(e.getMessage(), e);
        }
    }

    private void add(Examination examination) {
        examined++;
        invalid += examination.valid() ? 0 : 1;
        if (json) {
            objects.add(JsonText.object("file", examination.name(), "valid", examination.valid(), "findings",
                examination.findings().stream().map(finding -> JsonText.object("rule", finding.rule().id(), "where",
                    finding.where(), "what", finding.what(), "mend", finding.rule().mend())).toList(),
                "notes", examination.notes()));
            return;
        }
        String name = Quoted.name(examination.name());
        examination.findings().forEach(finding -> stdout.println(name + ": " + finding.line()));
        if (examination.valid() && repository == null) {
            stdout.println(name + ": valid");
        }
        examination.notes().forEach(note -> stdout.println(name + ": note: " + note));
    }
}
