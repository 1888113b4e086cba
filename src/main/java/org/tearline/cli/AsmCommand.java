// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.asm.Inspector;
import org.tearline.asm.Inspector.Evidence;
import org.tearline.asm.Inspector.LoopVariants;
import org.tearline.cli.text.EvidenceText;
import org.tearline.cli.text.Screen;
import org.tearline.cli.text.Screen.Terminal;
import org.tearline.loop.Stressor;
import org.tearline.machine.Jvm;
import org.tearline.machine.Linux;
import org.tearline.machine.Machine;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.TrialResult.Controls.StressorUse;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** {@code tester asm}: the machine instruction of each access, without running a trial. */
@Command(name = "asm", mixinStandardHelpOptions = true, modelTransformer = AsmCommand.HideOptions.class,
    header = "Show the machine instruction that performs each access.",
    description = {
        "", "A worker JVM compiles the writer's and the reader's loops with the stressor, as in a trial, and prints"
            + " their machine code. With --stressor auto it compiles the loops of all stressors, shows the first, and"
            + " lists those whose accesses differ. Accepts all options of run but lists only those that affect the"
            + " code. Requires a disassembler: hsdis in the JVM, or else objdump (binutils).", ""},
    exitCodeList = {"0:found the access on both sides", "2:wrong usage",
        "3:not found: refused, not compiled, not decoded, or not in the loop", "4:internal error"})
final class AsmCommand extends Subcommand {
    @Mixin
    private TrialOptions trial;

    @Option(names = "--full", description = "Print the whole loop, with addresses.")
    private boolean full;

    @Option(names = "--json", description = JSON)
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Linux kernel = Linux.live();
        Machine machine = Machine.of(kernel, Jvm.here());
        try {
            return printLoops(trial.request(machine.rules(), kernel, null), machine);
        } catch (UnsupportedOperationException e) {
            stderr.println("tester: " + e.getMessage());
            return Program.NO_VERDICT;
        }
    }

    private int printLoops(TrialRequest request, Machine machine) throws IOException, InterruptedException {
        LoopVariants variants = LoopVariants.of(request, Stressor.inLoops(request.stressor(), request.trial().tier()));
        if (json) {
            stdout.println(EvidenceText.json(variants, machine.jvm().toString()));
        } else {
            new EvidenceText(Terminal.stdout(stdout), full).print(variants, machine.jvm());
        }
        printAdvice(variants.findings().advice());
        return Stream.concat(variants.findings().evidence().stream(), variants.others().stream()
            .map(LoopVariants.Variant::evidence)).allMatch(AsmCommand::found) ? 0 : Program.NO_VERDICT;
    }

    private void printAdvice(String advice) {
        stdout.flush();
        if (advice != null) {
            stderr.println("tester: " + advice);
        }
    }

    /** Prints both sides of a finished trial in one line, for the stressor with the longest counting time. */
    static void printSummary(TrialRequest request, TrialResult result, Screen screen) throws InterruptedException {
        if (request.trial().tier() == Tier.INTERPRETER) {
            return;
        }
        String summary;
        try {
            String stressor = (result.outcome() == null ? Optional.<String>empty()
                : StressorUse.longest(result.outcome().stressors())).orElse(Stressor.NONE.toString());
            summary = "machine code, stressor " + stressor + ": " + EvidenceText.summary(
                Inspector.inspect(List.of(Inspector.request(request, stressor))).get(0).evidence());
        } catch (IOException | RuntimeException e) {
            // The verdict does not depend on what a JVM or a disassembler prints.
            summary = "machine code: unknown, " + e.getMessage();
        }
        screen.say("  ", "    ", summary);
    }

    private static boolean found(Evidence evidence) {
        return evidence.kind() != null && evidence.warning() == null;
    }

    /** Hides the options of run that do not affect the machine code. */
    static final class HideOptions implements IModelTransformer {
        private static final Set<String> LISTED = Set.of("--offset", "--width", "--write", "--read",
            "--memory", "--tier", "--stressor", "--full", "--json", "--help", "--version");

        @Override
        public CommandSpec transform(CommandSpec command) {
            for (OptionSpec option : List.copyOf(command.options())) {
                if (!LISTED.contains(option.longestName())) {
                    command.remove(option);
                    command.addOption(OptionSpec.builder(option).hidden(true).build());
                }
            }
            return command;
        }
    }
}
