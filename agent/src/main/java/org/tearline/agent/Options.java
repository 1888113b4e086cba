// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.tearline.agent.access.Lines;

/**
 * The agent's options; 0 bytes are what the system says, and %p in the name of the file is the process. Immutable.
 */
public record Options(boolean plain, boolean quiet, int frames, Path out, int lineBytes, int granuleBytes,
                      List<String> libraries, boolean report, boolean help) {
    private static final int MOST_FRAMES = 32;
    private static final int LARGEST_GRANULE = 64;
    private static final String KNOWN = "plain, quiet, frames=1..32, out=FILE, line=BYTES,"
        + " granule=8|16|32|64, library=PREFIX, report=false, help";

    static final String HELP = """
        Finds misaligned shared values in a running program, JDK 17 to 25:

            java -javaagent:tearline-agent.jar[=OPTION,OPTION...] ...
            java -jar tearline-agent.jar PID [OPTION,OPTION...]     attaches to a running program

        Options
          frames=N         frames of the program's own code that make a site, 1 to 32 (default 1)
          plain            watch plain accesses, too
          library=PREFIX   treat classes whose names start with PREFIX as an access library, not as the
                           program's own code; may be repeated
          line=BYTES       size of a cache line, a power of two from 16 to 512 (default: as reported by
                           the system, otherwise 64)
          granule=BYTES    report what lies across a multiple of 8, 16, 32 or 64 bytes: 32 finds what tears on
                           AMD's Zen 4, 8 what AMD does not promise (default: the line)
          out=FILE         where the report goes, %p is the process (default tearline-agent-%p.json); replaces only
                           a regular file
          quiet            print only problems to standard error
          report=false     write no report at the end
          help             print this and exit

        What is watched: calls from classes outside the JDK to sun.misc.Unsafe and jdk.internal.misc.Unsafe that
        read or write 2, 4 or 8 bytes with an order (opaque, acquire, release, volatile) or as one step
        (compareAndSet, compareAndExchange, getAndSet, getAndAdd, getAndBitwise). The report lists those that cross a
        line, or a multiple of granule=, with their offset in the line. Objects in the Java heap move, so for them
        it lists every access across a multiple of 8 bytes. setMemory and copyMemory count as a write of each
        such value that was accessed before. With plain also: plain accesses through both classes, those of
        ByteBuffer, of VarHandle views of byte[] and ByteBuffer, and of MemorySegment, and ByteBuffer.put of an
        array or buffer at the position.

        What is not watched: reflection, method handles and method references to Unsafe (the report counts those
        in class files); hidden classes; native code; other bulk operations, such as MemorySegment.copy; references
        and single bytes; typed views such as LongBuffer; VarHandles of memory layouts; the JDK's own classes.
        Misaligned accesses with an order through VarHandle and MemorySegment are refused by the JDK itself. A
        method that runs while the agent is attached is watched from its next call on; the report names it.

        The report is written when the program ends, including on SIGTERM, but not after SIGKILL or
        Runtime.halt. Exit code 2 means a bad option; otherwise it is the program's own or, when attaching, 0 for
        done and 1 for refused. If the agent cannot start or cannot write its report, it says so in one line, and
        the program keeps running.
        """;

    /** Asked for at its end, for it takes a while to find out which process this is. */
    Path file() {
        return Path.of(out.toString().replace("%p", Long.toString(ProcessHandle.current().pid())));
    }

    /** A bad option: what was given, and what is allowed. */
    static final class Bad extends Exception {
        private static final long serialVersionUID = 1;

        Bad(String message) {
            super(message);
        }
    }

    static Options parse(String text) throws Bad {
        Reading reading = new Reading();
        if (text != null && !text.isBlank()) {
            for (String option : text.split(",")) {
                reading.read(option.strip());
            }
        }
        return reading.options();
    }

    private static final class Reading {
        private boolean plain;
        private boolean quiet;
        private int frames = 1;
        private String out = "tearline-agent-%p.json";
        private int lineBytes;
        private int granuleBytes;
        private final List<String> libraries = new ArrayList<>();
        private boolean report = true;
        private boolean help;

        void read(String option) throws Bad {
            int equals = option.indexOf('=');
            String name = equals < 0 ? option : option.substring(0, equals);
            String value = equals < 0 ? "" : option.substring(equals + 1);
            switch (name) {
                case "plain" -> plain = yes(option, value);
                case "quiet" -> quiet = yes(option, value);
                case "report" -> report = yes(option, value);
                case "help" -> help = true;
                case "frames" -> frames = number(option, value, "1 to 32", n -> n >= 1 && n <= MOST_FRAMES);
                case "line" -> lineBytes = number(option, value, "a power of two from 16 to 512", Lines::valid);
                case "granule" -> granuleBytes = number(option, value, "8, 16, 32 or 64", Reading::isGranule);
                case "out" -> out = text(option, value, "a file");
                case "library" -> libraries.add(text(option, value, "how class names begin"));
                default -> throw new Bad("unknown option '" + option + "'; known: " + KNOWN);
            }
        }

        private static boolean yes(String option, String value) throws Bad {
            return switch (value) {
                case "", "true" -> true;
                case "false" -> false;
                default -> throw new Bad("option '" + option + "': want true or false");
            };
        }

        private static boolean isGranule(int bytes) {
            return bytes >= Long.BYTES && bytes <= LARGEST_GRANULE && Integer.bitCount(bytes) == 1;
        }

        private static int number(String option, String value, String allowed, IntPredicate valid)
            throws Bad {
            try {
                int number = Integer.parseInt(value);
                if (valid.test(number)) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Said below, as for a number out of its bounds.
            }
            throw new Bad("option '" + option + "': want " + allowed);
        }

        private static String text(String option, String value, String wanted) throws Bad {
            if (value.isEmpty()) {
                throw new Bad("option '" + option + "': want " + wanted);
            }
            return value;
        }

        Options options() throws Bad {
            Path file;
            try {
                // Absolute now, so that it stays where it was asked for.
                file = Path.of(out).toAbsolutePath();
            } catch (InvalidPathException e) {
                throw new Bad("option 'out=" + out + "': no file name in this locale; try LC_ALL=C.UTF-8");
            }
            return new Options(plain, quiet, frames, file, lineBytes, granuleBytes,
                List.copyOf(libraries), report, help);
        }
    }
}
