// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Injects faults and counts how often the tester handles them correctly. Not thread-safe. */
@Command(name = "faults", header = "Injects faults into real processes of the tester.",
    description = {"", "The faults are signals to the parent, the tester's JVM, the worker or all of them, suspended"
        + " and killed processes, inherited JVM options, full disks, a single CPU, too little memory, and hostile names"
        + " and files. Prints how often the tester behaved correctly. Tested elsewhere: stressors that kill the worker"
        + " (TesterTest), emulators (scripts/emulated), full outputs and unusual folders (MachinesIT).", "",
        "A case that cannot run on this machine has 0 tries. A run that ends before its signal is repeated with a"
            + " longer duration.", ""},
    exitCodeList = {"0:all correct", "1:some wrong", "2:wrong usage"})
final class Faults implements Callable<Integer> {
    /** Maximum factor for the length of a run that ends before its signal. */
    private static final int LONGEST = 64;
    /** Number of runs that are halted at the same time. Each takes about 130 MB. */
    private static final int HALTED_AT_ONCE = 18;
    private static final int MOST_RUNS = 10_000;
    private static final int USUAL_RUNS = 30;
    private static final int SHOWN = 2;
    private static final double NANOS_PER_SECOND = 1e9;

    @Spec
    private CommandSpec command;

    @Option(names = "--quick", description = "Run the cheaper cases once each, in about a minute.")
    private boolean quick;

    @Option(names = "--runs", paramLabel = "N",
        description = "Repetitions of each case with a signal. Default: " + USUAL_RUNS + ", or 1 with --quick")
    private String runs;

    @Option(names = "--only", paramLabel = "PATTERN", defaultValue = "*",
        description = "Run only cases that match this glob. Default: all")
    private String only;

    @Option(names = "--jar", paramLabel = "FILE", description = "The tester. Default: target/tester.jar")
    private Path jar = Tools.ROOT.resolve("target/tester.jar");

    @Option(names = "--other-java", paramLabel = "HOME", description = "A JDK that must not resume the sweep of"
        + " another JDK. Default: the case is skipped")
    private Path other;

    @Override
    public Integer call() throws Exception {
        int times = runs == null ? quick ? 1 : USUAL_RUNS : (int) Tools.number(command, "--runs", runs, 1, MOST_RUNS);
        if (!Files.isRegularFile(jar)) {
            throw new ParameterException(command.commandLine(), "--jar '" + jar + "': no such file");
        }
        if (other != null && !Files.isExecutable(java(other))) {
            throw new ParameterException(command.commandLine(), "--other-java '" + other
                + "': no bin/java in this folder");
        }
        PathMatcher wanted = wanted();
        Path folder = Files.createTempDirectory("faults",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        FaultTry.Setup setup = new FaultTry.Setup(java(Path.of(System.getProperty("java.home"))), jar.toRealPath(),
            Tools.ROOT.resolve("src/test/resources/results/sweep-x86.json").toRealPath(),
            other == null ? null : java(other), quick, ConcurrentHashMap.newKeySet());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(setup.running(), folder)));
        return play(wanted, setup, times, folder) ? 0 : 1;
    }

    private static Path java(Path home) {
        return home.resolve("bin/java").toAbsolutePath();
    }

    /** Kills the processes. They have their own sessions and would outlive this JVM. */
    private static void end(Set<Process> running, Path folder) {
        running.forEach(process -> FaultTry.signal("KILL", -process.pid()));
        running.forEach(process -> process.onExit().join());
        try {
            Tools.delete(folder);
        } catch (IOException e) {
            System.err.println("faults: cannot delete the temporary folder: " + e);
        }
    }

    private PathMatcher wanted() {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + only);
        } catch (PatternSyntaxException e) {
            throw new ParameterException(command.commandLine(), "--only '" + only + "': give a glob, such as '1 *'; "
                + e.getDescription());
        }
    }

    private boolean play(PathMatcher wanted, FaultTry.Setup setup, int times, Path folder) throws Exception {
        row("case", "tries", "right", "wrong", "seconds");
        ExecutorService waiting = Executors.newFixedThreadPool(HALTED_AT_ONCE);
        Map<FaultCase, List<Future<Boolean>>> halts = new LinkedHashMap<>();
        for (FaultCase halt : FaultCase.halts(times)) {
            if (isPlayed(halt, wanted)) {
                halts.put(halt, IntStream.range(0, times).mapToObj(number -> waiting.submit(
                    () -> isRight(halt, setup, folder, number, true))).toList());
            }
        }
        List<FaultCase> others = new ArrayList<>(FaultCase.signals(times));
        others.addAll(FaultCase.surroundings(setup, times, folder.resolve("mount")));
        boolean right = true;
        for (FaultCase fault : others) {
            if (isPlayed(fault, wanted)) {
                right &= play(fault, setup, folder);
            }
        }
        for (Map.Entry<FaultCase, List<Future<Boolean>>> halt : halts.entrySet()) {
            int wrong = 0;
            for (Future<Boolean> result : halt.getValue()) {
                wrong += result.get() ? 0 : 1;
            }
            right &= row(halt.getKey(), wrong, "-");
        }
        waiting.shutdown();
        return right;
    }

    private boolean isPlayed(FaultCase fault, PathMatcher wanted) {
        return wanted.matches(Path.of(fault.name())) && (fault.quick() || !quick);
    }

    /** Runs all tries of a case and prints a row; returns whether all were correct. */
    static boolean play(FaultCase fault, FaultTry.Setup setup, Path folder) throws Exception {
        long since = System.nanoTime();
        int wrong = 0;
        for (int number = 0; number < fault.tries(); number++) {
            wrong += isRight(fault, setup, folder, number, wrong < SHOWN) ? 0 : 1;
        }
        return row(fault, wrong, String.format(Locale.ROOT, "%.1f", (System.nanoTime() - since) / NANOS_PER_SECOND));
    }

    private static boolean isRight(FaultCase fault, FaultTry.Setup setup, Path folder, int number, boolean shown)
        throws Exception {
        for (int longer = 1;; longer *= 2) {
            try (FaultTry attempt = new FaultTry(setup, folder.resolve(UUID.randomUUID().toString()), number,
                longer)) {
                try {
                    fault.play().in(attempt);
                    return true;
                } catch (FaultTry.Wrong e) {
                    if (!e.tooLate || longer == LONGEST) {
                        if (shown) {
                            attempt.show(fault.name(), e);
                        }
                        return false;
                    }
                }
            }
        }
    }

    private static boolean row(FaultCase fault, int wrong, String seconds) {
        row(fault.name(), fault.tries(), fault.tries() - wrong, wrong, seconds);
        return wrong == 0;
    }

    private static void row(Object... columns) {
        System.out.println(String.format("%-44s %6s %6s %6s %8s", columns));
    }
}
