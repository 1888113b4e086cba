// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.tearline.machine.AbandonedFiles;
import org.tearline.trial.Tier;

/**
 * An archive of the tester's classes (CDS) in a cache folder, which makes the tester's JVM start faster. Its maker is a
 * JVM in the background: it loads, by their names, the classes that a tester's JVM had loaded, and its exit writes them
 * to the archive. A tester that starts kills the maker, because it would disturb the trial; the verdict then requests
 * the archive again. As Main's JVM has no archive, its part avoids lambdas and streams. Not thread-safe.
 */
public final class ClassArchive {
    private static final String PREFIX = "tester-";
    private static final String SUFFIX = ".jsa";
    /** Replaces the checksum in the name of an empty file, if the maker did not succeed. */
    private static final String FAILED = "failed";
    /** Precedes the key in the name of the folder in which an archive is being made. */
    private static final String MAKING = "making-";
    private static final int FILES_KEPT = 5;
    private static final int BUFFER_BYTES = 1 << 16;
    /**
     * Limits the maker to one second of CPU time, and gives the rest of the machine precedence. It usually needs half a
     * second. Interpreted, it keeps one CPU busy.
     */
    private static final String LIMITED = "ulimit -c 0; ulimit -t 1; exec nice -n 19 \"$@\"";

    private final File cache;
    private final File jar;
    private final String key;
    private File file;
    private boolean failed;

    private ClassArchive(File cache, File jar, String key) {
        this.cache = cache;
        this.jar = jar;
        this.key = key;
    }

    /** Loads the classes listed in a file, each at the start of a line, so that this JVM's exit archives them. */
    public static void main(String[] arguments) throws IOException {
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            try {
                Class.forName(line.split(" ", 2)[0], false, ClassLoader.getSystemClassLoader());
            } catch (ClassNotFoundException | LinkageError e) {
                // The class was generated at run time.
            }
        }
    }

    /** Finds the archive for this JVM and jar, and kills the makers of archives. Null if there is no place for it. */
    static ClassArchive open(String jar) {
        String home = System.getProperty("user.home", "");
        String cache = System.getenv("TEARLINE_CACHE");
        if (cache == null || cache.isEmpty()) {
            String caches = System.getenv("XDG_CACHE_HOME");
            if (caches == null || !new File(caches).isAbsolute()) {
                caches = home + "/.cache";
            }
            cache = caches + "/tearline";
        }
        File folder = new File(cache).getAbsoluteFile();
        // A JVM without a default archive, such as one made by jlink, does not start with another archive.
        boolean shares = System.getProperty("java.vm.info", "").contains("sharing");
        boolean isUsable = shares && !cache.equals("off") && new File(home).isAbsolute() && isPlain(folder.getPath());
        if (!isUsable) {
            return null;
        }
        String jvm = System.getProperty("java.home") + " " + System.getProperty("java.vm.version");
        ClassArchive archive = new ClassArchive(folder, new File(jar), Integer.toHexString((jar + jvm).hashCode()));
        archive.find();
        return archive;
    }

    private void find() {
        String[] names = cache.list();
        if (names == null) {
            return;
        }
        for (String name : names) {
            if (name.startsWith(MAKING)) {
                settle(new File(cache, name), name.substring(MAKING.length()));
            }
        }
        names = cache.list();
        for (String name : names) {
            File found = new File(cache, name);
            boolean isMine = name.startsWith(PREFIX + key + "-") && found.lastModified() > jar.lastModified();
            if (isMine && name.endsWith(FAILED)) {
                failed = true;
            } else if (isMine && name.equals(nameOf(key, found))) {
                file = found;
            } else if (isMine) {
                found.delete();
            }
        }
    }

    /** Kills the maker that works in this folder. If it has exited, moves its archive to the cache. */
    private void settle(File folder, String itsKey) {
        if (!AbandonedFiles.canSeeProcesses()) {
            return;
        }
        try {
            Optional<ProcessHandle> maker = maker(folder);
            if (maker.isPresent()) {
                maker.get().destroyForcibly();
            } else if (isComplete(made(folder))) {
                Files.move(made(folder).toPath(), new File(cache, nameOf(itsKey, made(folder))).toPath(),
                    StandardCopyOption.ATOMIC_MOVE);
                prune();
            } else {
                Files.write(cache.toPath().resolve(PREFIX + itsKey + "-" + FAILED), new byte[0]);
            }
        } catch (IOException | RuntimeException e) {
            // Another tester has settled this, or the folder cannot be written.
        }
        WorkerFolder.delete(folder.toPath());
    }

    /** The process id may meanwhile be that of another program. */
    private static Optional<ProcessHandle> maker(File folder) throws IOException {
        long pid = Long.parseLong(Files.readString(pidFile(folder).toPath()));
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isPresent()) {
            String[] arguments = process.get().info().arguments().orElse(new String[0]);
            if (!Arrays.asList(arguments).contains(classes(folder).getPath())) {
                return Optional.empty();
            }
        }
        return process;
    }

    private static File pidFile(File folder) {
        return new File(folder, "pid");
    }

    private static File classes(File folder) {
        return new File(folder, "classes");
    }

    private static File made(File folder) {
        return new File(folder, "archive");
    }

    /** Whether the JVM has written the start of the file, which it does last. */
    private static boolean isComplete(File archive) throws IOException {
        if (!archive.isFile()) {
            return false;
        }
        try (InputStream in = new FileInputStream(archive)) {
            return in.read() > 0;
        }
    }

    /**
     * Returns the name of an archive with these contents, which includes their checksum: a JVM may crash if its archive
     * is truncated or damaged. Null if the file is not a regular one or cannot be read.
     */
    private static String nameOf(String key, File archive) {
        if (!archive.isFile()) {
            return null;
        }
        CRC32 checksum = new CRC32();
        try (InputStream in = new FileInputStream(archive)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            int count = in.read(buffer);
            while (count > 0) {
                checksum.update(buffer, 0, count);
                count = in.read(buffer);
            }
        } catch (IOException e) {
            return null;
        }
        return PREFIX + key + "-" + Long.toHexString(checksum.getValue()) + SUFFIX;
    }

    /** Deletes all but the newest archives, because jars and JDKs are removed and never come back. */
    private void prune() {
        List<File> files = new ArrayList<>();
        for (File each : cache.listFiles()) {
            if (each.getName().startsWith(PREFIX)) {
                files.add(each);
            }
        }
        while (files.size() > FILES_KEPT) {
            File oldest = files.get(0);
            for (File each : files) {
                if (each.lastModified() < oldest.lastModified()) {
                    oldest = each;
                }
            }
            oldest.delete();
            files.remove(oldest);
        }
    }

    /**
     * Returns the option with which the tester's JVM uses the archive or, if there is none, lists its classes.
     *
     * @param folder the folder of the tester's JVM
     */
    List<String> options(Path folder) {
        if (file != null) {
            return List.of("-XX:SharedArchiveFile=" + file);
        }
        if (failed) {
            return List.of();
        }
        return List.of("-Xlog:class+load:file=" + classes(folder.toFile()) + ":none:filecount=0");
    }

    boolean isUsed() {
        return file != null;
    }

    /** Removes the archive, because a JVM died with it. */
    void remove() {
        file.delete();
    }

    /**
     * Starts the maker, unless there is an archive or another maker.
     *
     * @param folder the folder of the tester's JVM, with the list of its classes
     */
    void request(Path folder) {
        File making = new File(cache, MAKING + key);
        cache.mkdirs();
        if (file != null || failed || !making.mkdir()) {
            return;
        }
        try {
            Files.copy(classes(folder.toFile()).toPath(), classes(making).toPath());
            Process maker = builder(making).start();
            Files.writeString(pidFile(making).toPath(), Long.toString(maker.pid()));
        } catch (IOException e) {
            WorkerFolder.delete(making.toPath());
        }
    }

    /** The maker may outlive this JVM. It inherits no stream, and leaves no file in the user's folder. */
    private ProcessBuilder builder(File making) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", LIMITED, "sh"));
        command.addAll(WorkerCommand.jvm(Tier.INTERPRETER, making + "/", WorkerCommand.OWN_HOME));
        command.addAll(List.of("-XX:ArchiveClassesAtExit=" + made(making), "-cp", jar.getPath(),
            ClassArchive.class.getName(), classes(making).getPath()));
        ProcessBuilder builder = new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .directory(making);
        builder.environment().keySet().removeAll(WorkerCommand.NOT_INHERITED);
        return builder;
    }

    /** Whether the JVM uses this file name unchanged. It splits names at colons and expands percent signs. */
    static boolean isPlain(String name) {
        for (char special : "%:\"\uFFFD".toCharArray()) {
            if (name.indexOf(special) >= 0) {
                return false;
            }
        }
        return true;
    }
}
