// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tester help COMMAND}: the same as {@code tester COMMAND --help}. */
@Command(name = "help", mixinStandardHelpOptions = true,
    header = "Print the help of a command.", description = {"", "The same as tester COMMAND --help.", ""},
    exitCodeList = {"0:printed", "2:wrong usage"})
final class HelpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "Default: what all commands have in common")
    private String command;

    @Override
    public Integer call() {
        CommandLine tester = spec.parent().commandLine();
        CommandLine asked = command == null ? tester : tester.getSubcommands().get(command);
        if (asked == null) {
            String hint = PropertyDefaults.unmatched(command, spec.parent());
            throw new ParameterException(tester, hint == null ? "'" + command + "' is not a command" : hint);
        }
        asked.usage(spec.commandLine().getOut());
        return 0;
    }
}
