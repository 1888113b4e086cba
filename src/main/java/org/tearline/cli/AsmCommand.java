// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.asm.Inspector;
import org.tearline.asm.Inspector.Evidence;
import org.tearline.asm.Inspector.LoopVariants;
import org.tearline.asm.InstructionTable;
import org.tearline.cli.json.EvidenceJson;
import org.tearline.cli.text.EvidenceText;
import org.tearline.cli.text.InstructionsText;
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

/** {@code tester asm}: which machine instruction an access is, without running a trial. */
@Command(name = "asm", mixinStandardHelpOptions = true,
    modelTransformer = AsmCommand.OnlyWhatIsCompiled.class,
    header = "Show which machine instruction each side of a trial is.",
    description = {
        "", "A worker JVM compiles the writer's and the reader's loop as a trial does, with its stressor, and prints"
            + " their machine code. No trial runs, so with --stressor auto the loops of all stressors are looked at:"
            + " the first is shown, and it is said in which the accesses are others. Takes the options of run, so that"
            + " asm can replace run on a command line; those that do not change the code are not listed. hsdis decodes"
            + " the code if the JVM has it, else objdump (binutils); without either there is nothing to show.", ""},
    exitCodeList = {"0:the access was found on both sides", "2:wrong usage",
        "3:not found: refused, not compiled, not decoded, or not in the loop", "4:internal error"})
final class AsmCommand extends Subcommand {
    private static final Set<String> TABLE = Set.of("--table", "--json");

    @Mixin
    private TrialOptions trial;

    @Option(names = "--full", defaultValue = "false", description = "Print the whole loop, with addresses.")
    private boolean full;

    @Option(names = "--json", defaultValue = "false",
        description = "Print one JSON object and nothing else on standard output.")
    private boolean json;

    @Option(names = "--table", defaultValue = "false", description = "Print what every access is instead, in each"
        + " memory and width, by c2 and by c1, as a Markdown table; what differs between memories is marked. Values are"
        + " misaligned; where an API takes aligned ones only, aligned. Takes 10 to 30 s. Goes with --json alone.")
    private boolean table;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Linux kernel = Linux.live();
        Machine machine = Machine.of(kernel, Jvm.here());
        if (table) {
            return printTable(machine);
        }
        TrialRequest request = trial.request(machine.rules(), kernel, null);
        LoopVariants variants;
        try {
            variants = LoopVariants.of(request, Stressor.inLoops(request.stressor(),
                request.trial().tier()));
        } catch (UnsupportedOperationException e) {
            stderr.println("tester: " + e.getMessage());
            return ExitCode.NO_VERDICT;
        }
        if (json) {
            stdout.println(EvidenceJson.print(variants, machine.jvm().toString()));
        } else {
            new EvidenceText(Terminal.stdout(stdout), full).print(variants, machine.jvm());
        }
        stdout.flush();
        if (variants.findings().advice() != null) {
            stderr.println("tester: " + variants.findings().advice());
        }
        return Stream.concat(variants.findings().evidence().stream(), variants.others().stream()
            .map(LoopVariants.Variant::evidence)).allMatch(AsmCommand::found) ? ExitCode.NONE_SEEN
            : ExitCode.NO_VERDICT;
    }

    private int printTable(Machine machine) throws IOException, InterruptedException {
        spec.commandLine().getParseResult().matchedOptions().stream().filter(option -> !TABLE.contains(
            option.longestName())).findFirst().ifPresent(option -> {
                throw bad("--table is of every access and goes with --json"
                    + " alone, not with " + option.longestName());
            });
        InstructionTable found;
        try {
            found = InstructionTable.of(machine.geometry());
        } catch (UnsupportedOperationException e) {
            stderr.println("tester: " + e.getMessage());
            return ExitCode.NO_VERDICT;
        }
        String jvm = machine.jvm().toString();
        stdout.println(json ? EvidenceJson.print(found, jvm) : InstructionsText.print(found, jvm));
        stdout.flush();
        if (found.advice() != null) {
            stderr.println("tester: " + found.advice());
            return ExitCode.NO_VERDICT;
        }
        return ExitCode.NONE_SEEN;
    }

    /** One line about both sides of a trial that has been run, under the stressor that counted longest. */
    static void printBriefly(TrialRequest request, TrialResult result, PrintStream stdout) throws InterruptedException {
        if (request.trial().tier() == Tier.INTERPRETER) {
            return;
        }
        try {
            String stressor = (result.outcome() == null ? Optional.<String>empty()
                : StressorUse.longest(result.outcome().stressors())).orElse(Stressor.NONE.toString());
            Terminal.stdout(stdout).say("  ", "    ", "machine code, stressor " + stressor + ": " + EvidenceText.brief(
                Inspector.inspect(List.of(Inspector.request(request, stressor))).get(0).evidence()));
        } catch (IOException | RuntimeException e) {
            // The verdict stands, whatever a JVM or a disassembler printed.
            stdout.println("  machine code: unknown, " + e.getMessage());
        }
    }

    private static boolean found(Evidence evidence) {
        return evidence.kind() != null && evidence.warning() == null;
    }

    /** Hides the options of run that make no difference to the machine code; they are still accepted. */
    static final class OnlyWhatIsCompiled implements IModelTransformer {
        private static final Set<String> LISTED = Set.of("--offset", "--width", "--write", "--read",
            "--memory", "--tier", "--stressor", "--full", "--json", "--table", "--help", "--version");

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
