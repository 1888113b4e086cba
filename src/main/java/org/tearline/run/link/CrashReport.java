// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.verdict.CellReason;

/** How a JVM ended, in a few words. */
final class CrashReport {
    private static final int SIGNAL_BASE = 128;
    private static final Map<Integer, String> SIGNALS = Map.of(1, "SIGHUP", 2, "SIGINT", 4, "SIGILL", 6, "SIGABRT",
        7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV", 15, "SIGTERM");

    /** What people, shells and the OOM killer send; no access raises any of them. */
    private static final Set<Integer> SENT = Set.of(1, 2, 9, 15);

    private static final int FAILED_START = 1;
    private static final Pattern STARVED = Pattern.compile("Error occurred during initialization of VM"
        + "|Failed to start thread|unable to create native thread|insufficient memory for the Java Runtime"
        + "|Could not create the Java Virtual Machine");

    private CrashReport() {
    }

    /** Whether somebody else ended the process: HotSpot writes its error file for a fault of its own. */
    static boolean killed(int exitCode, Path crash) {
        return SENT.contains(exitCode - SIGNAL_BASE) && !Files.exists(crash);
    }

    /**
     * Whether the JVM could not begin, or was refused memory or a thread of its own, which no access does. HotSpot has
     * no exit code for it but 1, so its words are asked: those of JDK 17, 21 and 25.
     */
    static boolean starved(int exitCode, Path crash, Path stderr) {
        return exitCode == FAILED_START
            && Stream.concat(lines(crash).stream(), lines(stderr).stream()).anyMatch(line ->
                STARVED.matcher(line).find());
    }

    /** Crash is HotSpot's error file, stderr what the JVM said; neither need exist. */
    static String describe(int exitCode, Path crash, Path stderr) {
        String how = exitCode > SIGNAL_BASE && SIGNALS.containsKey(exitCode - SIGNAL_BASE)
            ? SIGNALS.get(exitCode - SIGNAL_BASE) + " (exit code " + exitCode + ")" : "exit code " + exitCode;
        return fatalSignal(crash).map(signal -> signal + ", " + how)
            .orElseGet(() -> firstLine(stderr).map(line -> how + ": " + line).orElse(how));
    }

    /** An interruption if no access can have caused it. */
    static CellReason reason(int exitCode, Path crash, Path stderr) {
        if (killed(exitCode, crash) || starved(exitCode, crash, stderr)) {
            return CellReason.STOPPED;
        }
        String said = fatalSignal(crash).or(() -> Optional.ofNullable(SIGNALS.get(exitCode - SIGNAL_BASE)))
            .or(() -> firstLine(stderr)).orElse("");
        return said.startsWith("SIGBUS") ? CellReason.SIGBUS : said.startsWith("SIGSEGV") ? CellReason.SIGSEGV
            : said.contains(InternalError.class.getName()) ? CellReason.INTERNAL_ERROR : CellReason.WORKER_DIED;
    }

    /** HotSpot turns a fatal signal into SIGABRT; which signal it was stands in its error file. */
    private static Optional<String> fatalSignal(Path crash) {
        return lines(crash).stream().filter(line -> line.startsWith("#  SIG")).findFirst()
            .map(line -> line.substring(1).strip());
    }

    private static Optional<String> firstLine(Path stderr) {
        return lines(stderr).stream().map(String::strip).filter(line -> !line.isEmpty()).findFirst();
    }

    private static List<String> lines(Path file) {
        try {
            // Names in it may be of any encoding, and the signal must be found all the same.
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
