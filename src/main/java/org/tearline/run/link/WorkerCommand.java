// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.trial.TrialSpec.Tier;

/** The options and environment of a worker's JVM, so that its loops are what they should be. */
public final class WorkerCommand {
    /** Read in logTag.hpp of 17 and 21; between them nobody looked. */
    private static final int FIRST_WITH_DEOPTIMIZATION_LOG = 21;

    /**
     * The way from a loop to its access, which has to be part of the loop. Claim: without this C2 now and then leaves a
     * call in it, "low call site frequency", because it compiles the loop before the callee's profile is ripe; the
     * access then runs in whatever tier the callee has. Checked by counting calls in the printed code of JDK 17 and 25.
     */
    private static final List<String> INLINED = List.of("org.tearline.loop.*::write", "org.tearline.loop.*::read",
        "org.tearline.loop.*::holds", "org.tearline.loop.*::look*", "org.tearline.loop.*::position",
        "org.tearline.loop.*::before", "org.tearline.loop.*::late", "org.agrona.UnsafeApi::*",
        "org.agrona.AbstractMutableDirectBuffer::*", "org.agrona.concurrent.UnsafeBuffer::*",
        "java.nio.DirectByteBuffer::*", "java.nio.Buffer::*", "org.tearline.loop.View*::*",
        "jdk.internal.misc.ScopedMemoryAccess::*", "jdk.internal.misc.Unsafe::*Unaligned",
        "jdk.internal.misc.Unsafe::convEndian", "jdk.internal.misc.Unsafe::checkWriteback*",
        "jdk.internal.misc.Unsafe::isWritebackEnabled", "jdk.internal.misc.Unsafe::dataCacheLine*");

    /**
     * What the launcher and the JVM read from the environment. None of it reaches a worker, or a collector, heap,
     * debugger or {@code -XX:-UseUnalignedAccesses} that was meant for another program would decide a verdict. Checked
     * in the names that the launcher and libjvm of JDK 17 and 25 contain. Files of options that no argument names are
     * ignored with a warning.
     */
    static final Set<String> NOT_INHERITED = Set.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS",
        "JDK_AOT_VM_OPTIONS", "JDK_ALTERNATE_VM", "_JAVA_LAUNCHER_DEBUG");

    /** The JVM's warning that the module incubates stays in the worker's folder. */
    public static final List<String> VECTORS = List.of("--add-modules", "jdk.incubator.vector");

    /** Its main class; by name, because the worker talks through this package. */
    private static final String WORKER = "org.tearline.run.worker.Worker";

    static final Path OWN_HOME = Path.of(System.getProperty("java.home"));

    private WorkerCommand() {
    }

    /** The last but one word is the main class. */
    public static List<String> of(Tier tier, Path folder, Path javaHome, List<String> options) {
        // The JVM takes quotes and per cents in these names for its own, so they are names in the worker's folder.
        List<String> command = new ArrayList<>(List.of(
            javaHome.resolve("bin").resolve("java").toString(),
            // What Agrona and JNA need to be let in; the manifest's entries work for java -jar alone.
            "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
            // The JVM's own warnings go to standard output, among the frames, unless told otherwise.
            "-Xlog:disable", "-Xlog:all=warning:stderr",
            "-XX:+DisplayVMOutputToStderr", "-XX:ErrorFile=crash", "-XX:-CreateCoredumpOnCrash",
            "-Xmx256m", "-XX:+UseSerialGC",
            // A reference is then an address, which trials on the heap need.
            "-XX:-UseCompressedOops",
            // Starts faster: its few reflective calls need no compiled accessors, and its own classes no verifier.
            "-Djdk.reflect.useNativeAccessorOnly=true", "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote", "-XX:-UsePerfData",
            // JNA need not ask ldconfig, a process, where libraries are: the only one that it opens is this process.
            "-Djna.platform.library.path=/"));
        switch (tier) {
            case C2 -> command.add("-XX:+TieredCompilation");
            case C1 -> command.add("-XX:TieredStopAtLevel=1");
            case INTERPRETER -> command.add("-Xint");
        }
        if (tier != Tier.INTERPRETER) {
            // A call of a loop returns compiled, soon, and the log tells at which level.
            command.addAll(List.of("-XX:CompileCommand=quiet",
                "-XX:CompileCommand=BackgroundCompilation,org.tearline.loop.*::run,false",
                "-XX:CompileCommand=CompileThresholdScaling,org.tearline.loop.*::run,0.1",
                // C1 cannot inline what it has to look up; then nobody counts before that is compiled, either.
                "-XX:CompileCommand=BackgroundCompilation,java.nio.DirectByteBuffer::*Long,false",
                "-XX:CompileCommand=BackgroundCompilation,java.nio.DirectByteBuffer::*Int,false",
                "-XX:CompileCommand=BackgroundCompilation,java.nio.DirectByteBuffer::*Short,false",
                "-Xlog:jit+compilation=debug,jit+inlining=debug" + deoptimizations(javaHome)
                    + ":file=compilations:tid:filecount=0"));
            INLINED.forEach(method -> command.add("-XX:CompileCommand=inline," + method));
        }
        command.addAll(options);
        command.addAll(List.of("-cp", WorkerClassPath.find().stream().map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)), WORKER, folder.resolve("compilations").toString()));
        return command;
    }

    /** JDK 21 and 25 have a log of every uncommon trap; JDK 17 does not start if it is asked for one. */
    private static String deoptimizations(Path javaHome) {
        boolean known = javaHome.equals(OWN_HOME)
            && Runtime.version().feature() >= FIRST_WITH_DEOPTIMIZATION_LOG;
        return known ? ",deoptimization=debug" : "";
    }

    /**
     * Where a worker's classes are: in the places that this JVM loaded them from, since its class path may be that of a
     * test runner, or they may be on a module path.
     */
    static final class WorkerClassPath {
        /** One class of each jar that a worker needs; in tester.jar they are all in one. */
        private static final List<String> NEEDED = List.of("org.tearline.run.link.WorkerProcess",
            "org.agrona.UnsafeApi", "com.sun.jna.NativeLibrary", "com.sun.jna.platform.FileUtils",
            "net.openhft.affinity.Affinity", "org.slf4j.LoggerFactory", "org.slf4j.nop.NOPServiceProvider");

        /** Length and time of each jar when this JVM forked its first worker; empty before. */
        private static final Map<Path, String> FIRST = new HashMap<>();

        private WorkerClassPath() {
        }

        /** A jar that was replaced or removed since this was called first, or null. */
        static synchronized Path replaced() {
            // Without streams: the first call comes before the first fork, which must not wait for lambdas.
            if (FIRST.isEmpty()) {
                for (Path jar : find()) {
                    if (jar.toFile().isFile()) {
                        FIRST.put(jar, mark(jar.toFile()));
                    }
                }
            }
            for (Map.Entry<Path, String> jar : FIRST.entrySet()) {
                if (!jar.getValue().equals(mark(jar.getKey().toFile()))) {
                    return jar.getKey();
                }
            }
            return null;
        }

        /** Both numbers are 0 of a file that is gone. */
        private static String mark(File jar) {
            return jar.length() + " " + jar.lastModified();
        }

        /** Absolute paths, since a worker begins in a folder of its own. */
        static List<Path> find() {
            String given = System.getProperty("java.class.path", "");
            if (!given.contains(File.pathSeparator) && given.endsWith("tester.jar")) {
                return List.of(Path.of(given).toAbsolutePath());
            }
            Set<Path> found = new LinkedHashSet<>();
            for (String name : NEEDED) {
                String file = name.replace('.', '/') + ".class";
                URL url = WorkerClassPath.class.getClassLoader().getResource(file);
                Path origin = url == null ? null : origin(url, file);
                if (origin != null) {
                    found.add(origin);
                }
            }
            return found.isEmpty() ? Arrays.stream(given.split(File.pathSeparator)).map(entry -> Path.of(entry)
                .toAbsolutePath()).toList() : List.copyOf(found);
        }

        /** Null if the class is in neither a jar nor a folder. */
        private static Path origin(URL url, String file) {
            try {
                if (url.openConnection() instanceof JarURLConnection jar) {
                    return Path.of(jar.getJarFileURL().toURI());
                }
                return url.getProtocol().equals("file")
                    ? Path.of(URI.create(url.toURI().toString().replace(file, ""))) : null;
            } catch (IOException | URISyntaxException | RuntimeException e) {
                // A class loader with places of its own.
                return null;
            }
        }
    }

    /**
     * The archive of a worker's classes (class-data sharing): a run takes 1,045 ms with it and 1,256 without on JDK 17,
     * 1,053 and 1,151 on 25 (medians of 15 in turn, Zen 4 with two shared CPUs). One file for each JVM and jar, in the
     * user's cache folder. The JVM makes it when the first worker ends, writes its header last, and ignores one that
     * does not fit.
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
                int id = List.of(jars, System.getProperty("java.home"), System.getProperty("java.vm.version"))
                    .hashCode();
                Path archive = folder.resolve("worker-" + Integer.toHexString(id) + ".jsa");
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
}
