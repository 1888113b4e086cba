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
import java.util.ArrayList;
import java.util.List;
import org.tearline.machine.Os;

/**
 * Wraps and colours text for a terminal, a pipe or a file.
 *
 * @param columns the width of a line; {@link #ENDLESS} for a pipe or a file
 * @param wrapAt  the width at which sentences are wrapped, at most that of a line
 * @param colour  whether to print escape sequences
 * @param unicode whether to print characters beyond ASCII
 */
public record Screen(PrintStream out, int columns, int wrapAt, boolean colour, boolean unicode) {
    public static final int ENDLESS = Integer.MAX_VALUE;

    public Screen(PrintStream out, int columns, boolean colour, boolean unicode) {
        this(out, columns, columns, colour, unicode);
    }

    public static Screen of(PrintStream out, int columns) {
        return new Screen(out, columns, false, false);
    }

    Screen atMost(int most) {
        return new Screen(out, columns, Math.min(most, wrapAt), colour, unicode);
    }

    /** Returns the text in one of a terminal's 256 colours if it supports them. */
    String coloured(int number, String text) {
        if (colour && !text.isEmpty()) {
            return "\u001b[38;5;" + number + "m" + text + "\u001b[0m";
        }
        return text;
    }

    void line(String text) {
        String line = text.stripTrailing();
        String indent = line.substring(0, line.length() - line.stripLeading().length());
        if (line.length() <= columns) {
            out.println(line);
        } else {
            say(indent, indent + "  ", line.stripLeading());
        }
    }

    public void say(String first, String indent, String sentence) {
        wrapped(first, indent, sentence).forEach(out::println);
    }

    /** Wraps a sentence. Splits a word that is longer than a line, unless it is a URL. */
    List<String> wrapped(String first, String indent, String sentence) {
        int room = Math.max(1, wrapAt - indent.length());
        List<String> pieces = new ArrayList<>();
        for (String word : sentence.split("(?<= )")) {
            if (word.length() <= room || word.contains("://")) {
                pieces.add(word);
            } else {
                // \G is the end of the previous piece.
                pieces.addAll(List.of(word.split("(?<=\\G.{" + room + "})")));
            }
        }
        return lines(first, indent, pieces, wrapAt);
    }

    /** Distributes pieces, each with its trailing space, over lines of this width. */
    static List<String> lines(String first, String indent, List<String> pieces, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        for (String piece : pieces) {
            if (line.length() + piece.stripTrailing().length() > width && !line.toString().isBlank()) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(indent);
            }
            line.append(piece);
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    /** A line that is overwritten in place on a terminal. Prints nothing elsewhere. Thread-safe. */
    public static final class LiveLine {
        private final PrintStream err;
        private final int columns;
        private int shown;

        /** Zero columns mean that there is no terminal. */
        public LiveLine(PrintStream err, int columns) {
            this.err = err;
            this.columns = columns;
        }

        /** Returns the usable columns. One stays free; otherwise the cursor would move to the next line. */
        public int usableColumns() {
            return Math.max(0, columns - 1);
        }

        public synchronized void show(String text) {
            if (usableColumns() > 0) {
                String cut = text.substring(0, Math.min(usableColumns(), text.length()));
                int blanks = Math.max(0, shown - cut.length());
                err.print("\r" + cut + " ".repeat(blanks));
                err.flush();
                shown = cut.length();
            }
        }

        public synchronized void clear() {
            if (shown > 0) {
                show("");
                err.print("\r");
                err.flush();
                shown = 0;
            }
        }

        /** Clears the line and prints a note in its place, on a terminal or elsewhere. */
        public synchronized void note(String sentence) {
            clear();
            err.println("tester: " + sentence);
        }
    }

    /** Detects terminals and their properties. Thread-safe. */
    public static final class Terminal {
        private static final Path STDERR = Path.of("/proc/self/fd/2");
        private static final Path STDOUT = Path.of("/proc/self/fd/1");
        private static final int DEFAULT_COLUMNS = 80;

        private Terminal() {
        }

        public static Screen stdout(PrintStream out) {
            if (!isTerminal(STDOUT)) {
                return new Screen(out, ENDLESS, false, supportsUnicode());
            }
            boolean noColour = !System.getenv().getOrDefault("NO_COLOR", "").isEmpty();
            return new Screen(out, columns(), !noColour && supportsColour(), supportsUnicode());
        }

        public static Screen stderr(PrintStream err) {
            if (isTerminal(STDERR)) {
                return Screen.of(err, columns());
            }
            return Screen.of(err, ENDLESS);
        }

        /** Returns the width of the terminal on standard error, 0 if there is none. Reuses that of standard output. */
        public static int columnsOfStderr(Screen stdout) {
            if (!isTerminal(STDERR)) {
                return 0;
            }
            if (stdout.columns() < ENDLESS) {
                return stdout.columns();
            }
            return columns();
        }

        /** Whether standard output is known to be a pipe. A failed write then only means that the reader is gone. */
        public static boolean stdoutIsPipe() {
            try {
                return !Os.WINDOWS && Files.readSymbolicLink(STDOUT).toString().startsWith("pipe:");
            } catch (IOException | UnsupportedOperationException e) {
                return false;
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
                return DEFAULT_COLUMNS;
            } catch (IOException | NumberFormatException e) {
                return DEFAULT_COLUMNS;
            }
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
            try {
                String target = Files.readSymbolicLink(descriptor).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
            } catch (IOException | UnsupportedOperationException e) {
                // The descriptor is closed.
                return false;
            }
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
}
