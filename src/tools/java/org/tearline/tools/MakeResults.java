// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.SyntheticResults;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Fills a folder with made-up result files. Not thread-safe. */
@Command(name = "make-results",
    header = "Makes up result files for tests of scale: seeded and realistic.",
    description = "%n", exitCodeList = {"0:made", "1:failed", "2:wrong usage"})
public final class MakeResults implements Callable<Integer> {
    private static final int MOST = 999_999_999;

    @Spec
    private CommandSpec command;

    @Option(names = "-n", paramLabel = "COUNT", defaultValue = "10000", description =
        "How many files. Default: ${DEFAULT-VALUE}")
    private String count;

    @Option(names = "-s", paramLabel = "SEED", defaultValue = "1", description =
        "The same seed makes the same files. Default: ${DEFAULT-VALUE}")
    private String seed;

    @Parameters(paramLabel = "DIR", description = "The files go below DIR/reports/results.")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        int files = (int) Range.check(command, "-n", count, 0, MOST);
        make(folder.toAbsolutePath(), files, Range.check(command, "-s", seed, 0, MOST),
            System.out);
        return 0;
    }

    /** Writes the files; the same numbers give the same bytes. */
    private static void make(Path folder, int count, long seed, PrintStream out) throws IOException {
        SyntheticResults synthetic = new SyntheticResults(seed);
        for (int i = 0; i < count; i++) {
            ResultFile file = synthetic.next();
            Path target = folder.resolve(file.path());
            Files.createDirectories(target.getParent());
            Files.write(target, ResultText.stored(file));
        }
        out.println(count + " files below " + folder.resolve(ResultFile.FOLDER));
    }
}
