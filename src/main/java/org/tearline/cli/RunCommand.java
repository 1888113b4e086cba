// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.tearline.cli.Program.Interruption;
import org.tearline.cli.text.RunJson;
import org.tearline.cli.text.RunText;
import org.tearline.cli.text.Screen;
import org.tearline.cli.text.Screen.LiveLine;
import org.tearline.cli.text.Screen.Terminal;
import org.tearline.file.PublishedMachine;
import org.tearline.loop.MappedFile;
import org.tearline.machine.Jvm;
import org.tearline.machine.Linux;
import org.tearline.machine.Machine;
import org.tearline.run.Tester;
import org.tearline.run.Tester.TrialListener;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.verdict.Grading.Promised;
import org.tearline.verdict.Tally.Witness;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs one trial and prints its verdict. Forks the default worker before the options are parsed, unless they may select
 * another worker. This shortens a run from 1,392 ms to 1,144 on JDK 17, and from 1,452 to 1,309 on JDK 25 (medians of
 * 15 alternating runs on a Zen 4 with two shared CPUs). Not thread-safe.
 */
final class Run implements AutoCloseable {
    private static final List<String> NO_FORK = List.of("-h", "--help", "-V", "--version", "--tier", "--width");

    private final Interruption interruption;
    private final PrintStream out;
    private final PrintStream err;
    private final FutureTask<Tester> forking;

    Run(Interruption interruption, PrintStream out, PrintStream err, List<String> options, Properties properties) {
        this.interruption = interruption;
        this.out = out;
        this.err = err;
        boolean isDefault = properties.getProperty("tier") == null && properties.getProperty("width") == null
            && options.stream().noneMatch(option -> NO_FORK.contains(option.split("=", 2)[0]));
        forking = isDefault ? inBackground(() -> Tester.open(TrialSpec.USUAL.tier(), false)) : null;
    }

    /**
     * Returns the exit code.
     *
     * @param options creates the request from the access rules and the kernel's settings
     */
    int start(Tier tier, BiFunction<AccessRules, Linux, TrialRequest> options, boolean json, boolean verbose)
        throws IOException, InterruptedException {
        Verdict verdict;
        Linux kernel = Linux.live();
        Jvm jvm = Jvm.here();
        TrialRequest request = options.apply(Machine.rules(kernel, jvm), kernel);
        try (Tester tester = tester(tier, request.trial().width().isVector())) {
            interruption.onInterrupt(tester::stop);
            FutureTask<Machine> machine = inBackground(() -> Machine.of(kernel, jvm));
            verdict = print(tester, request, () -> join(machine), json, verbose);
            out.flush();
        }
        return interruption.happened() ? Program.INTERRUPTED : Program.exitCode(verdict);
    }

    private Tester tester(Tier tier, boolean vectors) throws IOException, InterruptedException {
        if (forking == null) {
            return Tester.open(tier, vectors);
        }
        try {
            return forking.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException problem) {
                throw problem;
            }
            if (e.getCause() instanceof OutOfMemoryError problem) {
                throw problem;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Stops the worker if no trial used it; closing it twice has no effect. */
    @Override
    public void close() {
        try {
            if (forking != null) {
                forking.get().close();
            }
        } catch (ExecutionException e) {
            // No worker was started; tester() has reported why.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Verdict print(Tester tester, TrialRequest request, Supplier<Machine> machine, boolean json, boolean verbose)
        throws IOException, InterruptedException {
        Screen screen = Terminal.stdout(out);
        RunText text = new RunText(screen, verbose, request.trial(), request.rules());
        LiveLine live = new LiveLine(err, json ? 0 : Terminal.columnsOfStderr(screen));
        Promised promised = pair -> PublishedMachine.promised(machine.get(), request.rules()).atomic(pair);
        TrialResult result = tester.run(request, promised, machine, new TrialListener() {
            @Override
            public void firstTear(Witness witness, long nanos) {
                if (!json) {
                    live.clear();
                    text.printTear(witness, nanos);
                }
            }

            @Override
            public void progress(long nanos, long changes, long torn, String stressor) {
                if (live.room() > 0) {
                    live.show(String.format(Locale.ROOT, "%,.1f s  %,d of %,d changes  %,d torn  %s", nanos / 1e9,
                        changes, request.budget().changes(), torn, stressor));
                }
            }

            @Override
            public void note(String sentence) {
                live.clear();
                err.println("tester: " + sentence);
            }
        });
        live.clear();
        if (json) {
            out.println(RunJson.print(result));
            return result.judgement().verdict();
        }
        text.printVerdict(result);
        if (verbose) {
            AsmCommand.printSummary(request, result, screen);
        }
        return result.judgement().verdict();
    }

    static <T> FutureTask<T> inBackground(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "background");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    static <T> T join(FutureTask<T> task) {
        try {
            return task.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@code tester run}: one trial with any options. */
    @Command(name = "run", mixinStandardHelpOptions = true,
        header = "Run one trial: does a value at this offset tear?",
        description = {
            "", "Writer threads store values at the offset while reader threads look for a value that is half old and"
                + " half new. Every option can also be a system property, such as java -Doffset=60 -Dwrite=cas -jar"
                + " tester.jar; an option on the command line takes precedence. A switch is -Djson or -Djson=true.",
            "", "Bytes of values are printed in memory order, lowest address first.", ""},
        exitCodeList = {
            "0:none seen: no tear in enough changes, and the controls passed", "1:torn", "2:wrong usage",
            "3:no verdict: inconclusive, refused or fault", "4:internal error",
            "130:interrupted; partial results are printed"})
    static final class RunCommand extends Subcommand {
        @Mixin
        private TrialOptions trial;

        @Option(names = "--json", description = JSON)
        private boolean json;

        @Option(names = "--verbose", description = "Print details, the time and tears of each stressor, and stack"
            + " traces of errors.")
        private boolean verbose;

        private final Run run;

        RunCommand(Run run) {
            this.run = run;
        }

        @Override
        public Integer call() throws IOException, InterruptedException {
            try (MappedFile file = trial.file(Machine.rules(Linux.live(), Jvm.here()).geometry())) {
                return run.start(trial.tier(), (rules, kernel) -> trial.request(rules, kernel, file), json, verbose);
            }
        }
    }
}
