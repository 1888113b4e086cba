// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.machine.ProcessMark;
import org.tearline.verdict.Verdict.CellReason;

/** The folder a worker's JVM writes into. Its name identifies its creator, so others can tell whether it still runs. */
public final class WorkerFolder {
    private static final AtomicBoolean TIDIED = new AtomicBoolean();
    private static final String PREFIX = "tearline-worker-";

    /**
     * More than the compilation log of a run and HotSpot's error file together: 0.2 to 1.1 MB and 0.06 MB on JDK 17 and
     * 25. The log of a sweep may take more, 3.8 MB with all three memories.
     */
    private static final int ROOM_BYTES = 1 << 21;

    /** The smallest unit that most file systems allocate. */
    private static final int BLOCK_BYTES = 4096;

    private static final FileAttribute<?> OWNER_ONLY = PosixFilePermissions.asFileAttribute(
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE));

    /** Anyone who guesses the nanosecond this often is trying to keep us from working. */
    private static final int MAX_ATTEMPTS = 100;

    private static final String NO_FOLDER = "no folder for the worker can be made";
    private static final String NO_ROOM = "there is no room for the worker's files";

    private WorkerFolder() {
    }

    /** Apart, because no run needs it before its first tear. */
    private static final class Patterns {
        /** The JVM says this once when a line of its log is lost. Read in libjvm of JDK 17 and 25. */
        static final Pattern LOST = Pattern.compile("Could not (write|flush) log: .*");

        private Patterns() {
        }
    }

    /** Makes a folder and checks that there is room in it. */
    static Path create() throws IOException {
        try {
            return create(Path.of(System.getProperty("java.io.tmpdir")));
        } catch (InvalidPathException e) {
            throw problem(NO_FOLDER, "that is not a file name in this locale; try LC_ALL=C.UTF-8", e);
        }
    }

    /** Within a folder that somebody else will delete. */
    static Path create(Path within) throws IOException {
        Path folder;
        try {
            folder = createUnique(within, PREFIX + ProcessMark.own());
        } catch (IOException e) {
            throw problem(NO_FOLDER, e.toString(), e);
        }
        try {
            // The first block is there from now on: what the JVM says when the disk is full still fits into it.
            Files.writeString(stderr(folder), "\n");
            room(folder, ROOM_BYTES);
            return folder;
        } catch (IOException e) {
            delete(folder);
            throw problem(NO_ROOM, e.toString(), e);
        }
    }

    /** {@link Files#createTempDirectory} without the random numbers, which take some 20 ms: no name need be secret. */
    private static Path createUnique(Path temporary, String prefix) throws IOException {
        for (int attempt = 0;; attempt++) {
            Path folder = temporary.resolve(prefix + Long.toUnsignedString(System.nanoTime(), Character.MAX_RADIX));
            try {
                return temporary.getFileSystem().supportedFileAttributeViews().contains("posix")
                    ? Files.createDirectory(folder, OWNER_ONLY) : Files.createDirectory(folder);
            } catch (FileAlreadyExistsException e) {
                if (attempt == MAX_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** What the JVM prints to standard error, behind an empty line. */
    static Path stderr(Path folder) {
        return folder.resolve("stderr");
    }

    /** Fails if the JVM could not write all of its log: then nobody knows what ran compiled. */
    static void checkLog(Path folder) throws IOException {
        // Almost always the JVM has said nothing, and this is asked after every message.
        if (stderr(folder).toFile().length() > 1) {
            Matcher lost = Patterns.LOST.matcher(Files.readString(stderr(folder), StandardCharsets.ISO_8859_1));
            if (lost.find()) {
                throw problem(NO_ROOM, lost.group(), null);
            }
        }
    }

    /** Fails if nothing can be written now: a file system may have kept no block for what the JVM says. */
    static void checkRoom(Path folder) throws IOException {
        try {
            room(folder, BLOCK_BYTES);
        } catch (IOException e) {
            throw problem(NO_ROOM, e.toString(), e);
        }
    }

    private static void room(Path folder, int bytes) throws IOException {
        Path room = folder.resolve("room");
        try {
            Files.write(room, new byte[bytes]);
        } finally {
            Files.deleteIfExists(room);
        }
    }

    private static IOException problem(String what, String why, Exception cause) {
        return new IOException(what + " in " + System.getProperty("java.io.tmpdir")
            + " (-Djava.io.tmpdir names another place): " + why, cause);
    }

    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                deleteUnlessLocked(file);
            }
        } catch (IOException e) {
            // A temporary folder that stays behind does no harm.
        }
    }

    /** On Windows a virus scanner may have a file open: the others go, and the next run deletes the rest. */
    private static void deleteUnlessLocked(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Its folder then stays, too.
        }
    }

    /** Leaves them to the process that started this one. */
    static void leaveAbandoned() {
        TIDIED.set(true);
    }

    /** Deletes this user's folders whose process is gone, once: killed, it could not do so itself. Thread-safe. */
    public static void removeAbandoned() {
        if (!TIDIED.getAndSet(true)) {
            deleteAbandoned();
        }
    }

    static void deleteAbandoned() {
        ProcessMark.abandoned(Path.of(System.getProperty("java.io.tmpdir")), PREFIX).stream()
            .filter(folder -> Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)).forEach(WorkerFolder::delete);
    }

    /** How a JVM ended, in a few words. */
    static final class CrashReport {
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
         * Whether the JVM could not begin, or was refused memory or a thread of its own, which no access does. HotSpot
         * has no exit code for it but 1, so its words are asked: those of JDK 17, 21 and 25.
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
}
