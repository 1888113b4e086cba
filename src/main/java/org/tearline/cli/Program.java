// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.file.WholeFile;
import org.tearline.loop.MappedFile;
import org.tearline.run.link.WorkerFolder;
import org.tearline.trial.TrialSpec;

/**
 * From arguments to an exit code. A plain run needs no parser, and a run forks its worker first of all; so this class
 * names none of those that parse, whose loading takes some 30 ms.
 */
public final class Program {
    /** The command of options alone. */
    static final String DEFAULT_COMMAND = "run";

    private static final Pattern OFFSET = Pattern.compile("\\d{1,9}");
    private static final Set<String> ROOT_OPTIONS = Set.of("-h", "--help", "-V", "--version");

    private Program() {
    }

    public static int execute(String[] arguments, Properties properties, PrintStream out, PrintStream err) {
        List<String> all = withCommand(List.of(arguments), properties);
        List<String> options = all.subList(1, all.size());
        boolean isRun = all.get(0).equals(DEFAULT_COMMAND);
        try (Interruption interruption = new Interruption();
             Run run = isRun ? new Run(interruption, out, err, options, properties) : null) {
            Optional<TrialSpec> plain = isRun ? RunWords.trial(options, properties) : Optional.empty();
            return checked(plain.isPresent() ? execute(plain.get(), run, interruption, err)
                : TesterCommand.execute(all.toArray(new String[0]), interruption, run, properties, out, err), out, err);
        } catch (OutOfMemoryError e) {
            err.println("tester: out of memory or threads (" + e.getMessage() + "); give the JVM more with -Xmx, or"
                + " raise the limit on processes (ulimit -u)");
            return ExitCode.INTERNAL_ERROR;
        } finally {
            removeAbandoned();
        }
    }

    /** Comes after the work, whose first tear must not wait for it. */
    private static void removeAbandoned() {
        try {
            WorkerFolder.removeAbandoned();
            MappedFile.removeAbandoned();
        } catch (InvalidPathException e) {
            // A temporary folder that cannot be named in this locale holds nothing of a tester.
        }
    }

    private static int execute(TrialSpec plain, Run run, Interruption interruption, PrintStream err) {
        try {
            return run.start(plain.tier(), (rules, kernel) -> RunWords.request(plain, rules, kernel), false, false);
        } catch (IOException | InterruptedException | RuntimeException e) {
            return failed(e, interruption, new PrintWriter(err, true), false);
        }
    }

    private static int checked(int code, PrintStream out, PrintStream err) {
        // A stream for printing keeps its troubles to itself; whoever reads half an object must not believe it.
        if (out.checkError() && !Terminal.stdoutIsPipe()) {
            err.println("tester: could not write all of standard output; is the disk full?");
            return ExitCode.INTERNAL_ERROR;
        }
        return code;
    }

    /** {@code run --offset 60} for 60, and {@code granules} for nothing. */
    private static List<String> withCommand(List<String> arguments, Properties properties) {
        if (arguments.isEmpty()) {
            return List.of(properties.stringPropertyNames().stream().anyMatch(PropertyDefaults::mayBeMeant)
                ? DEFAULT_COMMAND : "granules");
        }
        String first = arguments.get(0);
        if (OFFSET.matcher(first).matches()) {
            return Stream.concat(Stream.of(DEFAULT_COMMAND, "--offset"), arguments.stream()).toList();
        }
        return !first.startsWith("-") || ROOT_OPTIONS.contains(first) ? arguments
            : Stream.concat(Stream.of(DEFAULT_COMMAND), arguments.stream()).toList();
    }

    /** Says in one line what went wrong; returns the exit code. */
    static int failed(Exception problem, Interruption interruption, PrintWriter err, boolean verbose) {
        if (interruption.happened()) {
            // Much fails while a JVM goes down, and none of it is news.
            return ExitCode.INTERRUPTED;
        }
        // The message of such an exception is the file's name alone.
        String words = problem instanceof FileSystemException files ? files.getFile() + ": " + WholeFile.why(files)
            : problem instanceof IOException || problem instanceof UncheckedIOException ? problem.getMessage()
            : problem.toString();
        err.println("tester: " + oneLine(words));
        if (verbose) {
            problem.printStackTrace(err);
        }
        return ExitCode.INTERNAL_ERROR;
    }

    /** Names of files come back in messages, and a terminal obeys what is in them. */
    static String oneLine(String message) {
        String harmless = message.replaceAll("[\\p{Cc}\\p{Cf}&&[^\r\n]]", "?");
        List<String> lines = Arrays.stream(harmless.split("\\R")).map(String::strip).filter(line -> !line.isEmpty())
            .toList();
        return String.join(" ", lines);
    }
}
