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
import org.tearline.cli.json.RunJson;
import org.tearline.cli.text.RunText;
import org.tearline.cli.text.Screen;
import org.tearline.cli.text.Screen.LiveLine;
import org.tearline.file.PublishedMachine;
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

/**
 * One trial, from its request to the printed verdict. Forks the usual worker before the options are looked at, unless
 * they may ask for another one: 1,144 ms instead of 1,392 on JDK 17, 1,309 instead of 1,452 on 25 (medians of 15 in
 * turn, Zen 4 with two shared CPUs). Not thread-safe.
 */
final class Run implements AutoCloseable {
    private static final List<String> OTHERWISE = List.of("-h", "--help", "-V", "--version", "--tier", "--width");

    private final Interruption interruption;
    private final PrintStream out;
    private final PrintStream err;
    private final FutureTask<Tester> forking;

    Run(Interruption interruption, PrintStream out, PrintStream err, List<String> options, Properties properties) {
        this.interruption = interruption;
        this.out = out;
        this.err = err;
        boolean usual = properties.getProperty("tier") == null && properties.getProperty("width") == null
            && options.stream().noneMatch(option -> OTHERWISE.contains(option.split("=", 2)[0]));
        forking = usual ? inBackground(() -> Tester.open(TrialSpec.USUAL.tier(), false)) : null;
    }

    /**
     * Runs and prints; returns the exit code.
     *
     * @param options makes the request, once it is known what accesses come to and what the kernel says
     * @throws IOException if no worker can be had
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
            verdict = json ? printJson(tester, request, () -> join(machine))
                : printText(tester, request, () -> join(machine), verbose);
            out.flush();
        }
        return interruption.happened() ? ExitCode.INTERRUPTED : ExitCode.of(verdict);
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

    /** Ends a worker that nobody took; one that was taken and closed stays closed. */
    @Override
    public void close() {
        try {
            if (forking != null) {
                forking.get().close();
            }
        } catch (ExecutionException e) {
            // There is none; whoever wanted it was told.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Verdict printJson(Tester tester, TrialRequest request, Supplier<Machine> machine)
        throws IOException, InterruptedException {
        TrialResult result = tester.run(request, promised(machine, request), machine, new TrialListener() {
            @Override
            public void note(String sentence) {
                err.println("tester: " + sentence);
            }
        });
        out.println(RunJson.print(result));
        return result.judgement().verdict();
    }

    private Verdict printText(Tester tester, TrialRequest request, Supplier<Machine> machine, boolean verbose)
        throws IOException, InterruptedException {
        Screen screen = Terminal.stdout(out);
        RunText text = new RunText(screen, verbose, request.trial(), request.rules());
        LiveLine live = new LiveLine(err, Terminal.columnsOfStderr(screen));
        TrialResult result = tester.run(request, promised(machine, request), machine, new TrialListener() {
            @Override
            public void firstTear(Witness witness, long nanos) {
                live.clear();
                text.printTear(witness, nanos);
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
        text.printVerdict(result);
        if (verbose) {
            AsmCommand.printBriefly(request, result, out);
        }
        return result.judgement().verdict();
    }

    private static Promised promised(Supplier<Machine> machine, TrialRequest request) {
        return pair -> PublishedMachine.promised(machine.get(), request.rules()).atomic(pair);
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
}
