// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.util.Locale;
import org.tearline.cli.text.RunJson;
import org.tearline.cli.text.RunText;
import org.tearline.cli.text.Screen;
import org.tearline.cli.text.Screen.LiveLine;
import org.tearline.cli.text.Terminal;
import org.tearline.file.PublishedMachine;
import org.tearline.machine.Jvm;
import org.tearline.machine.KernelFiles;
import org.tearline.machine.Machine;
import org.tearline.machine.MappedFile;
import org.tearline.run.Tester;
import org.tearline.run.Tester.TrialListener;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.run.link.TesterJvm;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
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
            + " new. Every option can also be a system property, such as java -Doffset=60 -Dwrite=cas -jar tester.jar;"
            + " an option on the command line takes precedence. A flag such as --json becomes -Djson or -Djson=true.",
        "", "Values are printed in memory order, lowest address first.", ""},
    exitCodeList = {
        "0:none seen, strong or weak: no tear in " + Budget.LEAST_CHANGES + " changes or more, and the controls passed",
        "1:torn", "2:wrong usage",
        "3:no verdict: inconclusive (fewer changes, or a failed control), refused or fault", "4:internal error",
        "130:interrupted; partial results are printed"})
final class RunCommand extends Subcommand {
    @Mixin
    private TrialOptions trial;

    @Option(names = "--json", description = JSON)
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        KernelFiles kernel = KernelFiles.live();
        Jvm jvm = Jvm.here();
        AccessRules rules = Machine.rules(kernel, jvm);
        try (MappedFile file = trial.openMapped(rules.geometry())) {
            TrialRequest request = trial.request(rules, kernel, file);
            TrialResult result;
            try (Tester tester = Tester.open(request.trial())) {
                interruption.onInterrupt(tester::stop);
                Background<Machine> machine = Background.start(() -> Machine.of(kernel, jvm));
                result = run(tester, request, machine);
                stdout.flush();
            }
            if (interruption.happened()) {
                return ExitCode.INTERRUPTED;
            }
            return ExitCode.of(result.judgement().verdict());
        }
    }

    private TrialResult run(Tester tester, TrialRequest request, Background<Machine> machine)
        throws IOException, InterruptedException {
        Screen screen = Terminal.stdout(stdout);
        RunText text = new RunText(screen, verbose, request.trial(), request.rules());
        // A live line without columns shows nothing.
        int columns = 0;
        if (!json) {
            columns = Terminal.columnsOfStderr(screen);
        }
        LiveLine live = new LiveLine(stderr, columns);
        TrialResult result = tester.run(request,
            tested -> PublishedMachine.promised(machine.join(), request.rules()).atomic(tested), machine::join,
            listener(request, text, live));
        live.clear();
        if (json) {
            stdout.println(RunJson.print(result));
        } else {
            text.printVerdict(result);
            if (verbose) {
                AsmCommand.printSummary(request, result, screen);
            }
        }
        return result;
    }

    private TrialListener listener(TrialRequest request, RunText text, LiveLine live) {
        return new TrialListener() {
            @Override
            public void firstTear(Witness witness, long nanos) {
                if (!json) {
                    TesterJvm.recordTear();
                    live.clear();
                    text.printTear(witness, nanos);
                }
            }

            @Override
            public void progress(long nanos, long changes, long torn, String stressor) {
                if (live.usableColumns() > 0) {
                    live.show(String.format(Locale.US, "%,.1f s  %,d of %,d changes  %,d torn  %s", nanos / 1e9,
                        changes, request.budget().changes(), torn, stressor));
                }
            }

            @Override
            public void note(String sentence) {
                live.note(sentence);
            }
        };
    }
}
