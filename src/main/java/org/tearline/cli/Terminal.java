// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.tearline.cli.text.Screen;
import org.tearline.machine.Machine.Os;

/** Whether a person looks at a stream, and on what. */
final class Terminal {
    private static final Path STDERR = Path.of("/proc/self/fd/2");
    private static final Path STDOUT = Path.of("/proc/self/fd/1");
    /** The columns where no terminal tells its size. */
    private static final int USUAL_COLUMNS = 80;
    /** Asking forks a process, so a line that changes ten times a second asks seldom. */
    private static final long COLUMNS_NANOS = TimeUnit.SECONDS.toNanos(2);

    private Terminal() {
    }

    static Screen stdout(PrintStream out) {
        boolean plain = !System.getenv().getOrDefault("NO_COLOR", "").isEmpty();
        boolean terminal = isTerminal(STDOUT);
        return new Screen(out, terminal ? columns() : Screen.ENDLESS, terminal && !plain && colours(),
            unicode());
    }

    static Screen stderr(PrintStream err) {
        return Screen.of(err, isTerminal(STDERR) ? columns() : Screen.ENDLESS);
    }

    /** The columns of standard error's terminal, whenever asked; 0 if it is none. */
    static IntSupplier columnsOfStderr() {
        return isTerminal(STDERR) ? new Columns() : () -> 0;
    }

    /** The columns now, for where nothing may be forked later on. */
    static IntSupplier columnsOfStderr(Screen stdout) {
        int now = !isTerminal(STDERR) ? 0 : stdout.columns() < Screen.ENDLESS ? stdout.columns() : columns();
        return () -> now;
    }

    /** A pipe fails only because its reader has seen enough. */
    static boolean stdoutIsPipe() {
        try {
            return !Os.WINDOWS && Files.readSymbolicLink(STDOUT).toString().startsWith("pipe:");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Asks again every two seconds, so that a window that was resized is noticed. */
    private static final class Columns implements IntSupplier {
        private int columns = columns();
        private long asked = System.nanoTime();

        @Override
        public int getAsInt() {
            long now = System.nanoTime();
            if (now - asked > COLUMNS_NANOS) {
                columns = Terminal.columns();
                asked = now;
            }
            return columns;
        }
    }

    /** Older consoles of Windows show escape sequences as letters; Windows Terminal names its session. */
    private static boolean colours() {
        return Os.WINDOWS ? System.getenv("WT_SESSION") != null
            : !System.getenv().getOrDefault("TERM", "dumb").equals("dumb");
    }

    /** By stty, which POSIX has: Java itself cannot ask, and a library that calls the kernel takes 100 ms to load. */
    private static int columns() {
        String told = System.getenv().getOrDefault("COLUMNS", "");
        if (told.matches("[1-9]\\d{0,3}")) {
            return Integer.parseInt(told);
        }
        if (Os.WINDOWS) {
            return USUAL_COLUMNS;
        }
        try {
            Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty"))
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip()
                .split(" ");
            int columns = size.length == 2 ? Integer.parseInt(size[1]) : 0;
            return columns > 0 ? columns : USUAL_COLUMNS;
        } catch (IOException | NumberFormatException e) {
            return USUAL_COLUMNS;
        }
    }

    /** JDK 17 has one property for terminals and one for all else, later ones have stdout.encoding. */
    private static boolean unicode() {
        String name = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding",
            Charset.defaultCharset().name()));
        return name.equalsIgnoreCase(StandardCharsets.UTF_8.name());
    }

    /** System.console answers for standard input and output only, so the kernel is asked where it can be. */
    private static boolean isTerminal(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return System.console() != null && isTerminal(System.console()) && !Files.exists(Path.of("/proc"));
        }
    }

    /** From JDK 22 on there is a console for everybody, which tells whether it is a terminal. */
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
