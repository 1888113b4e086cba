// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
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

/** Generates synthetic result files. Not thread-safe. */
@Command(name = "make-results",
    header = "Generates realistic result files for scale tests.",
    description = "%n", exitCodeList = {"0:files written", "1:failed", "2:wrong usage"})
public final class MakeResults implements Callable<Integer> {
    private static final int MOST = 999_999_999;

    @Spec
    private CommandSpec command;

    @Option(names = "-n", paramLabel = "COUNT", defaultValue = "10000", description =
        "Number of files. Default: ${DEFAULT-VALUE}")
    private String count;

    @Option(names = "-s", paramLabel = "SEED", defaultValue = "1", description =
        "Seed; equal seeds give equal files. Default: ${DEFAULT-VALUE}")
    private String seed;

    @Parameters(paramLabel = "DIR", description = "The files go below DIR/reports/results.")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        int files = (int) Tools.number(command, "-n", count, 0, MOST);
        SyntheticResults synthetic = new SyntheticResults(Tools.number(command, "-s", seed, 0, MOST));
        for (int i = 0; i < files; i++) {
            ResultFile file = synthetic.next();
            Path target = folder.toAbsolutePath().resolve(file.path());
            Files.createDirectories(target.getParent());
            Files.write(target, ResultText.stored(file));
        }
        System.out.println(files + " files below " + folder.toAbsolutePath().resolve(ResultFile.FOLDER));
        return 0;
    }
}
