// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.tearline.loop.MappedFile;
import org.tearline.machine.Jvm;
import org.tearline.machine.Linux;
import org.tearline.machine.Machine;
import org.tearline.trial.Geometry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tester run}: one trial, from the options to the verdict. */
@Command(name = "run", mixinStandardHelpOptions = true,
    header = "Hammer one value at one offset and say whether it tears.",
    description = {
        "", "Writers store values at the offset while readers look for one that is half old and half new. Every"
            + " option can also be given as a system property: java -Doffset=60 -Dwrite=cas -jar tester.jar;"
            + " the option wins. For a switch, -Djson or -Djson=true.", "",
        "Bytes of values are printed in memory order, lowest address first.", ""},
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

    private final Run run;

    RunCommand(Run run) {
        this.run = run;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Geometry geometry = Machine.rules(Linux.live(), Jvm.here()).geometry();
        try (MappedFile file = trial.file(geometry)) {
            return run.start(trial.tier(), (rules, kernel) -> trial.request(rules, kernel, file), json, verbose);
        }
    }
}
