package org.tearline.engine.link;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder that a worker's JVM writes into. Its name says which process made it, so that the folder of one that was
 * killed is known from that of one that lives. Stateless; any thread.
 */
final class WorkerFolder {
    /** Process, its start, and where its number means anything; the JDK adds a random number. */
    private static final Pattern NAME = Pattern.compile("tearline-worker-(\\d+)-(-?\\d+)-([0-9a-f]+)-.*");

    /** More than the compilation log of a run (some 100 KiB) and HotSpot's error file (another 100) together. */
    private static final int ROOM_BYTES = 1 << 20;

    /** Behind the command in /proc/PID/stat, which may contain anything: the state is the first word, this the 20th. */
    private static final int START_WORD = 19;

    private WorkerFolder() {
    }

    /**
     * Makes a folder and sees that there is room in it.
     *
     * @throws IOException if none can be made, or nothing be written into it
     */
    static Path create() throws IOException {
        long self = ProcessHandle.current().pid();
        Path folder = null;
        try {
            folder = Files.createTempDirectory(Path.of(System.getProperty("java.io.tmpdir")), "tearline-worker-" + self
                + "-" + start(self) + "-" + world() + "-");
            // A JVM that cannot write its compilation log says nothing, and then nobody knows what ran compiled.
            Path room = folder.resolve("room");
            Files.write(room, new byte[ROOM_BYTES]);
            Files.delete(room);
            return folder;
        } catch (IOException e) {
            if (folder != null) {
                delete(folder);
            }
            throw new IOException((folder == null ? "no folder for the worker can be made in "
                : "there is no room for the worker's files in ") + System.getProperty("java.io.tmpdir")
                + " (-Djava.io.tmpdir names another place): " + e, e);
        }
    }

    /** Deletes a folder with all that is in it. */
    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // A temporary folder that cannot be removed harms nobody.
        }
    }

    /** Deletes this user's folders whose process is gone: killed, it could not do so itself. */
    static void removeAbandoned() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, "tearline-worker-*")) {
            String user = System.getProperty("user.name");
            for (Path folder : folders) {
                Matcher name = NAME.matcher(folder.getFileName().toString());
                if (name.matches() && name.group(3).equals(world())
                    && !name.group(2).equals(start(Long.parseLong(name.group(1))))
                    && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).getName().equals(user)) {
                    delete(folder);
                }
            }
        } catch (IOException | RuntimeException e) {
            // Whoever cannot look into the temporary folder learns so when a folder is to be made there.
        }
    }

    /** When a process began: process numbers come round again. Where nobody of that number runs, it is none. */
    private static String start(long pid) {
        String[] words = stat(pid);
        return words.length > START_WORD ? words[START_WORD]
            : ProcessHandle.of(pid).flatMap(process -> process.info().startInstant()).map(Instant::toEpochMilli)
                .map(String::valueOf).orElse("-1");
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
