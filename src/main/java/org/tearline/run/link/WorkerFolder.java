// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.machine.AbandonedFiles;
import org.tearline.machine.MappedFile;
import org.tearline.run.link.Message.Progress;
import org.tearline.run.link.Message.Trying;
import org.tearline.run.link.WorkerCommand.WorkerClassPath;
import org.tearline.verdict.CellReason;

/**
 * The folder that the JVM of a worker or of the tester writes to. Its name identifies the process that created it, so
 * that a later process can delete the folder if its creator was killed. Thread-safe.
 */
public record WorkerFolder(Path path) {
    private static final String PREFIX = "tearline-worker-";

    /**
     * More than a run's compilation log (0.2 to 1.1 MB on JDK 17 and 25) and HotSpot's error file (0.06 MB) together.
     * The log of a sweep may be larger, 3.8 MB with three memories.
     */
    private static final int ROOM_BYTES = 1 << 21;

    /** The smallest unit that most file systems allocate. */
    private static final int BLOCK_BYTES = 4096;

    private static final String NO_FOLDER = "cannot create a folder for the worker";
    private static final String NO_ROOM = "there is no room for the worker's files";

    /** Creates a folder in the given one, or else in the temporary folder, and checks that there is room in it. */
    static WorkerFolder create(Path within) throws IOException {
        WorkerFolder folder;
        try {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
            folder = new WorkerFolder(createUnique(Objects.requireNonNullElse(within, temporary)));
        } catch (InvalidPathException e) {
            throw problem(NO_FOLDER, "this locale cannot encode the name; try LC_ALL=C.UTF-8", e);
        } catch (IOException e) {
            throw problem(NO_FOLDER, e, e);
        }
        try {
            // Allocates the first block, so that the JVM's messages fit even when the disk is full.
            Files.writeString(folder.stderr(), "\n");
            folder.requireRoom(ROOM_BYTES);
            return folder;
        } catch (IOException e) {
            folder.delete();
            throw problem(NO_ROOM, e, e);
        } catch (OutOfMemoryError e) {
            folder.delete();
            throw e;
        }
    }

    /**
     * Like {@link Files#createTempDirectory}, but without random numbers, which take 20 ms; the name need not be
     * secret.
     */
    private static Path createUnique(Path temporary) throws IOException {
        Path folder = temporary.resolve(PREFIX + AbandonedFiles.mark()
            + Long.toUnsignedString(System.nanoTime(), Character.MAX_RADIX));
        if (temporary.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return Files.createDirectory(folder,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return Files.createDirectory(folder);
    }

    /** The file with the JVM's standard error, which starts with an empty line. */
    Path stderr() {
        return path.resolve("stderr");
    }

    CrashReport crash(int exitCode) {
        return new CrashReport(exitCode, path.resolve("crash"), stderr());
    }

    /** Fails if the JVM lost part of its compilation log, because the tier of a loop is then unknown. */
    void checkLog() throws IOException {
        // Called after every message. The file almost always contains only the line break from its creation.
        if (stderr().toFile().length() > 1) {
            // Printed by the JVM when a line of its log is lost, according to libjvm of JDK 17 and 25.
            Matcher lost = Pattern.compile("Could not (write|flush) log: .*")
                .matcher(Files.readString(stderr(), StandardCharsets.ISO_8859_1));
            if (lost.find()) {
                throw problem(NO_ROOM, lost.group(), null);
            }
        }
    }

    /** Fails if nothing can be written; the file system may not have reserved a block for the JVM's messages. */
    void checkRoom() throws IOException {
        try {
            requireRoom(BLOCK_BYTES);
        } catch (IOException e) {
            throw problem(NO_ROOM, e, e);
        }
    }

    /** Fails if a message in this JVM cannot be trusted, because its log may be incomplete or its jar was replaced. */
    public void check(Message message) throws IOException {
        if (message instanceof Message.Failed) {
            WorkerClassPath.requireUnchanged();
        } else if (!(message instanceof Progress || message instanceof Trying)) {
            checkRoom();
        }
    }

    /** Fails if a file of this size, which is a multiple of that of a block, cannot be written. */
    private void requireRoom(int bytes) throws IOException {
        Path probe = path.resolve("room");
        // The heap may have no room for all bytes together.
        byte[] block = new byte[BLOCK_BYTES];
        try (OutputStream out = Files.newOutputStream(probe)) {
            for (int written = 0; written < bytes; written += block.length) {
                out.write(block);
            }
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    private static IOException problem(String what, Object why, Exception cause) {
        return new IOException(what + " in " + System.getProperty("java.io.tmpdir")
            + " (choose another with -Djava.io.tmpdir): " + why, cause);
    }

    void delete() {
        // Listing the folder fails if too many files are open; a new folder contains only this file.
        stderr().toFile().delete();
        delete(path);
    }

    private static void delete(Path folder) {
        File[] files = folder.toFile().listFiles();
        if (files != null) {
            for (File file : files) {
                if (file.isDirectory() && !Files.isSymbolicLink(file.toPath())) {
                    delete(file.toPath());
                }
                file.delete();
            }
        }
        // On Windows, a virus scanner may have a file open. The file and its folder then stay until the next run.
        folder.toFile().delete();
    }

    /** Deletes the folders and mapped files that this user's killed processes have left behind. */
    public static void removeAbandoned() {
        MappedFile.removeAbandoned();
        AbandonedFiles.in(Path.of(System.getProperty("java.io.tmpdir")), PREFIX).stream()
            .filter(folder -> Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)).forEach(WorkerFolder::delete);
    }

    /**
     * Explains the exit of a worker's JVM by its exit code, error file and standard error. Neither file needs to
     * exist.
     */
    record CrashReport(int exitCode, Path crash, Path stderr) {
        private static final int SIGNAL_BASE = 128;
        private static final int SIGABRT = 6;
        private static final Map<Integer, String> SIGNALS = Map.of(1, "SIGHUP", 2, "SIGINT", 4, "SIGILL", SIGABRT,
            "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV", 15, "SIGTERM",
            24, "SIGXCPU: the limit of CPU time");

        /**
         * Whether the JVM could not start, or the system refused it memory or a thread; no access causes that.
         * HotSpot's exit code is 1 in all these cases, so this looks for the messages of JDK 17, 21 and 25.
         */
        private boolean starved() {
            return exitCode == 1
                && Stream.concat(lines(crash), lines(stderr)).anyMatch(Pattern.compile(
                    "Error occurred during initialization of VM|Failed to start thread|unable to create native thread"
                        + "|insufficient memory for the Java Runtime|Could not create the Java Virtual Machine")
                    .asPredicate());
        }

        /** Whether a signal asked the process to end: SIGHUP, SIGINT or SIGTERM. */
        boolean wasEnded() {
            return Set.of(1, 2, 15).contains(exitCode - SIGNAL_BASE);
        }

        /** Describes the exit in a few words. */
        String describe() {
            String how = exit();
            return fatalSignal().map(signal -> signal + ", " + how)
                .or(() -> firstLine().map(line -> how + ": " + line))
                .orElse(how);
        }

        private String exit() {
            String signal = SIGNALS.get(exitCode - SIGNAL_BASE);
            if (signal == null) {
                return "exit code " + exitCode;
            }
            return signal + " (exit code " + exitCode + ")";
        }

        /** What the exit means for the trial: an interruption if no access can have caused it. */
        CellReason reason() {
            if (wasKilled() || starved()) {
                return CellReason.STOPPED;
            }
            String said = fatalSignal().or(() -> Optional.ofNullable(SIGNALS.get(exitCode - SIGNAL_BASE)))
                .or(this::firstLine).orElse("");
            if (said.startsWith("SIGBUS")) {
                return CellReason.SIGBUS;
            }
            if (said.startsWith("SIGSEGV")) {
                return CellReason.SIGSEGV;
            }
            if (said.contains(InternalError.class.getName())) {
                return CellReason.INTERNAL_ERROR;
            }
            return CellReason.WORKER_DIED;
        }

        /** Whether another process sent the signal. For its own faults, HotSpot writes an error file or a message. */
        private boolean wasKilled() {
            if (Files.exists(crash)) {
                return fatalSignal().orElse("").contains("(sent by kill)");
            }
            int signal = exitCode - SIGNAL_BASE;
            if (signal == SIGABRT) {
                return firstLine().isEmpty();
            }
            // Not SIGILL, SIGTRAP, SIGBUS, SIGFPE or SIGSEGV. Others come from users or from limits, as of CPU time.
            return signal > 0 && !Set.of(4, 5, 7, 8, 11).contains(signal);
        }

        /** HotSpot turns a fatal signal into SIGABRT and names the original signal in its error file. */
        private Optional<String> fatalSignal() {
            return lines(crash)
                .filter(line -> line.startsWith("#  SIG"))
                .findFirst()
                .map(line -> line.substring(1).strip());
        }

        private Optional<String> firstLine() {
            return lines(stderr).map(String::strip).filter(line -> !line.isEmpty()).findFirst();
        }

        private static Stream<String> lines(Path file) {
            try {
                // Unlike readString, this tolerates invalid UTF-8, such as file names in other encodings.
                return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines();
            } catch (IOException e) {
                return Stream.empty();
            }
        }
    }
}
