// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.tearline.archive.Batch;
import org.tearline.file.ResultPath;
import org.tearline.file.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code tester validate}: which rules result files break, and how to fix it. */
@Command(name = "validate", mixinStandardHelpOptions = true,
    header = "Say which rules a result file breaks and how to fix it.",
    description = {"", "The same rules as for submissions. One line per fault: file, rule, place, what is wrong, how"
        + " to fix it. Makes no network call.", ""},
    exitCodeList = {"0:every file is valid", "1:a file is not valid", "2:wrong usage", "4:internal error"})
final class ValidateCommand implements Callable<Integer> {
    private static final int VALID = 0;
    private static final int INVALID = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Result files, wherever they are.")
    private List<String> names = List.of();

    @Option(names = "--pr", paramLabel = "DIR", description = "A checkout: everything below its " + ResultPath.ROOT
        + " is validated, and each file must be in its computed place.")
    private Path repository;

    @Option(names = "--base", paramLabel = "DIR", description = "With --pr: a checkout without the request. A copy of"
        + " one of its files is refused, whatever the date in its name, and so is a request that changes or removes"
        + " one.")
    private Path base;

    @Option(names = "--json", defaultValue = "false",
        description = "Print one JSON object and nothing else on standard output.")
    private boolean json;

    private final PrintStream out;
    private final PrintStream err;

    ValidateCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        if (names.isEmpty() == (repository == null)) {
            throw new ParameterException(spec.commandLine(), "give result files, or --pr with a checkout");
        }
        if (base != null && repository == null) {
            throw new ParameterException(spec.commandLine(), "--base goes with --pr");
        }
        List<Path> files = names.stream().map(this::file).toList();
        files.forEach(file -> PathArgument.file(spec, file));
        if (repository != null && !Files.isDirectory(repository.resolve(ResultPath.ROOT))) {
            throw new ParameterException(spec.commandLine(), "--pr " + repository + ": there is no " + ResultPath.ROOT
                + " in it");
        }
        Examinations examinations = new Examinations(out, err, json, repository != null);
        Batch batch = new Batch(new Validator(Clock.systemUTC()));
        if (repository == null) {
            batch.files(files, examinations::add);
        } else {
            batch.tree(repository, base, examinations::add);
        }
        examinations.finish();
        return examinations.allValid() ? VALID : INVALID;
    }

    /** Returns where picocli converts a list, it calls what it cannot convert one argument too many. */
    private Path file(String name) {
        try {
            return Converters.path(name);
        } catch (TypeConversionException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
