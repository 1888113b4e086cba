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
import org.tearline.trial.Tier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Runs the programs behind the scripts of the same names. Not thread-safe. */
public final class Tools {
    static final Path ROOT = Path.of(System.getProperty("tools.root", ""));
    private static final int USAGE = 2;
    private static final Map<String, Supplier<Callable<Integer>>> PROGRAMS = new LinkedHashMap<>();

    static {
        PROGRAMS.put("truth", TruthCommand::new);
        PROGRAMS.put("faults", Faults::new);
        PROGRAMS.put("bench-power", BenchPower::new);
        PROGRAMS.put("make-results", MakeResults::new);
        PROGRAMS.put("result-form", ResultForm::new);
    }

    private Tools() {
    }

    /** @param arguments the name of a program, then its arguments */
    public static void main(String[] arguments) {
        System.exit(execute(new PrintWriter(System.out, true), new PrintWriter(System.err, true), arguments));
    }

    /** Runs a program and returns its exit code. The writers receive help and usage errors only. */
    static int execute(PrintWriter out, PrintWriter err, String... arguments) {
        Supplier<Callable<Integer>> program = arguments.length == 0 ? null : PROGRAMS.get(arguments[0]);
        if (program == null) {
            err.println("tools: give one of " + String.join(", ", PROGRAMS.keySet()));
            return USAGE;
        }
        CommandLine command = new CommandLine(program.get()).setCommandName("scripts/" + arguments[0]);
        command.getCommandSpec().addOption(OptionSpec.builder("-h", "--help").usageHelp(true)
            .description("Print this help.").build());
        command.getCommandSpec().usageMessage().sortOptions(false).exitCodeListHeading("%nExit codes:%n")
            .footer("", "--java HOME selects another JDK.");
        command.registerConverter(Tier.class, Tools::tier).setOut(out).setErr(err).setExpandAtFiles(false)
            .setParameterExceptionHandler((problem, given) -> usageError(problem, arguments[0]))
            .setExecutionExceptionHandler((problem, line, parsed) -> {
                err.println(arguments[0] + ": " + problem);
                return command.getCommandSpec().exitCodeOnExecutionException();
            });
        return command.execute(Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    /** Runs a command, discarding its output. Returns false if it fails or cannot start. */
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

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** @throws ParameterException if the text is not a whole number in the range */
    static long number(CommandSpec command, String option, String text, long least, long most) {
        if (!text.matches("\\d{1,18}") || Long.parseLong(text) < least || Long.parseLong(text) > most) {
            throw new ParameterException(command.commandLine(), option + " '" + text + "': give a whole number, "
                + least + " to " + most);
        }
        return Long.parseLong(text);
    }

    private static int usageError(ParameterException problem, String name) {
        problem.getCommandLine().getErr().println(name + ": " + problem.getMessage().replaceAll("\\R", " ")
            + "; --help lists the options");
        return USAGE;
    }

    private static Tier tier(String text) {
        return Arrays.stream(Tier.values()).filter(tier -> tier.toString().equals(text)).findFirst()
            .orElseThrow(() -> new TypeConversionException("'" + text + "': give one or more of "
                + Arrays.stream(Tier.values()).map(Tier::toString).collect(Collectors.joining(", "))));
    }
}
