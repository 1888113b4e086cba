// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.trial.TrialSpec.Tier;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Starts the programs behind the scripts of the same names. Not thread-safe. */
public final class Tools {
    /** The project's folder. */
    static final Path ROOT = Path.of(System.getProperty("tools.root", ""));
    private static final int USAGE = 2;
    private static final Map<String, Supplier<Callable<Integer>>> PROGRAMS = new LinkedHashMap<>();

    static {
        PROGRAMS.put("truth", TruthCommand::new);
        PROGRAMS.put("faults", Faults::new);
        PROGRAMS.put("bench-power", BenchPower::new);
        PROGRAMS.put("make-results", MakeResults::new);
    }

    private Tools() {
    }

    /** Takes the name of a program and its arguments. */
    public static void main(String[] arguments) {
        System.exit(execute(new PrintWriter(System.out, true), new PrintWriter(System.err, true), arguments));
    }

    /** Runs a program with its output to {@code System.out}, help and complaints to the writers; the exit code. */
    static int execute(PrintWriter out, PrintWriter err, String... arguments) {
        Supplier<Callable<Integer>> program = arguments.length == 0 ? null : PROGRAMS.get(arguments[0]);
        if (program == null) {
            err.println("tools: give one of " + String.join(", ", PROGRAMS.keySet()));
            return USAGE;
        }
        CommandLine command = new CommandLine(program.get()).setCommandName("scripts/" + arguments[0]);
        command.getCommandSpec().addOption(OptionSpec.builder("-h", "--help").usageHelp(true)
            .description("Prints this help.").build());
        command.getCommandSpec().usageMessage().sortOptions(false).exitCodeListHeading("%nExit codes:%n")
            .footer("", "With --java HOME it runs on another JDK.");
        command.registerConverter(Tier.class, Tools::tier).setOut(out).setErr(err)
            .setParameterExceptionHandler((problem, given) -> complain(problem, arguments[0]))
            .setExecutionExceptionHandler((problem, line, parsed) -> {
                err.println(arguments[0] + ": " + problem);
                return command.getCommandSpec().exitCodeOnExecutionException();
            });
        return command.execute(Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    /** Whether a command can be started and ends with 0; what it says is for nobody. */
    static boolean succeeds(List<String> command) {
        try {
            return new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Deletes a folder with all that is in it. */
    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static int complain(ParameterException problem, String name) {
        problem.getCommandLine().getErr().println(name + ": " + problem.getMessage().replaceAll("\\R", " ")
            + "; --help lists the options");
        return USAGE;
    }

    private static Tier tier(String text) {
        return Arrays.stream(Tier.values()).filter(tier -> tier.toString().equals(text)).findFirst()
            .orElseThrow(() -> new TypeConversionException("'" + text + "' is none of "
                + Arrays.stream(Tier.values()).map(Tier::toString).collect(Collectors.joining(", "))));
    }
}
