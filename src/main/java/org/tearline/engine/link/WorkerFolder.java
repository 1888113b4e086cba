package org.tearline.engine.link;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder that a worker's JVM writes into. Its name says which process made it, so that the folder of one that was
 * killed is known from that of one that lives. Stateless; any thread.
 */
final class WorkerFolder {
    private static final long SELF = ProcessHandle.current().pid();

    /** Read once: under an emulator every thread is told another start of this process, its own. */
    private static final long OWN_START = readStart(SELF);

    /**
     * More than the compilation log of a run and HotSpot's error file together: 0.2 to 1.1 MB and 0.06 MB on JDK 17 and
     * 25. The log of a sweep may take more, 3.8 MB with all three memories.
     */
    private static final int ROOM_BYTES = 1 << 21;

    /** What most file systems hand out at the least. */
    private static final int BLOCK_BYTES = 4096;

    /** Behind the command in /proc/PID/stat, which may contain anything: the state is the first word, this the 20th. */
    private static final int START_WORD = 19;

    private static final FileAttribute<?> OWNER_ONLY = PosixFilePermissions.asFileAttribute(
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE));

    /** Somebody who guesses the nanosecond so often is there to keep us from working. */
    private static final int MAX_ATTEMPTS = 100;

    private static final String NO_ROOM = "there is no room for the worker's files";

    private WorkerFolder() {
    }

    /** Apart, because no run needs them before its first tear. */
    private static final class Patterns {
        /** Process, its start, and where its number means anything; then the time in nanoseconds. */
        static final Pattern NAME = Pattern.compile("tearline-worker-(\\d{1,18})-(-?\\d{1,18})-([0-9a-f]+)-.*");
        /** What the JVM says, once, when a line of its log is lost. Read in libjvm of JDK 17 and 25. */
        static final Pattern LOST = Pattern.compile("Could not (write|flush) log: .*");

        private Patterns() {
        }
    }

    /**
     * Makes a folder and checks that there is room in it.
     *
     * @throws IOException if none can be made, or nothing be written into it
     */
    static Path create() throws IOException {
        return create(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** The same in a folder that somebody else will delete with all that is in it. */
    static Path create(Path within) throws IOException {
        Path folder;
        try {
            folder = createUnique(within, "tearline-worker-" + SELF + "-" + OWN_START + "-" + world() + "-");
        } catch (IOException e) {
            throw problem("no folder for the worker can be made", e.toString(), e);
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

    /**
     * What {@link Files#createTempDirectory} does, without the random numbers whose making takes some 20 ms: the name
     * need not be secret, since a folder that somebody else has made is never taken.
     */
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

    /** What the JVM prints to standard error goes here, behind an empty line. */
    static Path stderr(Path folder) {
        return folder.resolve("stderr");
    }

    /**
     * Checks that the JVM could write all of its log so far. Once a line is lost, nobody knows what ran compiled.
     *
     * @throws IOException if it could not
     */
    static void checkLog(Path folder) throws IOException {
        // Almost always the JVM has said nothing, and this is asked after every message.
        if (stderr(folder).toFile().length() > 1) {
            Matcher lost = Patterns.LOST.matcher(Files.readString(stderr(folder), StandardCharsets.ISO_8859_1));
            if (lost.find()) {
                throw problem(NO_ROOM, lost.group(), null);
            }
        }
    }

    /**
     * Checks that something can be written now: a file system may have kept no block for what the JVM says.
     *
     * @throws IOException if nothing can be written
     */
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

    private static IOException problem(String what, String why, IOException cause) {
        return new IOException(what + " in " + System.getProperty("java.io.tmpdir")
            + " (-Djava.io.tmpdir names another place): " + why, cause);
    }

    /** Deletes a folder with all that is in it. */
    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // A temporary folder that stays behind does no harm.
        }
    }

    /** Deletes this user's folders whose process is gone: killed, it could not do so itself. */
    static void removeAbandoned() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, "tearline-worker-*")) {
            String user = System.getProperty("user.name");
            for (Path folder : folders) {
                Matcher name = Patterns.NAME.matcher(folder.getFileName().toString());
                if (name.matches() && name.group(3).equals(world())
                    && isGone(Long.parseLong(name.group(1)), Long.parseLong(name.group(2)))
                    && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).getName().equals(user)) {
                    delete(folder);
                }
            }
        } catch (IOException | RuntimeException e) {
            // If the temporary folder cannot be read, making a folder there fails with a message.
        }
    }

    /**
     * Whether a process is no more: nobody of its number runs, or somebody who began later, for numbers come round
     * again. Of an emulated process others see the true start, before the one that it was told and wrote down.
     */
    private static boolean isGone(long pid, long start) {
        long now = pid == SELF ? OWN_START : readStart(pid);
        return now < 0 || now > start;
    }

    /** When a process began, in units of the system's; -1 if nobody of that number runs. */
    private static long readStart(long pid) {
        String[] words = stat(pid);
        return words.length > START_WORD ? Long.parseLong(words[START_WORD])
            : ProcessHandle.of(pid).flatMap(process -> process.info().startInstant()).map(Instant::toEpochMilli)
                .orElse(-1L);
    }

    /** Whether a process was halted by a signal to stop, or by a debugger; false where nobody can tell. */
    static boolean halted(long pid) {
        String[] words = stat(pid);
        return words.length > 0 && (words[0].equals("T") || words[0].equals("t"));
    }

    private static String[] stat(long pid) {
        try {
            String text = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return text.substring(text.lastIndexOf(')') + 2).split(" ");
        } catch (IOException | RuntimeException e) {
            return new String[0];
        }
    }

    /** Where process numbers mean the same: containers and machines may share a temporary folder. */
    private static String world() {
        String names = "";
        try {
            names = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")) + Files.readString(
                Path.of("/proc/sys/kernel/random/boot_id"));
        } catch (IOException | RuntimeException e) {
            // Not Linux: there is one such place.
        }
        return Integer.toHexString(names.hashCode());
    }
}
