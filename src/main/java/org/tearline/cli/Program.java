// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.cli.text.Terminal;
import org.tearline.file.AtomicFile;
import org.tearline.file.ResultFile.TesterBuild;
import org.tearline.machine.Jvm.UnsupportedJvm;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.PicocliException;
import picocli.CommandLine.UnmatchedArgumentException;
import picocli.CommandLine;

/** The root command: parses a command line with picocli, runs it and returns its exit code. */
@Command(name = "tester",
    header = "Does a misaligned long tear? Measures it and shows the evidence.",
    description = {"", "Options without a command run a trial: tester --offset 60 --write cas, or java -Doffset=60"
        + " -Dwrite=cas -jar tester.jar; see tester help run. Without arguments, tester runs granules.", ""},
    exitCodeList = {"0:none seen, or the command succeeded",
        "1:torn, or another problem found, such as an invalid file", "2:wrong usage",
        "3:no verdict: inconclusive, refused or fault", ExitCode.FAILED,
        "130:interrupted; after another signal, 128 and its number"})
public record Program(PrintStream out, PrintStream err, Interruption interruption) {
    public static int execute(String[] arguments, Properties properties, PrintStream out, PrintStream err) {
        String[] all = withCommand(List.of(arguments), properties).toArray(new String[0]);
        try (Interruption interruption = new Interruption(err)) {
            return new Program(out, err, interruption).execute(all, new PropertyDefaults(properties));
        } catch (OutOfMemoryError e) {
            err.println("tester: out of memory or threads (" + Objects.requireNonNullElse(e.getMessage(), "heap")
                + "); increase the heap with -Xmx or the process limit with ulimit -u");
            return ExitCode.INTERNAL_ERROR;
        }
    }

    private int execute(String[] all, PropertyDefaults defaults) {
        CommandLine commandLine = new CommandLine(this);
        addSubcommands(commandLine, all[0]);
        commandLine
            .setDefaultValueProvider(defaults)
            .setOverwrittenOptionsAllowed(true)
            // An argument such as @file is a word like any other; the file is not read for more arguments.
            .setExpandAtFiles(false)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setParameterExceptionHandler(Program::reportUsage)
            .setExecutionExceptionHandler(this::otherErrors)
            .setExecutionStrategy(strategy(commandLine, defaults));
        Converters.register(commandLine);
        int code = commandLine.execute(all);
        // A PrintStream swallows errors. Without this check, truncated output could pass for success.
        if (out.checkError() && !Terminal.stdoutIsPipe()) {
            err.println("tester: could not write all of standard output; is the disk full?");
            return ExitCode.INTERNAL_ERROR;
        }
        return code;
    }

    /** Returns a strategy that rejects unmatched arguments and misspelled properties before it runs the command. */
    private static IExecutionStrategy strategy(CommandLine commandLine, PropertyDefaults defaults) {
        return parsed -> {
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
        };
    }

    /** Adds only the named command, or all if none has this name: reading the annotations of each takes about 8 ms. */
    private void addSubcommands(CommandLine commandLine, String named) {
        boolean known = Commands.NAMES.contains(named);
        List<String> names = Commands.NAMES;
        if (known) {
            names = List.of(named);
        }
        for (String name : names) {
            Subcommand made = Commands.named(name).with(out, err, interruption);
            commandLine.addSubcommand(name, made);
            CommandLine added = commandLine.getSubcommands().get(name);
            made.complete(added.getCommandSpec());
            // A question may begin with an option of the JVM.
            added.setUnmatchedOptionsArePositionalParams(name.equals("ask"));
        }
        Stream.concat(Stream.of(commandLine), commandLine.getSubcommands().values().stream())
            .map(CommandLine::getCommandSpec)
            .forEach(command -> command.mixinStandardHelpOptions(true).versionProvider(Program::version)
                .usageMessage().exitCodeListHeading("%nExit codes:%n").sortOptions(false));
        if (!known) {
            commandLine.addSubcommand(new HelpCommand());
        }
    }

    private static int reportUsage(ParameterException problem, String[] arguments) {
        CommandLine command = problem.getCommandLine();
        String what = problem.getMessage();
        if (problem instanceof UnmatchedArgumentException unmatched) {
            String hint = PropertyDefaults.unmatched(unmatched.getUnmatched().get(0), command.getCommandSpec());
            what = Objects.requireNonNullElse(hint, what);
        }
        command.getErr().println("tester: " + oneLine(what).replaceAll("^Error: |\\.$", "") + "; see "
            + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    /** Prints an error in one line, with a stack trace if verbose, unless Ctrl-C was pressed. Returns the exit code. */
    private int otherErrors(Exception problem, CommandLine command, ParseResult parsed) {
        if (problem instanceof PicocliException && !interruption.happened()) {
            return reportUsage(new ParameterException(command, problem.getMessage()), new String[0]);
        }
        // Libraries hide this error in exceptions of their own.
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError error) {
                throw error;
            }
        }
        if (interruption.happened()) {
            // Errors while the JVM shuts down are expected.
            return ExitCode.INTERRUPTED;
        }
        // The message of a FileSystemException may be only the file name.
        String message;
        if (problem instanceof FileSystemException files) {
            message = files.getFile() + ": " + AtomicFile.why(files);
        } else if (problem instanceof IOException || problem instanceof UncheckedIOException) {
            message = problem.getMessage();
        } else {
            message = problem.toString();
        }
        command.getErr().println("tester: " + oneLine(message));
        if (command.getCommand() instanceof Subcommand given && given.verbose) {
            problem.printStackTrace(command.getErr());
        }
        if (problem instanceof UnsupportedJvm) {
            return ExitCode.USAGE;
        }
        return ExitCode.INTERNAL_ERROR;
    }

    /**
     * Adds the implied command: {@code 60} means {@code run --offset 60}, options alone mean {@code run}, even as
     * properties, and nothing at all means {@code granules}.
     */
    static List<String> withCommand(List<String> arguments, Properties properties) {
        if (arguments.isEmpty()) {
            if (new PropertyDefaults(properties).containOption()) {
                return List.of(Commands.DEFAULT);
            }
            return List.of("granules");
        }
        String first = arguments.get(0);
        List<String> all = new ArrayList<>(arguments);
        if (first.matches("\\d{1,9}")) {
            all.addAll(0, List.of(Commands.DEFAULT, "--offset"));
        } else if (first.startsWith("-") && !Set.of("-h", "--help", "-V", "--version").contains(first)) {
            all.add(0, Commands.DEFAULT);
        }
        return all;
    }

    /** Joins lines and replaces control characters, which file names in messages may contain. */
    static String oneLine(String message) {
        return Stream.of(message.replaceAll("[\\p{Cc}\\p{Cf}&&[^\r\n]]", "?").split("\\R"))
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .collect(Collectors.joining(" "));
    }

    /** Returns the output of {@code --version}. */
    private static String[] version() {
        TesterBuild build = TesterBuild.running();
        return new String[] {"tearline " + build.version() + " (commit " + build.commit() + ")"};
    }
}
