// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.tearline.cli.json.RunJson;
import org.tearline.cli.text.LiveLine;
import org.tearline.cli.text.RunProgress;
import org.tearline.cli.text.RunText;
import org.tearline.cli.text.Screen;
import org.tearline.file.PublishedMachine;
import org.tearline.machine.Jvm;
import org.tearline.machine.Linux;
import org.tearline.machine.Machine;
import org.tearline.run.Tester;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Tier;
import org.tearline.verdict.Promised;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.Verdict;

/** One trial, from its request to the printed verdict. Not thread-safe. */
final class Run {
    private final Interruption interruption;
    private final HeadStart headStart;
    private final PrintStream out;
    private final PrintStream err;

    Run(Interruption interruption, HeadStart headStart, PrintStream out, PrintStream err) {
        this.interruption = interruption;
        this.headStart = headStart;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs and prints.
     *
     * @param options makes the request, once it is known what accesses come to and what the kernel says
     * @return the exit code
     * @throws IOException if no worker can be had
     */
    int start(Tier tier, BiFunction<AccessRules, Linux, TrialRequest> options, boolean json, boolean verbose)
        throws IOException, InterruptedException {
        Verdict verdict;
        Linux kernel = Linux.live();
        Jvm jvm = Jvm.here();
        TrialRequest request = options.apply(Machine.rules(kernel, jvm), kernel);
        try (Tester tester = headStart.tester(tier, request.trial().width().isVector())) {
            interruption.onInterrupt(tester::stop);
            Supplier<Machine> machine = inBackground(() -> Machine.of(kernel, jvm));
            verdict = json ? printJson(tester, request, machine) : printText(tester, request, machine, verbose);
            out.flush();
        }
        if (interruption.happened()) {
            return ExitCode.INTERRUPTED;
        }
        return ExitCode.of(verdict);
    }

    private Verdict printJson(Tester tester, TrialRequest request, Supplier<Machine> machine)
        throws IOException, InterruptedException {
        TrialResult result = tester.run(request, promised(machine, request), machine, RunProgress.notesOnly(err));
        out.println(RunJson.print(result));
        return result.judgement().verdict();
    }

    private Verdict printText(Tester tester, TrialRequest request, Supplier<Machine> machine, boolean verbose)
        throws IOException, InterruptedException {
        Screen screen = Terminal.stdout();
        RunText text = new RunText(out, screen, verbose, request.trial(), request.rules());
        LiveLine live = new LiveLine(err, Terminal.columnsOfStderr(screen));
        TrialResult result = tester.run(request, promised(machine, request), machine,
            RunProgress.told(text, live, request.budget(), err));
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

    /** Finds something out on a thread of its own, while the worker works. */
    private static <T> Supplier<T> inBackground(Callable<T> search) {
        FutureTask<T> searching = new FutureTask<>(search);
        Thread thread = new Thread(searching, "background");
        thread.setDaemon(true);
        thread.start();
        return () -> {
            try {
                return searching.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        };
    }
}
