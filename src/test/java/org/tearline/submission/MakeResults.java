// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultPath;
import org.tearline.published.ResultText;
import org.tearline.published.SyntheticResults;

/** Fills a folder with made-up result files, for trials of scale: most valid, some hostile. Not thread-safe. */
public final class MakeResults {
    private static final int PERCENT = 100;
    private static final int ARGUMENTS = 4;
    /** Its files are large on purpose and would make a trial of scale one of the disk. */
    private static final ValidationRule LEFT_OUT = ValidationRule.SIZE;

    private MakeResults() {
    }

    /** Takes the folder, the number of files, the seed and the percentage of hostile ones. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != ARGUMENTS) {
            System.err.println("MakeResults: give DIR COUNT SEED PERCENT");
            System.exit(2);
        }
        make(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]),
            Integer.parseInt(arguments[3]), System.out);
    }

    /** Writes the files; the same numbers give the same bytes. */
    static void make(Path folder, int count, long seed, int hostilePercent, PrintStream out) throws IOException {
        SyntheticResults synthetic = new SyntheticResults(seed);
        List<byte[]> hostile = RuleFixtures.from(ValidatorTest.good()).entrySet().stream()
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
