// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.tearline.file.ResultFile.TesterBuild;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line as a whole. */
@Command(name = "tester", mixinStandardHelpOptions = true, versionProvider = TesterCommand.Version.class,
    header = "Does a long tear when it is not aligned? Measured, with evidence.",
    description = {"", "Without a command, tester runs a trial: java -Doffset=60 -Dwrite=cas -jar tester.jar.",
        "Its options: tester help run.", ""},
    exitCodeList = {"0:none seen, or the command succeeded", "1:torn", "2:wrong usage",
        "3:no verdict: inconclusive, refused or fault", "4:internal error", "130:interrupted"})
final class TesterCommand {
    private static final List<String> COMMANDS = List.of(Program.DEFAULT_COMMAND, "granules", "sweep", "probe", "asm",
        "show", "validate", "submit", "import-jcstress", "judge", "report", "help");

    private TesterCommand() {
    }

    static int execute(String[] all, Interruption interruption, Run run, Properties properties,
                       PrintStream out, PrintStream err) {
        PropertyDefaults defaults = new PropertyDefaults(properties);
        CommandLine commandLine = new CommandLine(new TesterCommand());
        addSubcommands(commandLine, all[0], interruption, run, out, err);
        commandLine
            .setDefaultValueProvider(defaults)
            .setOverwrittenOptionsAllowed(true)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setParameterExceptionHandler(usage())
            .setExecutionExceptionHandler(internal(interruption));
        Converters.register(commandLine);
        commandLine.setExecutionStrategy(parsed -> {
            // With --help among the arguments picocli forgives what it cannot place, even a command's name.
            if (!parsed.unmatched().isEmpty()) {
                throw new UnmatchedArgumentException(commandLine, parsed.unmatched());
            }
            ParseResult last = parsed;
            while (last.hasSubcommand()) {
                last = last.subcommand();
            }
            String misspelt = defaults.misspelt(last.commandSpec());
            if (misspelt != null) {
                throw new ParameterException(last.commandSpec().commandLine(), misspelt);
            }
            return new CommandLine.RunLast().execute(parsed);
        });
        return commandLine.execute(all);
    }

    /** Reading a command's annotations takes some 8 ms, so one that was named is the only one that is added. */
    private static void addSubcommands(CommandLine commandLine, String named, Interruption interruption,
                                       Run run, PrintStream out, PrintStream err) {
        for (String name : COMMANDS.contains(named) && !named.equals("help") ? List.of(named) : COMMANDS) {
            commandLine.addSubcommand(name, switch (name) {
                case "granules" -> new GranulesCommand().with(out, err, interruption);
                case "sweep" -> new SweepCommand().with(out, err, interruption);
                case "probe" -> new ProbeCommand().with(out, err, interruption);
                case "asm" -> new CommandLine(new AsmCommand().with(out, err, interruption));
                case "show" -> new ShowCommand().with(out, err, interruption);
                case "validate" -> new ValidateCommand().with(out, err, interruption);
                case "submit" -> new SubmitCommand().with(out, err, interruption);
                case "import-jcstress" -> new ImportJcstressCommand().with(out, err, interruption);
                case "judge" -> new JudgeCommand().with(out, err, interruption);
                case "report" -> new ReportCommand().with(out, err, interruption);
                case "help" -> new HelpCommand();
                default -> new RunCommand(run);
            });
        }
        Stream.concat(Stream.of(commandLine), commandLine.getSubcommands().values().stream()).forEach(command ->
            command.getCommandSpec().usageMessage().exitCodeListHeading("%nExit codes:%n").sortOptions(false));
    }

    private static IParameterExceptionHandler usage() {
        return (ParameterException problem, String[] arguments) -> {
            CommandLine command = problem.getCommandLine();
            String hint = problem instanceof UnmatchedArgumentException unmatched
                ? PropertyDefaults.unmatched(unmatched.getUnmatched().get(0), command.getCommandSpec()) : null;
            command.getErr().println("tester: " + Program.oneLine(hint == null ? problem.getMessage() : hint) + "; see "
                + command.getCommandSpec().qualifiedName() + " --help");
            return ExitCode.USAGE;
        };
    }

    private static IExecutionExceptionHandler internal(Interruption interruption) {
        return (Exception problem, CommandLine command, ParseResult parsed) -> {
            if (problem instanceof ParameterException usage && !interruption.happened()) {
                return command.getParameterExceptionHandler().handleParseException(usage, new String[0]);
            }
            return Program.failed(problem, interruption, command.getErr(),
                parsed.expandedArgs().contains("--verbose") || System.getProperty("verbose") != null);
        };
    }

    /** Version and commit, as the jar's manifest has them. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            TesterBuild build = TesterBuild.running();
            return new String[] {TesterBuild.TITLE + " " + build.version() + " (commit " + build.commit() + ")"};
        }
    }

    /** {@code tester help COMMAND}: the same as {@code tester COMMAND --help}. */
    @Command(name = "help", mixinStandardHelpOptions = true,
        header = "Print the help of a command.", description = {"", "The same as tester COMMAND --help.", ""},
        exitCodeList = {"0:printed", "2:wrong usage"})
    static final class HelpCommand implements Callable<Integer> {
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
}
