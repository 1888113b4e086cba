// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.tearline.agent.access.Lines;

/** The agent's options. Not changed after they were parsed, but for the name of the file. */
final class Options {
    private static final String FLAG = "true or false";
    /** The values that each option expects. */
    private static final Map<String, String> EXPECTED = Map.of("ordered", FLAG, "quiet", FLAG, "report", FLAG,
        "help", FLAG, "frames", "1 to 32", "line", "a power of two from 16 to 512", "granule", "8, 16, 32 or 64",
        "every", "1s to 86400s", "out", "a file", "library", "a prefix of class names");
    static final String HELP = """
        Finds misaligned shared values in a program that runs on JDK 17 to 25:

            java -javaagent:tearline-agent.jar[=OPTION,OPTION...] ...
            java -jar tearline-agent.jar PID [OPTION,OPTION...]     attaches to a running program
            java -jar tearline-agent.jar PID report                 makes its agent write the report now

        Options
          frames=N         number of frames from the site outwards that identify it, 1 to 32 (default 1)
          ordered          watch only what has a memory order, and copies and fills, at a lower cost
          library=PREFIX   treat classes whose names start with PREFIX as an access library rather than the
                           program's own code; may be repeated
          line=BYTES       size of a cache line, a power of two from 16 to 512 (default: the size that the
                           system reports, or else 64)
          granule=BYTES    report only accesses that cross a multiple of BYTES: 8, 16, 32 or 64 (default: every
                           misaligned access)
          out=FILE         file for the report; %p is the process ID (default tearline-agent-%p.json); an
                           existing file is replaced only if it is a regular file, and with %p not at all: the new
                           one's name gets a number
          quiet            print only problems to standard error
          report=false     do not write a report at the end
          every=SECONDSs   write the report every so many seconds as well, such as every=60s
          help             print this help instead of running the program

        What is watched: calls from classes outside the JDK to sun.misc.Unsafe and jdk.internal.misc.Unsafe that
        read, write or update 2, 4 or 8 bytes, and accesses through buffers, VarHandles of bytes or memory
        layouts, memory segments and vectors, also by reflection and by method handles. The report lists the
        misaligned ones, with their offset in the line. Objects in the Java heap move, so granule= keeps every access
        to them that crosses a multiple of 8 bytes. Copies and fills count as accesses to each value that they cover,
        provided that another access to the value was listed: those of Unsafe, buffers and segments, copies and
        comparisons of a byte[] by System.arraycopy, Arrays and clone(), and what channels, streams, checksums and
        digests read or write.
        If an array of a wider type, such as a long[], is copied from or to bytes, the elements in its first 64 bytes
        count as values, and so do the lanes of a vector. With the option ordered, only calls to Unsafe that have a
        memory order or update in one step are watched, and setMemory and copyMemory: a report then never shows that a
        program has no such values.

        What is not watched: calls to Unsafe through reflection, method handles and method references (the report
        counts the methods); native code; references, single bytes and aligned parts of a value; vectors with masks
        or indexes; accesses that the JDK makes for itself. The JDK itself refuses misaligned accesses with a memory
        order through VarHandle and MemorySegment. A method that is running when the agent is attached is watched from
        its next call on; the report lists those of platform threads that call Unsafe.

        The report is written when the program ends, after its shutdown hooks, including on SIGTERM, but not after
        SIGKILL or Runtime.halt, which leave the file empty. The exit code is 2 for wrong usage. Otherwise, it is that
        of the program or, when attaching, 0 for success and 1 for failure. If the agent cannot start or cannot write
        its report, it prints one line, and the program keeps running.
        """;

    boolean ordered;
    boolean quiet;
    /** How many frames of the program's own code identify a site. */
    int frames = 1;
    /** Size that the system reports if it is 0. */
    int lineBytes;
    /** With 1, every misaligned access is reported. */
    int granuleBytes = 1;
    final List<String> libraries = new ArrayList<>();
    boolean report = true;
    /** If it is 0, the report is written only at the end and on demand. */
    int everySeconds;
    boolean help;
    /** File for the report, in which {@link #file} expands %p. Absolute, so that messages say where the report is. */
    private Path out = Path.of("tearline-agent-%p.json").toAbsolutePath();
    /** Stands for %p; null until the process ID is determined, which takes time. */
    private String process;

    private Options() {
    }

    /** Loads few classes where there is /proc. */
    private static String processId() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self")).toString();
        } catch (IOException e) {
            return Long.toString(ProcessHandle.current().pid());
        }
    }

    /** Expands %p. */
    Path file() {
        if (process == null) {
            process = processId();
        }
        return Path.of(out.toString().replace("%p", process));
    }

    /**
     * Creates the file for the report, with a number after %p if there is such a file: process IDs recur, and each
     * container has its own. Returns false if the name has no %p, and the file exists.
     */
    boolean create() throws IOException {
        Path file = file();
        String id = process;
        for (int number = 2;; number++) {
            try {
                Files.createFile(file);
                return true;
            } catch (FileAlreadyExistsException e) {
                process = id + "-" + number;
                if (file.equals(file())) {
                    return false;
                }
                file = file();
            }
        }
    }

    /** @throws ParseException for a bad option, with a message that contains the option and what is allowed */
    static Options parse(String text) throws ParseException {
        Options options = new Options();
        if (text != null && !text.isBlank()) {
            for (String option : text.split(",")) {
                options.add(option.strip());
            }
        }
        return options;
    }

    private void add(String option) throws ParseException {
        String[] parts = option.split("=", 2);
        String name = parts[0];
        if (!EXPECTED.containsKey(name)) {
            throw new ParseException("unknown option '" + option + "'; known: ordered, quiet, frames=1..32, out=FILE,"
                + " line=BYTES, granule=8|16|32|64, library=PREFIX, report=false, every=SECONDSs, help", 0);
        }
        try {
            set(name, parts.length == 1 ? "" : parts[1]);
        } catch (InvalidPathException e) {
            throw new ParseException("option '" + option + "': not a file name in this locale; try LC_ALL=C.UTF-8", 0);
        } catch (IllegalArgumentException e) {
            throw new ParseException("option '" + option + "': expected " + EXPECTED.get(name), 0);
        }
    }

    /** @throws IllegalArgumentException if the value is not what the option expects */
    private void set(String name, String value) {
        switch (name) {
            case "ordered" -> ordered = flag(value);
            case "quiet" -> quiet = flag(value);
            case "report" -> report = flag(value);
            case "frames" -> frames = valid(Integer.parseInt(value), n -> n >= 1 && n <= 32);
            case "line" -> lineBytes = valid(Integer.parseInt(value), Lines::valid);
            case "granule" -> granuleBytes = valid(Integer.parseInt(value), Set.of(8, 16, 32, 64)::contains);
            case "every" -> everySeconds = seconds(value);
            case "out" -> out = Path.of(valid(value, text -> !text.isEmpty())).toAbsolutePath();
            case "library" -> libraries.add(valid(value, text -> !text.isEmpty()));
            case "help" -> help = true;
        }
    }

    private static boolean flag(String value) {
        return switch (value) {
            case "", "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException();
        };
    }

    private static int seconds(String value) {
        // Without the unit, the number is empty and therefore refused.
        String number = value.endsWith("s") ? value.substring(0, value.length() - 1) : "";
        return valid(Integer.parseInt(number), n -> n >= 1 && n <= 86_400);
    }

    private static <T> T valid(T value, Predicate<T> isValid) {
        if (!isValid.test(value)) {
            throw new IllegalArgumentException();
        }
        return value;
    }
}
