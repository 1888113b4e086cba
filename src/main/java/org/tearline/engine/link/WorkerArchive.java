// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.link;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The archive of a worker's classes (class-data sharing), which spares the next worker some 100 ms of loading them. It
 * is a file for each JVM and each build of the tester, in a cache folder of the user's. Nothing depends on it: the JVM
 * ignores one that it did not make or that is of other jars, and without one a worker starts as ever. Thread-safe.
 */
public final class WorkerArchive {
    /** Names another cache folder, or with {@link #OFF} none. */
    static final String VARIABLE = "TEARLINE_CACHE";
    static final String OFF = "off";

    /** In the folder of a worker, whose name no JVM can misread: its own name may have colons and per cents. */
    private static final String IN_WORKER_FOLDER = "classes.jsa";
    private static final String PREFIX = "worker-";
    private static final String SUFFIX = ".jsa";
    private static final String NAME = PREFIX + "[0-9a-f]+-[0-9a-f]+\\" + SUFFIX;
    /** For two JVMs with two builds each; one takes 4 MB. */
    private static final int KEPT = 4;
    /** Since 24 the tag cds has a second name. */
    private static final int FIRST_WITH_AOT_LOG = 24;
    private static final int WRITABLE_BY_OTHERS = 0022;

    private WorkerArchive() {
    }

    /**
     * Returns whether there is no whole archive of these classes although one could be kept; makes the folder for it.
     */
    public static boolean isMissing() {
        Path folder = folder();
        String key = key(WorkerClassPath.find());
        try {
            return folder != null && key != null && find(folder, key) == null
                && Files.isWritable(Files.createDirectories(folder));
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the options that let a worker write an archive into its folder when it ends. */
    static List<String> recording() {
        return List.of("-XX:ArchiveClassesAtExit=" + IN_WORKER_FOLDER, silence());
    }

    /** Returns the options that let a worker use the archive, if there is one; none otherwise. */
    static List<String> using(Path workerFolder) {
        Path folder = folder();
        String key = folder == null ? null : key(WorkerClassPath.find());
        Path archive = key == null ? null : find(folder, key);
        try {
            if (archive == null || Files.size(archive) == 0 || !isOurs(archive, workerFolder)) {
                return List.of();
            }
            place(archive, workerFolder.resolve(IN_WORKER_FOLDER));
            return List.of("-XX:SharedArchiveFile=" + IN_WORKER_FOLDER, silence());
        } catch (IOException | UnsupportedOperationException e) {
            return List.of();
        }
    }

    /** By a link, which few users of Windows may make; else by a copy, which takes some milliseconds. */
    static void place(Path archive, Path name) throws IOException {
        try {
            Files.createSymbolicLink(name, archive);
        } catch (IOException | UnsupportedOperationException e) {
            Files.copy(archive, name);
        }
    }

    /**
     * Takes what a worker that has ended left in its folder into the cache, whole or not at all. Of a JVM that makes no
     * archives an empty one is kept, so that nobody asks it again.
     */
    static void keep(Path workerFolder) {
        Path recorded = workerFolder.resolve(IN_WORKER_FOLDER);
        Path folder = folder();
        String key = key(WorkerClassPath.find());
        if (folder == null || key == null) {
            return;
        }
        Path part = folder.resolve(workerFolder.getFileName() + ".part");
        try {
            if (!Files.exists(recorded)) {
                Files.createFile(recorded);
            }
            Path archive = folder.resolve(PREFIX + key + "-" + sum(recorded) + SUFFIX);
            Files.copy(recorded, part);
            Files.move(part, archive, StandardCopyOption.ATOMIC_MOVE);
            removeOthers(folder, key);
        } catch (IOException | UnsupportedOperationException e) {
            // Read-only, full, or no such home: the next worker starts as this one did.
        } finally {
            delete(part);
        }
    }

    /** Returns the option that keeps HotSpot from talking of an archive that it does not take. */
    private static String silence() {
        return "-Xlog:cds*=off" + (Runtime.version().feature() < FIRST_WITH_AOT_LOG ? "" : ",aot*=off") + ":stderr";
    }

    /**
     * Returns the archive of this key that is as it was written, or null. A JVM that maps one which was cut short dies
     * of it, and that would look like a fault of the tested access; so its name says what is in it.
     */
    private static Path find(Path folder, String key) {
        String[] names = folder.toFile().list();
        for (String name : names == null ? new String[0] : names) {
            if (name.startsWith(PREFIX + key + "-") && name.endsWith(SUFFIX)) {
                Path archive = folder.resolve(name);
                try {
                    if (name.equals(PREFIX + key + "-" + sum(archive) + SUFFIX)) {
                        return archive;
                    }
                } catch (IOException e) {
                    // Somebody else is just removing it.
                }
            }
        }
        return null;
    }

    private static String sum(Path file) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(Files.readAllBytes(file));
        return Long.toHexString(sum.getValue());
    }

    /** Returns what an archive depends on; null if there can be none, as of folders with classes. */
    private static String key(List<Path> classPath) {
        // If two were alike here, the JVM would still tell them apart.
        CRC32 sum = new CRC32();
        add(sum, System.getProperty("java.home"), System.getProperty("java.vm.name"),
            System.getProperty("java.vm.version"), System.getProperty("java.vm.vendor"));
        for (Path jar : classPath) {
            try {
                if (!Files.isRegularFile(jar)) {
                    return null;
                }
                add(sum, jar.toString(), Files.size(jar) + " " + Files.getLastModifiedTime(jar).toMillis());
            } catch (IOException e) {
                return null;
            }
        }
        return Long.toHexString(sum.getValue());
    }

    private static void add(CRC32 sum, String... words) {
        for (String word : words) {
            sum.update((word + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Returns the cache folder, which need not be there; null if there is no place for one. */
    private static Path folder() {
        try {
            return namedFolder();
        } catch (InvalidPathException e) {
            // A letter of its name cannot be written in this locale.
            return null;
        }
    }

    private static Path namedFolder() {
        String named = System.getenv(VARIABLE);
        if (named != null && !named.isEmpty()) {
            return named.equals(OFF) ? null : Path.of(named).toAbsolutePath();
        }
        String cache = System.getenv("XDG_CACHE_HOME");
        Path home = Path.of(System.getProperty("user.home", ""));
        Path caches = cache != null && Path.of(cache).isAbsolute() ? Path.of(cache) : home.resolve(".cache");
        return home.isAbsolute() && Files.isDirectory(home) ? caches.resolve("tearline") : null;
    }

    /** Returns whether nobody but the user of this process can have written it: what is in it is run. */
    private static boolean isOurs(Path archive, Path workerFolder) throws IOException {
        if (!archive.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            // Windows: who may write there is a list, but a folder of somebody else's shows in the owner.
            return Files.getOwner(archive).equals(Files.getOwner(workerFolder));
        }
        Map<String, Object> facts = Files.readAttributes(archive, "unix:uid,mode");
        return facts.get("uid").equals(Files.getAttribute(workerFolder, "unix:uid"))
            && ((Integer) facts.get("mode") & WRITABLE_BY_OTHERS) == 0;
    }

    /** Two testers that made one at the same time agree about which one stays. */
    private static void removeOthers(Path folder, String key) throws IOException {
        List<Path> archives;
        try (Stream<Path> files = Files.list(folder)) {
            archives = files.filter(file -> file.getFileName().toString().matches(NAME))
                .sorted(Comparator.comparing(WorkerArchive::modified).thenComparing(Path::getFileName).reversed())
                .toList();
        }
        Map<Boolean, List<Path>> alike = archives.stream().collect(Collectors.partitioningBy(file ->
            file.getFileName().toString().startsWith(PREFIX + key + "-")));
        alike.get(true).stream().skip(1).forEach(WorkerArchive::delete);
        alike.get(false).stream().skip(KEPT - 1).forEach(WorkerArchive::delete);
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It stays; nobody needs the room.
        }
    }
}
