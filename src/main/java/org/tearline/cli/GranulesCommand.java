// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import org.tearline.cli.TrialOptions.CpuOption;
import org.tearline.cli.text.GranulesJson;
import org.tearline.cli.text.GranulesText;
import org.tearline.loop.Region;
import org.tearline.machine.Machine;
import org.tearline.machine.MappedFile;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.run.GranuleSearch.Found;
import org.tearline.run.GranuleSearch;
import org.tearline.run.Tester;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Memory;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
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
    @Option(names = "--width", paramLabel = "BYTES", defaultValue = "8", description = {
        "Size of an access in bytes: 2, 4 or 8; or 16, 32 or 64 for a vector of the JDK's incubating Vector API, whose"
            + " stores and loads are tested against a locked long inside it on x86-64. Default: ${DEFAULT-VALUE}"})
    private Width width;

    @Option(names = "--memory", paramLabel = "KIND", description = {
        "Memory, as in tester run: unsafe, direct, bytebuffer, heap, heapbuffer, mapped or segment. In the JDK's"
            + " buffers and segment, stores and loads of up to 8 bytes are tested as a pair. Default: unsafe;"
            + " bytebuffer for a vector"})
    private Memory memory;

    @Mixin
    private TierOption tier;

    @Mixin
    private CpuOption cpus;

    @Option(names = "--no-split-locks", description = "Do not execute locked instructions across a line, which"
        + " delay the cache misses of other cores. Stores and loads are then tested as a pair.")
    private boolean noSplitLocks;

    @Option(names = "--json", description = JSON)
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        AccessRules rules = Machine.rulesHere();
        TrialSpec trial = trial(rules);
        ThreadCpus pair = cpus.pair();
        Background<Machine> machine = new Background<>(Machine::live);
        try (MappedFile file = Region.temporaryFile(trial.memory(), rules.geometry().pageBytes());
             Tester tester = Tester.open(trial)) {
            interruption.onInterrupt(tester::stop);
            // The search sets the budget and the stressor of each trial.
            TrialRequest like = new TrialRequest(trial, null, pair, rules, null,
                SplitLockPolicy.permitted(!noSplitLocks), MappedFile.nameOf(file), false);
            Found found = new GranuleSearch(tester, like).run();
            return print(found, trial, machine.join());
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

    private TrialSpec trial(AccessRules rules) {
        Memory usual = Memory.UNSAFE;
        if (width.isVector()) {
            usual = Memory.BYTEBUFFER;
        }
        Memory chosen = requireNonNullElse(memory, usual);
        String options = "--width " + width + " --memory " + chosen + ": ";
        requireNone(width.problem(rules.java()), options);
        requireNone(chosen.problem(rules.java()), options);
        reject(width.isVector() && (chosen != Memory.BYTEBUFFER || tier.chosen != Tier.C2),
            options + "a vector requires --memory bytebuffer and --tier c2");
        // The search sets the offset, the write and the read.
        return TrialSpec.USUAL.in(chosen).of(width).at(0).by(tier.chosen);
    }
}
