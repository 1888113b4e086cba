// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tearline.machine.Os;

/** Detects terminals and their properties. Thread-safe. */
public final class Terminal {
    private static final Path STDERR = Path.of("/proc/self/fd/2");
    private static final Path STDOUT = Path.of("/proc/self/fd/1");
    private static final int DEFAULT_COLUMNS = 80;

    private Terminal() {
    }

    public static Screen stdout(PrintStream out) {
        if (!isTerminal(STDOUT)) {
            return new Screen(out, Screen.ENDLESS, false, supportsUnicode());
        }
        boolean colour = System.getenv().getOrDefault("NO_COLOR", "").isEmpty() && supportsColour();
        return new Screen(out, columns(), colour, supportsUnicode());
    }

    public static Screen stderr(PrintStream err) {
        if (isTerminal(STDERR)) {
            return Screen.of(err, columns());
        }
        return Screen.of(err, Screen.ENDLESS);
    }

    /** Returns the width of the terminal on standard error, 0 if there is none. Reuses that of standard output. */
    public static int columnsOfStderr(Screen stdout) {
        if (!isTerminal(STDERR)) {
            return 0;
        }
        if (stdout.columns() < Screen.ENDLESS) {
            return stdout.columns();
        }
        return columns();
    }

    /** Whether standard output is known to be a pipe. A failed write then only means that the reader is gone. */
    public static boolean stdoutIsPipe() {
        return !Os.WINDOWS && target(STDOUT).startsWith("pipe:");
    }

    /** Returns what a descriptor is, by its link in /proc; empty if it is closed or there is no link. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    /** Windows Terminal sets WT_SESSION; older Windows consoles print escape sequences as text. */
    private static boolean supportsColour() {
        if (Os.WINDOWS) {
            return System.getenv("WT_SESSION") != null;
        }
        return !System.getenv().getOrDefault("TERM", "dumb").equals("dumb");
    }

    /** Asks stty unless COLUMNS is set: Java has no API, and a native library would take 100 ms to load. */
    private static int columns() {
        String variable = System.getenv().getOrDefault("COLUMNS", "");
        if (variable.matches("[1-9]\\d{0,3}")) {
            return Integer.parseInt(variable);
        }
        if (Os.WINDOWS) {
            return DEFAULT_COLUMNS;
        }
        try {
            Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty"))
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip()
                .split(" ");
            if (size.length == 2 && !size[1].equals("0")) {
                return Integer.parseInt(size[1]);
            }
        } catch (IOException | NumberFormatException e) {
            // The width is not known, as without a terminal.
        }
        return DEFAULT_COLUMNS;
    }

    /** JDK 17 sets sun.stdout.encoding only for a terminal; newer JDKs always set stdout.encoding. */
    private static boolean supportsUnicode() {
        String name = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding",
            Charset.defaultCharset().name()));
        return name.equalsIgnoreCase(StandardCharsets.UTF_8.name());
    }

    /** Checks the link in /proc if possible: System.console does not tell standard input from output. */
    private static boolean isTerminal(Path descriptor) {
        if (!Files.exists(Path.of("/proc"))) {
            return System.console() != null && isTerminal(System.console());
        }
        String target = target(descriptor);
        return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
    }

    /** From JDK 22 on, there may be a console without a terminal, and the console has a method isTerminal. */
    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
