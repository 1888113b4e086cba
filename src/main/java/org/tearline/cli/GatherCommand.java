// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.tearline.published.ResultPath;
import org.tearline.report.Gathering;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tester gather}: the result files of many machines, each into its place. */
@Command(name = "gather", mixinStandardHelpOptions = true,
    header = "Put the result files of many machines into their computed places.",
    description = {"", "Reads every .json file below the folders. A file that keeps every rule of tester validate and"
        + " is not there yet is copied; the folders stay as they are. One line for each file: new, there already (the"
        + " file, its run or a copy of its counts), or refused and why. A new file that tore where the published ones"
        + " of its CPU strongly did not tear, or the other way round, contradicts them; it is kept. Run again after a"
        + " kill, it makes the same; run one at a time. Makes no network call.", ""},
    exitCodeList = {"0:every file is in its place", "1:a file was refused; the others are in their places",
        "2:wrong usage", "4:internal error, or a file cannot be written"})
final class GatherCommand implements Callable<Integer> {
    private static final int COMPLETE = 0;
    private static final int SOME_REFUSED = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Folders with result files, however deep.")
    private List<Path> folders;

    @Option(names = "--results", paramLabel = "DIR", defaultValue = ResultPath.ROOT,
        description = "The folder of all results in your clone of the project. Default: ${DEFAULT-VALUE}")
    private Path results;

    private final PrintStream out;

    GatherCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        folders.forEach(folder -> PathArgument.folder(spec, "", folder, ""));
        PathArgument.folder(spec, "--results ", results, "");
        try {
            Gathering gathering = new Gathering(results, out);
            gathering.gather(folders, new Validator(Clock.systemUTC()));
            return gathering.complete() ? COMPLETE : SOME_REFUSED;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
