package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.tearline.engine.Tester;
import org.tearline.engine.link.TrialRequest;
import org.tearline.memory.MappedFile;
import org.tearline.platform.Jvm;
import org.tearline.platform.Kernel;
import org.tearline.platform.Machine;
import org.tearline.published.PublishedMachine;
import org.tearline.report.LiveLine;
import org.tearline.report.RunJson;
import org.tearline.report.RunProgress;
import org.tearline.report.RunText;
import org.tearline.report.text.Screen;
import org.tearline.result.TrialResult;
import org.tearline.result.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tester run}: one trial, from the options to the verdict. */
@Command(name = "run", sortOptions = false, mixinStandardHelpOptions = true,
    header = "Hammer one value at one offset and say whether it tears.",
    description = {
        "", "Writers store values at the offset while readers look for one that is half old and half new. Every"
            + " option can also be given as a system property: java -Doffset=60 -Dwrite=cas -jar tester.jar;"
            + " the option wins. For a switch, -Djson or -Djson=true.", "",
        "Bytes of values are printed in memory order, lowest address first.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
        "0:none seen: no tear in enough changes, and the controls held", "1:torn", "2:wrong usage",
        "3:no verdict: inconclusive, refused or fault", "4:internal error",
        "130:interrupted; what was seen so far is printed"})
final class RunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TrialOptions trial;

    @Option(names = "--json", defaultValue = "false",
        description = "Print one JSON object and nothing else on standard output.")
    private boolean json;

    @Option(names = "--verbose", defaultValue = "false",
        description = "Print each stressor's share, and stack traces of errors.")
    private boolean verbose;

    private final Interruption interruption;
    private final HeadStart headStart;
    private final PrintStream out;
    private final PrintStream err;

    /** Creates the command; without a head start there will be no run. */
    RunCommand(Interruption interruption, HeadStart headStart, PrintStream out, PrintStream err) {
        this.interruption = interruption;
        this.headStart = headStart;
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Verdict verdict;
        try (Tester tester = headStart.tester(trial.tier())) {
            interruption.onInterrupt(tester::stop);
            Kernel kernel = Kernel.live();
            Machine machine = Machine.of(kernel, Jvm.here());
            try (MappedFile file = trial.file(machine)) {
                TrialRequest request = trial.request(machine, kernel, file);
                verdict = json ? printJson(tester, request, machine) : printText(tester, request, machine);
            }
        }
        return interruption.happened() ? ExitCode.INTERRUPTED : ExitCode.of(verdict);
    }

    private Verdict printJson(Tester tester, TrialRequest request, Machine machine)
        throws IOException, InterruptedException {
        TrialResult result = tester.run(request, PublishedMachine.promised(machine), machine,
            RunProgress.notesOnly(err));
        out.println(RunJson.print(result));
        return result.judgement().verdict();
    }

    private Verdict printText(Tester tester, TrialRequest request, Machine machine)
        throws IOException, InterruptedException {
        Screen screen = Terminal.stdout();
        RunText text = new RunText(out, screen, verbose);
        text.printTrial(request.trial(), trial.libraryCase(), machine, request.threadCpus());
        LiveLine live = new LiveLine(err, Terminal.columnsOfStderr(screen));
        TrialResult result = tester.run(request, PublishedMachine.promised(machine), machine,
            RunProgress.told(text, live, request.budget(), err));
        live.clear();
        text.printVerdict(result);
        if (verbose) {
            AsmCommand.printBriefly(request, result, out);
        }
        return result.judgement().verdict();
    }
}
