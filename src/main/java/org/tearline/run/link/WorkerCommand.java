// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.machine.Jvm;
import org.tearline.trial.Tier;

/** The options and environment of a worker's JVM, which determine how its loops are compiled. Thread-safe. */
public final class WorkerCommand {
    /**
     * The methods between a loop and its access, which must be inlined. Without this option, C2 sometimes leaves
     * a call ("low call site frequency") because it compiles the loop before the callee's profile is mature; the access
     * then runs in the callee's tier. Checked by counting calls in the printed code of JDK 17 and 25. A method that is
     * missing here makes no verdict false, because the worker refuses a loop that calls it in another tier.
     */
    private static final List<String> INLINED = List.of("org.tearline.loop.*::write", "org.tearline.loop.*::read*",
        "org.tearline.loop.*::looksWhole", "org.tearline.loop.*::versionOf", "org.tearline.loop.*::before",
        "org.agrona.UnsafeApi::*",
        "org.agrona.AbstractMutableDirectBuffer::*", "org.agrona.concurrent.UnsafeBuffer::*",
        "java.nio.DirectByteBuffer::*", "java.nio.HeapByteBuffer::*",
        "java.nio.Buffer::*", "org.tearline.loop.VarHandle*::*",
        "jdk.internal.misc.ScopedMemoryAccess::*", "jdk.internal.misc.Unsafe::*Unaligned",
        "jdk.internal.misc.Unsafe::convEndian", "jdk.internal.misc.Unsafe::checkWriteback*",
        "jdk.internal.misc.Unsafe::isWritebackEnabled", "jdk.internal.misc.Unsafe::dataCacheLine*");

    /**
     * Variables that the launcher and the JVM read. They are removed from a worker's environment; otherwise a
     * collector, heap size, debugger or {@code -XX:-UseUnalignedAccesses} meant for another program could change a
     * verdict. Checked against the strings in the launcher and libjvm of JDK 17 and 25.
     */
    private static final Set<String> NOT_INHERITED = Set.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS",
        "JDK_AOT_VM_OPTIONS", "JDK_ALTERNATE_VM", "_JAVA_LAUNCHER_DEBUG");

    /** Adds the Vector API. The JVM's warning about an incubator module goes to a file in the worker's folder. */
    public static final List<String> VECTORS = List.of("--add-modules", "jdk.incubator.vector");

    static final Path OWN_HOME = Path.of(System.getProperty("java.home"));

    private WorkerCommand() {
    }

    /** Returns a process to start, without the variables that the launcher and the JVM read. */
    static ProcessBuilder process(List<String> command) {
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment().keySet().removeAll(NOT_INHERITED);
        return process;
    }

    /** Returns the command line, to be run in the given folder. It ends with the main class and its argument. */
    static List<String> of(Tier tier, Path folder, Path javaHome, List<String> options) throws IOException {
        // The JVM interprets quotes and percent signs in file names, so they are relative to the worker's folder.
        List<String> command = jvm(tier, "", javaHome);
        command.addAll(List.of(
            // Required by Agrona and JNA; the entries in the manifest work only for java -jar.
            "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
            // Without compression, a reference is an address, which trials on the heap require.
            "-XX:-UseCompressedOops"));
        if (javaHome.equals(OWN_HOME)) {
            Jvm.here().option().ifPresent(option -> command.add(1, option));
        }
        command.addAll(options);
        // The main class is named by a string because its package depends on this one.
        command.addAll(List.of("-cp", WorkerClassPath.in(folder), "org.tearline.run.worker.Worker",
            folder.resolve("compilations").toString()));
        return command;
    }

    /**
     * Returns the java command with the flags that a worker and the tester's JVM share. The latter uses the JDK's
     * archive of classes and modules, which rules out a worker's --add-opens and uncompressed references.
     *
     * @param prefix precedes the names of the files that the JVM writes
     */
    static List<String> jvm(Tier tier, String prefix, Path javaHome) {
        String warnings = "stderr";
        if (!prefix.isEmpty()) {
            warnings = "file=" + prefix + "warnings";
        }
        List<String> command = new ArrayList<>(List.of(
            javaHome.resolve("bin/java").toString(),
            // By default, JVM warnings go to standard output, between the frames.
            "-Xlog:disable", "-Xlog:all=warning:" + warnings,
            "-XX:+DisplayVMOutputToStderr", "-XX:ErrorFile=" + prefix + "crash", "-XX:-CreateCoredumpOnCrash",
            "-Xmx256m", "-XX:+UseSerialGC",
            // The name of a hidden class contains an address, which would be reused.
            "-XX:-ClassUnloading",
            // For a faster start: no generated code for reflective calls, no verification, no performance counters.
            "-Djdk.reflect.useNativeAccessorOnly=true", "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote", "-XX:-UsePerfData",
            // Stops JNA from running ldconfig. The only library that it opens is the process itself.
            "-Djna.platform.library.path=/"));
        switch (tier) {
            case C2 -> command.add("-XX:+TieredCompilation");
            case C1 -> command.add("-XX:TieredStopAtLevel=1");
            case INTERPRETER -> command.add("-Xint");
        }
        if (tier != Tier.INTERPRETER) {
            // Compiles loops early and not in the background, and logs their compilation level.
            command.addAll(List.of("-XX:CompileCommand=quiet",
                "-XX:CompileCommand=BackgroundCompilation,org.tearline.loop.*::run,false",
                "-XX:CompileCommand=CompileThresholdScaling,org.tearline.loop.*::run,0.1",
                // C1 does not inline dynamically dispatched calls, so counting must wait until these methods are
                // compiled.
                "-XX:CompileCommand=BackgroundCompilation,java.nio.DirectByteBuffer::*Long,false",
                "-XX:CompileCommand=BackgroundCompilation,java.nio.DirectByteBuffer::*Int,false",
                "-XX:CompileCommand=BackgroundCompilation,java.nio.DirectByteBuffer::*Short,false",
                "-Xlog:jit+compilation=debug,jit+inlining=debug" + deoptimizations(javaHome)
                    + ":file=" + prefix + "compilations:tid:filecount=0"));
            for (String method : INLINED) {
                command.add("-XX:CompileCommand=inline," + method);
            }
        }
        return command;
    }

    /**
     * JDK 21 and 25 log every uncommon trap. Empty before JDK 21, because JDK 17 refuses to start with this tag, and
     * for a JDK other than this JVM's, whose version is unknown. According to logTag.hpp of JDK 17 and 21; versions in
     * between were not checked.
     */
    private static String deoptimizations(Path javaHome) {
        if (javaHome.equals(OWN_HOME) && Runtime.version().feature() >= 21) {
            return ",deoptimization=debug";
        }
        return "";
    }

    /**
     * Finds the class path of a worker: the locations from which this JVM loaded the classes. This JVM's own class path
     * may be that of a test runner, and the classes may be on a module path. Thread-safe.
     */
    static final class WorkerClassPath {
        /** One class from each jar that a worker needs; tester.jar contains them all. */
        private static final List<String> NEEDED = List.of("org/tearline/run/link/WorkerProcess.class",
            "org/agrona/UnsafeApi.class", "com/sun/jna/NativeLibrary.class");

        /** The length and modification time of each jar at the first call of {@link #remember}; empty before. */
        private static final Map<Path, String> FIRST = new HashMap<>();

        private WorkerClassPath() {
        }

        /** Notes what the jars are like; later calls change nothing. */
        static synchronized void remember() {
            // Avoids streams: the first call delays the first fork, and the first lambda in a JVM is slow to link.
            if (FIRST.isEmpty()) {
                for (Path jar : find()) {
                    if (!jar.toFile().isDirectory()) {
                        FIRST.put(jar, mark(jar.toFile()));
                    }
                }
            }
        }

        /** Fails if a jar has been replaced or removed, because a worker would run other code or lack some. */
        static void requireUnchanged() throws IOException {
            File changed = changed();
            if (changed != null) {
                throw new IOException(changed + " was replaced or removed: start again");
            }
        }

        /** Returns a jar that has been replaced or removed since the first call; null if there is none. */
        static synchronized File changed() {
            remember();
            for (Map.Entry<Path, String> first : FIRST.entrySet()) {
                File jar = first.getKey().toFile();
                if (!jar.exists() || !first.getValue().equals(mark(jar))) {
                    return jar;
                }
            }
            return null;
        }

        private static String mark(File jar) {
            return jar.length() + " " + jar.lastModified();
        }

        /** Returns the class path of a worker that runs in this folder. Creates links in the folder if necessary. */
        static String in(Path folder) throws IOException {
            List<String> names = new ArrayList<>();
            for (Path path : find()) {
                if (path.toString().contains(File.pathSeparator)) {
                    names.add(link(path, folder.resolve(names.size() + "-" + path.getFileName())));
                } else {
                    names.add(path.toString());
                }
            }
            return String.join(File.pathSeparator, names);
        }

        /** Returns another name for a path, because a class path cannot contain a path separator. */
        private static String link(Path path, Path link) throws IOException {
            try {
                return Files.createSymbolicLink(link, path).getFileName().toString();
            } catch (IOException | UnsupportedOperationException e) {
                throw new IOException(path + ": a class path cannot contain '" + File.pathSeparator
                    + "'; move it to another folder", e);
            }
        }

        /** Returns absolute paths, because a worker runs in its own folder. */
        static List<Path> find() {
            String given = System.getProperty(JarCopy.PATH, System.getProperty("java.class.path", ""));
            if (!given.contains(File.pathSeparator) && given.endsWith("tester.jar")) {
                return List.of(Path.of(given).toAbsolutePath());
            }
            Set<Path> found = new LinkedHashSet<>();
            for (String file : NEEDED) {
                Path origin = origin(WorkerClassPath.class.getClassLoader().getResource(file), file);
                if (origin != null) {
                    found.add(origin);
                }
            }
            if (found.isEmpty()) {
                return Stream.of(given.split(File.pathSeparator))
                    .map(Path::of)
                    .map(Path::toAbsolutePath)
                    .toList();
            }
            return List.copyOf(found);
        }

        /** Returns the jar or folder of a class, or null if it is in neither. The URL may be null. */
        private static Path origin(URL url, String file) {
            try {
                if (url == null) {
                    return null;
                }
                if (url.openConnection() instanceof JarURLConnection jar) {
                    return Path.of(jar.getJarFileURL().toURI());
                }
                if (url.getProtocol().equals("file")) {
                    return Path.of(URI.create(url.toURI().toString().replace(file, "")));
                }
                return null;
            } catch (IOException | URISyntaxException | RuntimeException e) {
                // The class loader uses another kind of location.
                return null;
            }
        }
    }
}
