// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.tearline.published.UnreadableResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Sweeps this machine several times in a row. Not thread-safe. */
@Command(name = "sweeps",
    header = "Sweeps several times in a row and checks that the results agree with each other and with themselves.",
    description = {"",
        "Locks across lines for up to half a minute in each sweep. Needs an otherwise idle machine.", ""},
    exitCodeList = {"0:they agree", "1:they do not, or a sweep failed", "2:wrong usage"})
final class Sweeps implements Callable<Integer> {
    private static final int MOST_RUNS = 10_000;
    private static final List<String> PROFILES = List.of("quick", "default", "long");
    private static final String LOCKED = "locked across";

    @Spec
    private CommandSpec command;

    @Option(names = "--runs", paramLabel = "N", defaultValue = "10",
        description = "How many sweeps. Default: ${DEFAULT-VALUE}")
    private String runs;

    @Option(names = "--profile", paramLabel = "NAME", defaultValue = "default",
        description = "quick, default or long; a default one takes some 3 minutes. Default: ${DEFAULT-VALUE}")
    private String profile;

    @Option(names = "--keep", paramLabel = "FOLDER",
        description = "Keeps the result files there. Default: a new temporary folder, which is removed")
    private Path keep;

    @Override
    public Integer call() throws IOException, InterruptedException, UnreadableResult {
        int times = (int) Range.check(command, "--runs", runs, 1, MOST_RUNS);
        if (!PROFILES.contains(profile)) {
            throw new ParameterException(command.commandLine(), "--profile '" + profile + "' is none of "
                + String.join(", ", PROFILES));
        }
        Path folder = keep == null ? Files.createTempDirectory("sweeps") : Files.createDirectories(keep);
        List<Path> files = new ArrayList<>();
        for (int run = 1; run <= times; run++) {
            files.add(folder.resolve("sweep-" + run + ".json"));
            if (!sweep(run, files.get(run - 1))) {
                return 1;
            }
        }
        int code = Agreement.print(files, System.out);
        if (keep == null) {
            for (Path file : files) {
                Files.delete(file);
            }
            Files.delete(folder);
        }
        return code;
    }

    private boolean sweep(int run, Path file) throws IOException, InterruptedException {
        long started = System.nanoTime();
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar",
            Tools.ROOT.resolve("target").resolve("tester.jar").toString(), "sweep", "--profile", profile, "--out",
            file.toString()).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            System.err.println(said + "sweeps: what the others found is in " + file.getParent());
            return false;
        }
        System.out.printf("sweep %d: %d s, %s%n", run, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started),
            said.lines().filter(line -> line.startsWith(LOCKED)).findFirst().orElse("nothing locked across a line"));
        return true;
    }
}
