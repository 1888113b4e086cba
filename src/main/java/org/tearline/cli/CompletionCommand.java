// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code tester completion SHELL}: a script with which a shell completes commands, options and values. Not thread-safe.
 */
@Command(name = "completion", mixinStandardHelpOptions = true,
    header = "Print a script that completes commands, options and values.",
    description = {"", "For this shell: source <(tester completion bash). For all to come, the same line in"
        + " ~/.bashrc or ~/.zshrc. It completes the name tester, which scripts/tester has where its folder is on the"
        + " PATH.", ""},
    exitCodeList = {"0:printed", "2:wrong usage"})
final class CompletionCommand implements Callable<Integer> {
    /** The shells that picocli's script is for; in zsh it loads bashcompinit. Immutable. */
    enum Shell {
        BASH, ZSH;

        /** Returns the name as the user types it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash or zsh")
    private Shell shell;

    private final PrintStream out;

    CompletionCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        CommandSpec tester = spec.parent();
        Map<String, CommandLine> commands = tester.subcommands();
        // Without a command, the options are those of run.
        commands.get(Program.DEFAULT_COMMAND).getCommandSpec().options().stream()
            .filter(option -> !option.usageHelp() && !option.versionHelp()).forEach(tester::addOption);
        label(tester);
        commands.values().forEach(command -> label(command.getCommandSpec()));
        CommandSpec help = commands.get("help").getCommandSpec();
        PositionalParamSpec command = help.positionalParameters().get(0);
        help.remove(command);
        help.addPositional(PositionalParamSpec.builder(command).completionCandidates(commands.keySet()).build());
        out.print(AutoComplete.bash(tester.name(), tester.commandLine()));
        out.flush();
        return 0;
    }

    /** Picocli 4.7.7 names the script's lists of values by the labels of the options, so all must differ. */
    private static void label(CommandSpec command) {
        for (OptionSpec option : List.copyOf(command.options())) {
            command.remove(option);
            command.addOption(OptionSpec.builder(option).paramLabel(option.longestName().replaceAll("\\W", ""))
                .build());
        }
    }
}
