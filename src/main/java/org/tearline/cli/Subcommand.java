// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.tearline.archive.FileBatch;
import org.tearline.archive.PublishedLists;
import org.tearline.cli.text.LiveLine;
import org.tearline.cli.text.Screen;
import org.tearline.cli.text.Terminal;
import org.tearline.file.Quoted;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.PicocliException;

/** Base class of the commands, with output streams and path checks. */
abstract class Subcommand implements Callable<Integer> {
    static final String JSON = "Print one JSON object and nothing else on standard output.";

    private static final int WIDE_COLUMNS = 118;

    /** Listed after the command's own options. */
    @Option(names = "--verbose", order = 1,
        description = "Print details, where there are any, and stack traces of errors.")
    boolean verbose;
    PrintStream stdout;
    PrintStream stderr;
    Interruption interruption;

    Subcommand with(PrintStream out, PrintStream err, Interruption interrupted) {
        stdout = out;
        stderr = err;
        interruption = interrupted;
        return this;
    }

    /** Changes the command before it is used; not called again. */
    void complete(CommandSpec command) {
    }

    Screen screen() {
        return Terminal.stdout(stdout);
    }

    /** Returns the screen for sentences that stand beside lines of code. */
    Screen wideScreen() {
        return screen().atMost(WIDE_COLUMNS);
    }

    LiveLine liveLine() {
        return liveLine(screen());
    }

    LiveLine liveLine(Screen screen) {
        return new LiveLine(stderr, Terminal.columnsOfStderr(screen));
    }

    /** Prints a sentence that the user should see beside the result. */
    void warn(String sentence) {
        stderr.println("tester: " + sentence);
    }

    /** Returns an exception that {@link Program} reports as wrong usage of the command, in one line. */
    static PicocliException bad(String message) {
        return new PicocliException(message);
    }

    /** Fails with this message if the usage is wrong. */
    static void reject(boolean wrong, String message) {
        if (wrong) {
            throw bad(message);
        }
    }

    /** Fails if there is a problem, which is null if there is none. */
    static void requireNone(String problem, String what) {
        reject(problem != null, what + problem);
    }

    /** Reads the lists beside a folder of published results. */
    static PublishedLists lists(Path results) throws IOException {
        try {
            return PublishedLists.beside(results);
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
    }

    /** Returns a path in printable form. */
    static String quoted(Path path) {
        return Quoted.full(path.toString());
    }

    static void requireFile(Path file) {
        boolean exists = Files.exists(file);
        reject(Files.isDirectory(file), file + ": a folder, not a file");
        reject(exists && !Files.isRegularFile(file), file + ": not a regular file");
        reject(!exists && Files.isSymbolicLink(file), file + ": a broken link");
        reject(!exists, file + ": no such file");
        reject(!Files.isReadable(file), file + ": not readable");
    }

    /** Returns the paths that are files, and the .json files at any depth below those that are folders; each once. */
    List<Path> resultFiles(List<Path> paths) throws IOException {
        Map<Path, Path> files = new LinkedHashMap<>();
        for (Path path : paths) {
            List<Path> found = List.of(path);
            if (Files.isDirectory(path)) {
                found = FileBatch.below(path);
            } else {
                requireFile(path);
            }
            for (Path file : found) {
                files.putIfAbsent(file.toRealPath(), file);
            }
        }
        return List.copyOf(files.values());
    }

    void requireFolder(String option, Path folder) {
        reject(!Files.exists(folder), option + " " + folder + ": no such folder");
        reject(!Files.isDirectory(folder), option + " " + folder + ": is a file, not a folder");
    }

    /**
     * Accepts a new output file or, if {@code mayExist}, an existing one that can be replaced. Checks permissions last:
     * root, who may write any file, gets the same message about a folder or device.
     *
     * @param what precedes the problem in the message
     */
    static void requireWritable(String what, Path out, boolean mayExist) {
        Path folder = out.toAbsolutePath().getParent();
        boolean exists = Files.exists(out);
        reject(Files.isDirectory(out), what + "is a folder, not a file");
        reject(exists && !Files.isRegularFile(out), what + "is not a regular file");
        // The link would be replaced instead of its target.
        reject(Files.isSymbolicLink(out), what + "is a symbolic link; give a file or a new name");
        reject(exists && !mayExist, what + "already exists; delete it or choose another name");
        // Windows cannot replace a read-only file; elsewhere, its owner has protected it.
        reject(exists && !Files.isWritable(out), what + "is read-only");
        reject(!Files.isDirectory(folder), what + "no such folder");
        reject(!Files.isWritable(folder), what + "the folder is not writable");
    }

    /** Accepts a new output file, or one that can be replaced. */
    static void requireReplaceable(String what, Path out) {
        boolean mayExist = true;
        requireWritable(what, out, mayExist);
    }
}
