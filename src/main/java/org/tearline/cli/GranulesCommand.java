// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import org.tearline.cli.text.GranulesJson;
import org.tearline.cli.text.GranulesText;
import org.tearline.loop.Region;
import org.tearline.machine.Machine;
import org.tearline.machine.MappedFile;
import org.tearline.run.GranuleSearch.Found;
import org.tearline.run.GranuleSearch;
import org.tearline.run.Tester;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.TrialSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tester granules}: measures the granules of stores, loads and locked instructions. */
@Command(name = "granules",
    header = "Measure within how many aligned bytes this machine's stores, loads and locked instructions are atomic.",
    description = {"", "An access is atomic if all its bytes lie in one aligned block the size of the CPU's granule."
        + " Takes some seconds on idle CPUs. tester sweep tries more offsets and runs longer.", ""},
    exitCodeList = {"0:measured; a granule may be printed as a range or as unknown", "2:wrong usage",
        "3:nothing could be measured, as with one CPU or a refused access", ExitCode.FAILED,
        "130:interrupted; any partial results are printed"})
final class GranulesCommand extends Subcommand {
    @Mixin
    private GranulesOptions options;

    @Option(names = "--json", description = JSON)
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        AccessRules rules = Machine.rulesHere();
        TrialSpec trial = options.trial(rules);
        Background<Machine> machine = new Background<>(Machine::live);
        try (MappedFile file = Region.temporaryFile(trial.memory(), rules.geometry().pageBytes())) {
            TrialRequest like = options.request(trial, rules, file);
            try (Tester tester = Tester.open(trial)) {
                interruption.onInterrupt(tester::stop);
                return print(new GranuleSearch(tester, like).run(), trial, machine.join());
            }
        }
    }

    private int print(Found found, TrialSpec trial, Machine machine) {
        boolean nothing = found.tried().stream().noneMatch(place -> place.outcome().fromWorker());
        if (nothing) {
            warn("nothing could be measured: " + found.tried().get(0).outcome().reason());
        } else if (json) {
            stdout.println(GranulesJson.print(found, trial, machine));
        } else {
            new GranulesText(screen()).print(found, trial, machine);
        }
        if (interruption.happened()) {
            warn("interrupted; the result is partial");
            return ExitCode.INTERRUPTED;
        }
        if (nothing) {
            return ExitCode.NO_VERDICT;
        }
        return 0;
    }
}
