// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.tearline.engine.link.WorkerCommand;
import org.tearline.plan.Tier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Times loops in a JVM with a worker's options. Not thread-safe. */
@Command(name = "bench-loops",
    header = "Compares the specialised loops with loops that were written by hand for one access.",
    description = {"", "One thread, an aligned long in raw memory, nobody on the other side, so that nothing but the"
        + " loop is timed. More than a tenth slower than by hand is SLOW. Needs an otherwise idle machine.", ""},
    exitCodeList = {"0:printed", "1:the JVM failed", "2:wrong usage"})
final class BenchLoops implements Callable<Integer> {
    private static final int MOST_ROUNDS = 10_000;

    @Spec
    private CommandSpec command;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "20",
        description = "How often each loop is timed; medians are printed. Default: ${DEFAULT-VALUE}")
    private String roundsGiven;

    @Option(names = "--inside", hidden = true, description = "Times the loops in this JVM.")
    private boolean inside;

    @Override
    public Integer call() throws IOException, InterruptedException {
        int rounds = (int) Range.check(command, "--rounds", roundsGiven, 1, MOST_ROUNDS);
        if (inside) {
            LoopRatios.print(rounds);
            return 0;
        }
        Path folder = Files.createTempDirectory("loops");
        List<String> words = new ArrayList<>(WorkerCommand.of(Tier.C2, folder,
            Path.of(System.getProperty("java.home")), List.of()));
        int end = words.size();
        words.set(end - 3, System.getProperty("java.class.path"));
        words.set(end - 2, Tools.class.getName());
        words.remove(end - 1);
        words.addAll(List.of("bench-loops", "--inside", "--rounds", String.valueOf(rounds)));
        int code = new ProcessBuilder(words).directory(folder.toFile()).inheritIO().start().waitFor();
        Files.deleteIfExists(folder.resolve("compilations"));
        Files.delete(folder);
        return code == 0 ? 0 : 1;
    }
}
