// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.util.List;
import org.tearline.asm.Inspector.Inspection;
import org.tearline.asm.Inspector;
import org.tearline.loop.Stressor;
import org.tearline.machine.Machine;
import org.tearline.machine.MappedFile;
import org.tearline.run.link.CompileRequest;
import org.tearline.run.link.TrialRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tester asm}: prints the machine instruction of each access without running a trial. */
@Command(name = "asm",
    header = "Show the machine instruction that performs each access.",
    description = {
        "", "A worker JVM compiles the writer's and the reader's loops with the stressor (spin for --stressor auto or"
            + " each), as in a trial, and prints their machine code. Of the options of run, it accepts those that"
            + " affect the code: --offset, --width, --write, --read, --memory, --tier and --stressor. Requires a"
            + " disassembler: hsdis in the JVM, or else objdump (binutils). The interpreter compiles no loops: see"
            + " docs/instructions.md.", ""},
    exitCodeList = {"0:found the access on both sides", "2:wrong usage",
        "3:not found: refused, not compiled, not decoded, or not in the loop", ExitCode.FAILED})
final class AsmCommand extends Subcommand {
    /** The options of a trial that affect the code. */
    private static final List<String> EFFECTIVE = List.of("--offset", "--width", "--write", "--read", "--memory",
        "--tier", "--stressor");

    @Spec
    private CommandSpec spec;

    @Mixin
    private TrialOptions trial;

    @Option(names = "--full", description = "Print the whole loop, with addresses.")
    private boolean full;

    @Override
    public Integer call() throws IOException, InterruptedException {
        for (OptionSpec given : spec.commandLine().getParseResult().matchedOptionsSet()) {
            reject(given.hidden(),
                given.longestName() + " has no effect on machine code; give " + String.join(", ", EFFECTIVE));
        }
        Machine machine = Machine.live();
        try {
            MappedFile noFile = null;
            TrialRequest request = trial.request(machine.rules(), noFile);
            String stressor = request.stressor();
            if (Stressor.denotesSeveral(stressor)) {
                stressor = Stressor.SPIN.toString();
            }
            CompileRequest loops = CompileRequest.of(request, stressor);
            Inspection findings = Inspector.inspect(List.of(loops)).get(0);
            new EvidenceText(wideScreen(), full).print(loops, findings, machine.jvm());
            if (findings.advice() != null) {
                warn(findings.advice());
            }
            if (findings.evidence().stream().allMatch(side -> side.kind() != null && side.warning() == null)) {
                return 0;
            }
        } catch (UnsupportedOperationException e) {
            warn(e.getMessage());
        }
        return ExitCode.NO_VERDICT;
    }

    /** Leaves the options of a trial that have no effect here out of the help. */
    @Override
    void complete(CommandSpec command) {
        for (OptionSpec option : command.mixins().get("trial").options()) {
            if (!EFFECTIVE.contains(option.longestName())) {
                command.remove(option);
                command.addOption(OptionSpec.builder(option).hidden(true).build());
            }
        }
    }
}
