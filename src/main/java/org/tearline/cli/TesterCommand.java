package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import org.tearline.published.WholeFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line as a whole: its subcommands, its errors and its exit codes. */
@Command(name = "tester", mixinStandardHelpOptions = true, versionProvider = Version.class,
    header = "Does a long tear when it is not aligned? Measured, with evidence.",
    description = {"", "Without a command, tester runs a trial: java -Doffset=60 -Dwrite=cas -jar tester.jar.",
        "Its options: tester help run.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:none seen, or the command succeeded", "1:torn", "2:wrong usage",
        "3:no verdict: inconclusive, refused or fault", "4:internal error", "130:interrupted"})
public final class TesterCommand {
    /** What is meant by options alone. */
    static final String DEFAULT_COMMAND = "run";

    private static final Set<String> ROOT_OPTIONS = Set.of("-h", "--help", "-V", "--version");

    /** The commands that look at all others. */
    private static final Set<String> ABOUT_ALL = Set.of("help", "completion", "man");

    private TesterCommand() {
    }

    /** Parses and runs what was asked for; the exit code. */
    public static int execute(String[] arguments, Properties properties, PrintStream out, PrintStream err) {
        String[] all = withDefaultCommand(arguments);
        try (Interruption interruption = new Interruption();
             HeadStart headStart = all[0].equals(DEFAULT_COMMAND) ? HeadStart.of(List.of(all), properties) : null) {
            Run run = new Run(interruption, headStart, out, err);
            Optional<PlainRun> plain = headStart == null ? Optional.empty()
                : PlainRun.of(List.of(all).subList(1, all.length), properties);
            return checked(plain.isPresent() ? execute(plain.get(), run, interruption, err)
                : execute(all, interruption, run, properties, out, err), out, err);
        } catch (OutOfMemoryError e) {
            err.println("tester: out of memory (" + e.getMessage() + "); give the JVM more with -Xmx");
            return ExitCode.INTERNAL_ERROR;
        }
    }

    private static int execute(PlainRun plain, Run run, Interruption interruption, PrintStream err) {
        try {
            return run.start(plain.tier(), plain::request, null, false, false);
        } catch (IOException | InterruptedException | RuntimeException e) {
            return failed(e, interruption, new PrintWriter(err, true), false);
        }
    }

    private static int execute(String[] all, Interruption interruption, Run run, Properties properties,
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

    private static int checked(int code, PrintStream out, PrintStream err) {
        // A stream for printing keeps its troubles to itself; whoever reads half an object must not believe it.
        if (out.checkError() && !Terminal.stdoutIsPipe()) {
            err.println("tester: could not write all of standard output; is the disk full?");
            return ExitCode.INTERNAL_ERROR;
        }
        return code;
    }

    /** Looking into a command's annotations takes some 8 ms, so one that was named is the only one that is added. */
    private static void addSubcommands(CommandLine commandLine, String named, Interruption interruption,
                                       Run run, PrintStream out, PrintStream err) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put(DEFAULT_COMMAND, () -> new RunCommand(run));
        commands.put("sweep", () -> new SweepCommand(interruption, out, err));
        commands.put("probe", () -> new ProbeCommand(out));
        commands.put("asm", () -> new CommandLine(new AsmCommand(out, err)));
        commands.put("show", () -> new ShowCommand(out, err));
        commands.put("validate", () -> new ValidateCommand(out, err));
        commands.put("submit", () -> new SubmitCommand(out, err));
        commands.put("import-jcstress", () -> new ImportJcstressCommand(err));
        commands.put("import-bench", () -> new ImportBenchCommand(err));
        commands.put("judge", () -> new JudgeCommand(out, err));
        commands.put("compare", () -> new CompareCommand(out, err));
        commands.put("report", () -> new ReportCommand(err));
        commands.put("help", HelpCommand::new);
        commands.put("completion", () -> new CompletionCommand(out));
        commands.put("man", () -> new ManCommand(out));
        boolean all = !commands.containsKey(named) || ABOUT_ALL.contains(named);
        commands.forEach((name, command) -> {
            if (all || name.equals(named)) {
                commandLine.addSubcommand(name, command.get());
            }
        });
    }

    private static String[] withDefaultCommand(String[] arguments) {
        if (arguments.length > 0 && (!arguments[0].startsWith("-") || ROOT_OPTIONS.contains(arguments[0]))) {
            return arguments;
        }
        String[] all = new String[arguments.length + 1];
        all[0] = DEFAULT_COMMAND;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return all;
    }

    private static IParameterExceptionHandler usage() {
        return (ParameterException problem, String[] arguments) -> {
            CommandLine command = problem.getCommandLine();
            String hint = problem instanceof UnmatchedArgumentException unmatched
                ? PropertyDefaults.unmatched(unmatched.getUnmatched().get(0), command.getCommandSpec()) : null;
            command.getErr().println("tester: " + oneLine(hint == null ? problem.getMessage() : hint) + "; see "
                + command.getCommandSpec().qualifiedName() + " --help");
            return ExitCode.USAGE;
        };
    }

    private static IExecutionExceptionHandler internal(Interruption interruption) {
        return (Exception problem, CommandLine command, ParseResult parsed) -> {
            if (problem instanceof ParameterException usage && !interruption.happened()) {
                return command.getParameterExceptionHandler().handleParseException(usage, new String[0]);
            }
            return failed(problem, interruption, command.getErr(),
                parsed.expandedArgs().contains("--verbose") || System.getProperty("verbose") != null);
        };
    }

    private static int failed(Exception problem, Interruption interruption, PrintWriter err, boolean verbose) {
        if (interruption.happened()) {
            // Much fails while a JVM goes down, and none of it is news.
            return ExitCode.INTERRUPTED;
        }
        // The message of such an exception is the file's name alone.
        String words = problem instanceof FileSystemException files ? files.getFile() + ": " + WholeFile.why(files)
            : problem instanceof IOException ? problem.getMessage() : problem.toString();
        err.println("tester: " + oneLine(words));
        if (verbose) {
            problem.printStackTrace(err);
        }
        return ExitCode.INTERNAL_ERROR;
    }

    private static String oneLine(String message) {
        // Names of files and values come back in messages; a terminal obeys what is in them.
        String harmless = message.replaceAll("[\\p{Cc}\\p{Cf}&&[^\r\n]]", "?");
        List<String> lines = Arrays.stream(harmless.split("\\R")).map(String::strip).filter(line -> !line.isEmpty())
            .toList();
        return String.join(" ", lines);
    }
}
