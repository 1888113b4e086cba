// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.tearline.run.link.WorkerCommand.WorkerClassPath;

/**
 * The archive of a worker's classes (class-data sharing): a run takes 1,045 ms with it and 1,256 without on JDK 17,
 * 1,053 and 1,151 on 25 (medians of 15 in turn, Zen 4 with two shared CPUs). One file for each JVM and jar, in the
 * user's cache folder. The JVM makes it when the first worker ends, writes its header last, and ignores one that does
 * not fit.
 *
 * @param file    the archive, or null where none can be used or made
 * @param options for the worker's JVM
 * @param wanted  whether a worker that ends by itself leaves a better archive than there is
 */
record WorkerArchive(Path file, List<String> options, boolean wanted) {
    static final WorkerArchive NONE = new WorkerArchive(null, List.of(), false);

    /** Names another cache folder, or with {@link #OFF} none. */
    private static final String VARIABLE = "TEARLINE_CACHE";
    private static final String OFF = "off";
    private static final int JAVA = Runtime.version().feature();
    private static final int FIRST_WITH_AUTO_CREATE = 19;
    /** Since 24 the tag cds has a second name. */
    private static final int FIRST_WITH_AOT_LOG = 24;

    /** Without a jar, as in an IDE, there is none. */
    static WorkerArchive find(boolean mayBeMade) {
        try {
            List<Path> jars = WorkerClassPath.find();
            Path folder = folder();
            // A JVM without an archive of its own, as jlink makes, does not start when asked for another.
            boolean shares = System.getProperty("java.vm.info", "").contains("sharing");
            if (!shares || folder == null || jars.size() != 1 || !Files.isRegularFile(jars.get(0))) {
                return NONE;
            }
            Path archive = folder.resolve("worker-" + Integer.toHexString(List.of(jars, System.getProperty("java.home"),
                System.getProperty("java.vm.version")).hashCode()) + ".jsa");
            boolean fresh = Files.exists(archive) && Files.getLastModifiedTime(archive).compareTo(
                Files.getLastModifiedTime(jars.get(0))) > 0;
            // Windows separates paths by another character than the one behind the drive's letter.
            return archive.toString().matches(".*[%" + File.pathSeparator + "].*")
                || !fresh && !Files.isWritable(Files.createDirectories(folder)) ? NONE
                : new WorkerArchive(archive, options(archive, fresh), !fresh && mayBeMade);
        } catch (IOException | InvalidPathException e) {
            // No place for one, or none that can be named in this locale: the worker starts without.
            return NONE;
        }
    }

    /** Deletes the archive that a dead worker had: JDK 17 dies of one that was cut short. */
    void drop() {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // Somebody else's: it stays.
        }
    }

    private static List<String> options(Path archive, boolean fresh) {
        String silence = "-Xlog:cds*=off" + (JAVA < FIRST_WITH_AOT_LOG ? "" : ",aot*=off") + ":stderr";
        return JAVA >= FIRST_WITH_AUTO_CREATE
            ? List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + archive, silence)
            : List.of((fresh ? "-XX:SharedArchiveFile=" : "-XX:ArchiveClassesAtExit=") + archive, silence);
    }

    /** Null if there is no place for one. */
    private static Path folder() {
        String named = System.getenv(VARIABLE);
        if (named != null && !named.isEmpty()) {
            return named.equals(OFF) ? null : Path.of(named).toAbsolutePath();
        }
        String cache = System.getenv("XDG_CACHE_HOME");
        Path home = Path.of(System.getProperty("user.home", ""));
        Path caches = cache != null && Path.of(cache).isAbsolute() ? Path.of(cache) : home.resolve(".cache");
        return home.isAbsolute() && Files.isDirectory(home) ? caches.resolve("tearline") : null;
    }
}
