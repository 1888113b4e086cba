// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.tearline.loop.Region;
import org.tearline.machine.KernelFiles;
import org.tearline.machine.Machine;
import org.tearline.machine.MappedFile;
import org.tearline.run.WorkerAnswers;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Parses the options of scripts/truth and checks the machine. Not thread-safe. */
@Command(name = "truth", header = "Compares the tester with answers known by construction.",
    description = {"", "Tests offsets in two lines and at the end of a page, with every write and read, and most"
        + " memories. Prints how often each answer was given, and for wrong answers the options that reproduce them."
        + " Then checks that each side that can tear across a line is found to do so, and that repeated measurements"
        + " of the granules agree. Whether loads tear across a line is measured first, because that depends on the"
        + " CPU.", "",
        "Makes split locks for about 10 s (3 minutes with --whole), and up to 0.6 s per check of which side tore."
            + " Needs an otherwise idle machine.", ""},
    exitCodeList = {"0:all correct", "1:a wrong answer", "2:wrong usage", "3:cannot run here"})
final class TruthCommand implements Callable<Integer> {
    private static final int CANNOT_RUN = 3;
    private static final int MOST_SECONDS = 86_400;
    private static final int MOST_ASKS = 10_000;
    private static final long MOST_SEED = 999_999_999_999_999_999L;

    @Spec
    private CommandSpec command;

    @Option(names = "--seed", paramLabel = "N",
        description = "Seed of the sample. Default: the current time, which is printed.")
    private String seed = String.valueOf(Instant.now().getEpochSecond());

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "60",
        description = "Total duration for all memories and tiers. Default: ${DEFAULT-VALUE}")
    private String seconds;

    @Option(names = "--whole", description = "Test everything instead of a sample: about 15 minutes in c2.")
    private boolean whole;

    @Option(names = "--tier", paramLabel = "LIST", split = ",", defaultValue = "c2",
        description = "Comma-separated list of c2, c1, interpreter. Default: ${DEFAULT-VALUE}")
    private List<Tier> tiers;

    @Option(names = "--asks", paramLabel = "N", defaultValue = "20",
        description = "How often to check which side tore, per tier. Default: ${DEFAULT-VALUE}")
    private String asks;

    @Option(names = "--granules", paramLabel = "N", defaultValue = "3",
        description = "Number of measurements of the granules. Default: ${DEFAULT-VALUE}")
    private String granules;

    @Override
    public Integer call() throws IOException, InterruptedException {
        long random = Tools.number(command, "--seed", seed, 0, MOST_SEED);
        long time = whole ? 0 : Tools.number(command, "--seconds", seconds, 1, MOST_SECONDS);
        int checks = (int) Tools.number(command, "--asks", asks, 0, MOST_ASKS);
        int measurements = (int) Tools.number(command, "--granules", granules, 0, MOST_ASKS);
        KernelFiles kernel = KernelFiles.live();
        Machine machine = Machine.live();
        List<Integer> usable = kernel.allowedCpus().orElse(List.of());
        if (!machine.rules().hasSplitLocks() || usable.size() < 2) {
            System.out.println("truth: needs x86-64 and two available CPUs");
            return CANNOT_RUN;
        }
        SplitLocks splitLocks = WorkerAnswers.splitLockCost(machine.geometry(), machine.splitLocks()).permitted();
        ThreadCpus cpus = kernel.threadCpus(1, 1);
        System.out.println("truth: seed " + random + ", " + (whole ? "the whole space" : time + " s") + ", tiers "
            + tiers + ", " + machine.cpuName() + ", " + machine.jvm());
        if (!splitLocks.allowed()) {
            System.out.println("truth: skipping split locks: " + splitLocks);
        }
        KnownAnswers known = KnownAnswers.measured(machine, cpus, splitLocks);
        System.out.println("truth: loads across a line tear here " + (known.loadsTear() ? "in" : "too rarely for")
            + " every short trial");
        Random draws = new Random(random);
        int wrong;
        try (MappedFile file = MappedFile.temporary(Region.bytes(machine.geometry().pageBytes()))) {
            Truth truth = new Truth(known, cpus, splitLocks, MappedFile.nameOf(file), draws);
            truth.walk(tiers, TimeUnit.SECONDS.toNanos(time));
            wrong = truth.report();
        }
        return !splitLocks.allowed() ? wrong
            : wrong | new SideTruth(known, cpus, splitLocks, draws).check(tiers, checks)
            | new GranuleTruth(machine, cpus, splitLocks).measure(measurements);
    }
}
