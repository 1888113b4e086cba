// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.tearline.cli.Program.Interruption;
import org.tearline.file.ResultFile.TesterBuild;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root command: parses the command line with picocli. */
@Command(name = "tester", mixinStandardHelpOptions = true, versionProvider = TesterCommand.Version.class,
    header = "Does a misaligned long tear? Measures it and shows the evidence.",
    description = {"", "Options without a command run a trial: tester --offset 60 --write cas, or java -Doffset=60"
        + " -Dwrite=cas -jar tester.jar; see tester help run. Without arguments, tester runs granules.", ""},
    exitCodeList = {"0:none seen, or the command succeeded", "1:torn", "2:wrong usage",
        "3:no verdict: inconclusive, refused or fault", "4:internal error", "130:interrupted"})
final class TesterCommand {
    private static final List<String> COMMANDS = List.of(Program.DEFAULT_COMMAND, "granules", "sweep", "probe", "asm",
        "show", "validate", "submit", "import-jcstress", "judge", "report");

    private TesterCommand() {
    }

    static int execute(String[] all, Interruption interruption, Properties properties, PrintStream out,
                       PrintStream err) {
        PropertyDefaults defaults = new PropertyDefaults(properties);
        CommandLine commandLine = new CommandLine(new TesterCommand());
        addSubcommands(commandLine, all[0], interruption, out, err);
        commandLine
            .setDefaultValueProvider(defaults)
            .setOverwrittenOptionsAllowed(true)
            // An argument such as @file is a word like any other; the file is not read for more arguments.
            .setExpandAtFiles(false)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setParameterExceptionHandler(usage())
            .setExecutionExceptionHandler(internal(interruption));
        Converters.register(commandLine);
        commandLine.setExecutionStrategy(parsed -> {
            // With --help, picocli accepts unmatched arguments, even a misspelled command.
            if (!parsed.unmatched().isEmpty()) {
                throw new UnmatchedArgumentException(commandLine, parsed.unmatched());
            }
            ParseResult last = parsed;
            while (last.hasSubcommand()) {
                last = last.subcommand();
            }
            String misspelled = defaults.misspelled(last.commandSpec());
            if (misspelled != null) {
                throw new ParameterException(last.commandSpec().commandLine(), misspelled);
            }
            return new CommandLine.RunLast().execute(parsed);
        });
        return commandLine.execute(all);
    }

    /** Adds only the named command if possible: reading the annotations of a command takes about 8 ms. */
    private static void addSubcommands(CommandLine commandLine, String named, Interruption interruption,
                                       PrintStream out, PrintStream err) {
        boolean known = COMMANDS.contains(named);
        List<String> names = COMMANDS;
        if (known) {
            names = List.of(named);
        }
        for (String name : names) {
            // Constructor references, because the verifier would load every class that a plain "new" names here.
            Supplier<Subcommand> command = switch (name) {
                case "granules" -> GranulesCommand::new;
                case "sweep" -> SweepCommand::new;
                case "probe" -> ProbeCommand::new;
                case "asm" -> AsmCommand::new;
                case "show" -> ShowCommand::new;
                case "validate" -> ValidateCommand::new;
                case "submit" -> SubmitCommand::new;
                case "import-jcstress" -> ImportJcstressCommand::new;
                case "judge" -> JudgeCommand::new;
                case "report" -> ReportCommand::new;
                default -> RunCommand::new;
            };
            commandLine.addSubcommand(name, command.get().with(out, err, interruption));
        }
        Stream.concat(Stream.of(commandLine), commandLine.getSubcommands().values().stream()).forEach(command ->
            command.getCommandSpec().usageMessage().exitCodeListHeading("%nExit codes:%n").sortOptions(false));
        if (!known) {
            commandLine.addSubcommand(new HelpCommand());
        }
    }

    private static IParameterExceptionHandler usage() {
        return (ParameterException problem, String[] arguments) -> {
            CommandLine command = problem.getCommandLine();
            String what = problem.getMessage();
            if (problem instanceof UnmatchedArgumentException unmatched) {
                String hint = PropertyDefaults.unmatched(unmatched.getUnmatched().get(0), command.getCommandSpec());
                what = Objects.requireNonNullElse(hint, what);
            }
            command.getErr().println("tester: " + Program.oneLine(what).replaceFirst("\\.$", "") + "; see "
                + command.getCommandSpec().qualifiedName() + " --help");
            return Program.USAGE;
        };
    }

    private static IExecutionExceptionHandler internal(Interruption interruption) {
        return (Exception problem, CommandLine command, ParseResult parsed) -> {
            if (problem instanceof ParameterException usage && !interruption.happened()) {
                return command.getParameterExceptionHandler().handleParseException(usage, new String[0]);
            }
            boolean verbose = command.getCommand() instanceof Subcommand given && given.verbose;
            return Program.failed(problem, interruption, command.getErr(), verbose);
        };
    }

    /** Prints the version and the commit. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            TesterBuild build = TesterBuild.running();
            return new String[] {"tearline " + build.version() + " (commit " + build.commit() + ")"};
        }
    }
}
