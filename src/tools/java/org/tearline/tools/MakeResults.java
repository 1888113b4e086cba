// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.tearline.archive.PublishedLists;
import org.tearline.archive.Submitters;
import org.tearline.file.Copy;
import org.tearline.file.Environment;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.SyntheticResults;
import org.tearline.machine.Emulated;
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

    @Option(names = "--lists", description = "Also write the lists of an archive that puts reports to the test: one"
        + " file is the project's, and its run is there twice; one is recalled; two accounts contradict each other on a"
        + " CPU; all others are anonymous.")
    private boolean lists;

    @Parameters(paramLabel = "DIR", description = "The files go below DIR/reports/results.")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        int files = (int) Tools.number(command, "-n", count, 0, MOST);
        SyntheticResults synthetic = new SyntheticResults(Tools.number(command, "-s", seed, 0, MOST));
        for (int i = 0; i < files; i++) {
            write(synthetic.next());
        }
        if (lists) {
            writeLists(synthetic);
        }
        System.out.println(files + " files below " + folder.toAbsolutePath().resolve(ResultFile.FOLDER));
        return 0;
    }

    private void writeLists(SyntheticResults synthetic) throws IOException {
        ResultFile own = SyntheticResults.x86();
        ResultFile wrong = synthetic.next();
        ResultFile account = Stream.generate(synthetic::next)
            .filter(file -> !file.environment().cpu().key().equals(own.environment().cpu().key()))
            .filter(file -> file.environment().emulated() == Emulated.NO)
            .filter(file -> file.environment().arch().equals(Environment.X86_64))
            .findFirst()
            .orElseThrow();
        ResultFile liar = synthetic.contradicting(account);
        ResultFile again = ResultText.sealed(Copy.of(own, "date", own.date().plusDays(1)));
        for (ResultFile file : List.of(own, again, wrong, account, liar)) {
            write(file);
        }
        Path reports = folder.resolve(ResultFile.FOLDER).getParent();
        String listed = Submitters.withLine("", own.digest(), "_project");
        listed = Submitters.withLine(listed, account.digest(), "alice");
        Files.writeString(reports.resolve(Submitters.NAME), Submitters.withLine(listed, liar.digest(), "mallory"));
        Files.writeString(reports.resolve(PublishedLists.RECALLED), wrong.digest() + " made for a test\n");
        Files.writeString(reports.resolve("LICENSE"), ResultFile.LICENCE + "\n");
    }

    private void write(ResultFile file) throws IOException {
        Path target = folder.toAbsolutePath().resolve(file.path());
        Files.createDirectories(target.getParent());
        Files.write(target, ResultText.stored(file));
    }
}
