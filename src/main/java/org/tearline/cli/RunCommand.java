// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tearline.cli.text.RunText;
import org.tearline.cli.text.Screen.LiveLine;
import org.tearline.cli.text.Screen;
import org.tearline.cli.text.Terminal;
import org.tearline.machine.Machine;
import org.tearline.machine.MappedFile;
import org.tearline.run.GradedTrial;
import org.tearline.run.Tester;
import org.tearline.run.TrialListener;
import org.tearline.run.link.Message.Progress;
import org.tearline.run.link.TesterJvm;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.verdict.Starts;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.Witness;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tester run}: runs one trial and prints its verdict. */
@Command(name = "run",
    header = "Run one trial: does a value at this offset tear?",
    description = {
        "", "Writer threads store values at the offset while reader threads look for a value that is half old and half"
            + " new. Options can also be system properties, such as java -Doffset=60 -Dwrite=cas -jar tester.jar;"
            + " an option on the command line takes precedence. A flag such as --json becomes -Djson or -Djson=true.",
        "", "Values are printed in memory order, lowest address first.", ""},
    exitCodeList = {
        "0:none seen, strong or weak: no tear in " + Budget.LEAST_CHANGES + " changes or more ("
            + Budget.LEAST_SPLIT_LOCKED_CHANGES + " if both sides lock across a line), and the controls passed",
        "1:torn", "2:wrong usage",
        "3:no verdict: inconclusive (fewer changes, or a failed control), refused or fault", ExitCode.FAILED,
        "130:interrupted; any partial results are printed"})
final class RunCommand extends Subcommand {
    private static final int MAX_RUNS = 1_000;

    @Mixin
    private TrialOptions trial;

    @Option(names = "--runs", paramLabel = "N", defaultValue = "1", description = {
        "Number of times to run the trial, 1 to " + MAX_RUNS + ". With 2 or more, each run has a JVM of its own; prints"
            + " the median and the range of the first tear and, with --until budget, of the rate. Default:"
            + " ${DEFAULT-VALUE}"})
    private String runs;

    @Option(names = "--json", description = JSON)
    private boolean json;

    /** Null until the first worker has been started, which takes longer. */
    private Background<Machine> machine;
    private boolean tearPrinted;

    @Override
    public Integer call() throws IOException, InterruptedException {
        AccessRules rules = Machine.rulesHere();
        try (MappedFile file = trial.openMapped(rules.geometry())) {
            return run(trial.request(rules, file));
        }
    }

    private int run(TrialRequest request) throws IOException, InterruptedException {
        int wanted = (int) Converters.number("--runs", runs, 1, MAX_RUNS);
        Screen screen = screen();
        RunText text = new RunText(screen, verbose, request.trial(), request.rules());
        // A live line without columns shows nothing.
        int columns = 0;
        if (!json) {
            columns = Terminal.columnsOfStderr(screen);
        }
        LiveLine live = new LiveLine(stderr, columns);
        List<TrialResult> results = new ArrayList<>();
        do {
            String start = "";
            if (wanted > 1) {
                start = "start " + (results.size() + 1) + " of " + wanted + "  ";
            }
            try (Tester tester = open(request, wanted)) {
                interruption.onInterrupt(tester::stop);
                if (machine == null) {
                    machine = new Background<>(Machine::live);
                }
                results.add(GradedTrial.run(tester, request, listener(request, text, live, start),
                    machine::join));
            }
        } while (results.size() < wanted && !interruption.happened());
        live.clear();
        Starts starts = new Starts(results);
        print(starts, wanted, text);
        if (verbose && !json) {
            AsmCommand.printSummary(request, starts.deciding(), screen);
        }
        if (interruption.happened()) {
            return ExitCode.INTERRUPTED;
        }
        return ExitCode.of(starts.deciding().judgement().verdict());
    }

    /** Opens a tester; one of several has a worker of its own instead of this JVM. */
    private static Tester open(TrialRequest request, int runs) throws IOException {
        if (runs == 1) {
            return Tester.open(request.trial());
        }
        return Tester.open(request.trial().tier(), request.trial().width().isVector());
    }

    private void print(Starts starts, int wanted, RunText text) {
        if (json && wanted == 1) {
            stdout.println(RunJson.print(starts.deciding()));
        } else if (json) {
            stdout.println(RunJson.print(starts));
        } else {
            text.printVerdict(starts.deciding(), tearPrinted);
            if (wanted > 1) {
                text.printStarts(starts);
            }
        }
    }

    /** Prints the first tear of all starts, and the progress of this one. */
    private TrialListener listener(TrialRequest request, RunText text, LiveLine live, String start) {
        return new TrialListener() {
            @Override
            public void firstTear(Witness witness, long nanos) {
                if (!json && !tearPrinted) {
                    tearPrinted = true;
                    TesterJvm.recordTear();
                    live.clear();
                    text.printTear(witness, nanos);
                }
            }

            @Override
            public void progress(Progress progress) {
                if (live.usableColumns() > 0) {
                    live.show(start + String.format(Locale.US, "%,.1f s  %,d of %,d changes  %,d torn  %s",
                        progress.nanos() / 1e9, progress.changes(), request.budget().changes(), progress.torn(),
                        progress.stressor()));
                }
            }

            @Override
            public void note(String sentence) {
                live.note(sentence);
            }
        };
    }
}
