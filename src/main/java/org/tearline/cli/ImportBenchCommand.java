// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.tearline.engine.LineTrial;
import org.tearline.platform.Linux;
import org.tearline.platform.Machine;
import org.tearline.published.Kind;
import org.tearline.published.TesterBuild;
import org.tearline.published.UnreadableExport;
import org.tearline.published.bench.BenchImport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tester import-bench}: what the benchmarks of bench/ measured, as a result file. */
@Command(name = "import-bench", mixinStandardHelpOptions = true,
    header = "Turn what scripts/bench-costs measured into a result file.",
    description = {"", "scripts/bench-costs leaves bench/target/costs-quick.json or costs-full.json. Import it on the"
        + " machine that made it, before its kernel is changed: the file does not name its CPU, so the facts of this"
        + " machine are added. The result is of kind costs, and reports show it under \"What it costs\".", ""},
    exitCodeList = {"0:the result file is written", "2:wrong usage, or FILE cannot become a valid result file",
        "4:internal error"})
final class ImportBenchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file that scripts/bench-costs left.")
    private Path file;

    @Option(names = "--out", paramLabel = "FILE", defaultValue = "tearline-costs.json",
        description = "The result file; only another one of kind costs is replaced. Default: ${DEFAULT-VALUE}")
    private Path out;

    @Option(names = "--measure", defaultValue = "false", description = {
        "Measure the line as \"probe --measure\" does, some eight seconds on an idle machine, and put it into the"
            + " result."})
    private boolean measure;

    @Option(names = "--no-split-locks", defaultValue = "false", description = {
        "With --measure: no locked operations across a line."})
    private boolean noSplitLocks;

    private final PrintStream err;

    ImportBenchCommand(PrintStream err) {
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PathArgument.file(spec, file);
        ImportTarget target = ImportTarget.check(spec, out, Kind.COSTS);
        Machine here = Machine.live();
        try {
            target.write(spec, file, BenchImport.of(file, here, TesterBuild.running(),
                measure ? LineTrial.run(here, Linux.live(), !noSplitLocks) : null));
        } catch (UnreadableExport e) {
            throw ImportTarget.refused(spec, file, e.getMessage());
        }
        err.println(target.written());
        return 0;
    }
}
