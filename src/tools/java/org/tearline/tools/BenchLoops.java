// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.tearline.engine.link.WorkerCommand;
import org.tearline.plan.Memory;
import org.tearline.plan.Tier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Times loops in JVMs with a worker's options. Not thread-safe. */
@Command(name = "bench-loops", sortOptions = false,
    header = "Compares the specialised loops with loops that were written by hand for one access.",
    description = {"", "One thread, an aligned value, nobody on the other side, so that nothing but the loop is timed."
        + " More than a tenth slower than by hand is SLOW. Needs an otherwise idle machine.", ""},
    exitCodeListHeading = "%nExit codes:%n", exitCodeList = {"0:printed", "1:a JVM failed", "2:wrong usage"})
final class BenchLoops implements Callable<Integer> {
    private static final String LONGS = "longs";
    private static final int MOST_ROUNDS = 10_000;

    @Spec
    private CommandSpec command;

    @Option(names = "--all", description = "Every memory and width, which takes about a minute. Default: longs in raw"
        + " memory")
    private boolean all;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "20",
        description = "How often each loop is timed; medians are printed. Default: ${DEFAULT-VALUE}")
    private String roundsGiven;

    @Option(names = "--inside", hidden = true, description = "Times the loops of a memory in this JVM.")
    private String inside;

    @Override
    public Integer call() throws IOException, InterruptedException {
        int rounds = (int) Range.check(command, "--rounds", roundsGiven, 1, MOST_ROUNDS);
        if (inside != null) {
            LoopRatios.print(inside.equals(LONGS) ? null : Memory.valueOf(inside.toUpperCase(Locale.ROOT)), rounds);
            return 0;
        }
        for (String each : all ? Stream.of(Memory.values()).filter(memory -> memory.problem(LoopRatios.RULES.java())
            == null).map(Memory::toString).toList() : List.of(LONGS)) {
            if (fork(each, rounds) != 0) {
                return 1;
            }
        }
        return 0;
    }

    /** Loops that several memories share would be compiled for all of them, so each memory has a JVM of its own. */
    private static int fork(String what, int rounds) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("loops");
        List<String> command = new ArrayList<>(WorkerCommand.of(Tier.C2, folder,
            Path.of(System.getProperty("java.home")), List.of()));
        int end = command.size();
        command.set(end - 3, System.getProperty("java.class.path"));
        command.set(end - 2, Tools.class.getName());
        command.remove(end - 1);
        command.addAll(List.of("bench-loops", "--inside", what, "--rounds", String.valueOf(rounds)));
        int code = new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start().waitFor();
        Files.deleteIfExists(folder.resolve("compilations"));
        Files.delete(folder);
        return code;
    }
}
