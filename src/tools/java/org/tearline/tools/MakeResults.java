// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultPath;
import org.tearline.published.ResultText;
import org.tearline.published.SyntheticResults;
import org.tearline.submission.RuleFixtures;
import org.tearline.submission.ValidationRule;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Fills a folder with made-up result files. Not thread-safe. */
@Command(name = "make-results",
    header = "Makes up result files for tests of scale: seeded, realistic, and some of them hostile.",
    description = "%n", exitCodeList = {"0:made", "1:failed", "2:wrong usage"})
public final class MakeResults implements Callable<Integer> {
    private static final int PERCENT = 100;
    private static final int MOST = 999_999_999;
    /** Its files are large on purpose and would make a trial of scale one of the disk. */
    private static final ValidationRule LEFT_OUT = ValidationRule.SIZE;

    @Spec
    private CommandSpec command;

    @Option(names = "-n", paramLabel = "COUNT", defaultValue = "10000", description =
        "How many files. Default: ${DEFAULT-VALUE}")
    private String count;

    @Option(names = "-s", paramLabel = "SEED", defaultValue = "1", description =
        "The same seed makes the same files. Default: ${DEFAULT-VALUE}")
    private String seed;

    @Option(names = "-p", paramLabel = "PERCENT", defaultValue = "2", description =
        "How many of a hundred break a rule. Default: ${DEFAULT-VALUE}")
    private String hostilePercent;

    @Parameters(paramLabel = "DIR", description = "The files go below DIR/reports/results.")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        int files = (int) Range.check(command, "-n", count, 0, MOST);
        make(folder.toAbsolutePath(), files, Range.check(command, "-s", seed, 0, MOST),
            (int) Range.check(command, "-p", hostilePercent, 0, PERCENT), System.out);
        return 0;
    }

    /** Writes the files; the same numbers give the same bytes. */
    public static void make(Path folder, int count, long seed, int hostilePercent, PrintStream out) throws IOException {
        SyntheticResults synthetic = new SyntheticResults(seed);
        List<byte[]> hostile = RuleFixtures.from(SyntheticResults.x86()).entrySet().stream()
            .filter(rule -> rule.getKey() != LEFT_OUT).map(Map.Entry::getValue)
            .flatMap(ways -> ways.values().stream()).collect(Collectors.toList());
        int broken = 0;
        for (int i = 0; i < count; i++) {
            ResultFile file = synthetic.next();
            Path target = folder.resolve(ResultPath.of(file));
            Files.createDirectories(target.getParent());
            // Spread evenly: every n-th file, so that a part of the folder is like the whole.
            if ((long) i * hostilePercent / PERCENT != (long) (i + 1) * hostilePercent / PERCENT) {
                Files.write(target, hostile.get(broken++ % hostile.size()));
            } else {
                Files.write(target, ResultText.stored(file));
            }
        }
        out.println(count + " files below " + folder.resolve(ResultPath.ROOT) + ", " + broken + " of them hostile");
    }
}
