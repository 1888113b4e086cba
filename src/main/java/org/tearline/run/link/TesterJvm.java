// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.tearline.machine.KernelFiles;
import org.tearline.run.link.WorkerCommand.WorkerClassPath;
import org.tearline.run.link.WorkerFolder.CrashReport;
import org.tearline.trial.Tier;

/**
 * The JVM of {@code run} and {@code granules}, in which their trials run. Main starts it with the flags of a worker,
 * waits for it and returns its exit code. If an access kills it, the command runs again in Main's JVM, with workers.
 * The part that runs in Main's JVM avoids lambdas and streams, the first of which takes 20 ms. As a thread, it is the
 * hook that ends the tester's JVM with Main's.
 */
public final class TesterJvm extends Thread {
    /** The folder of this JVM, if it is a tester's JVM; else null. */
    public static final Path FOLDER = ownFolder();
    public static final int INTERNAL_ERROR = 4;
    private static final int KILLED = 137;
    /** Replaces the exit code of a tear, which is also that of a JVM that cannot start. */
    public static final int TORN = 101;
    /** C2 compiles the loops only. Compiling the rest of the tester with it takes longer than it saves. */
    private static final String DIRECTIVES =
        "[{match: \"org/tearline/loop/*.run\", c2: {Exclude: false}}, {match: \"*.*\", c2: {Exclude: true}}]";
    /** A file in the JVM's folder, created before a tear is printed. */
    private static final String PRINTED = "printed";
    /** A user's properties that reach the tester's JVM, besides options, whose names contain no dot. */
    private static final List<String> PASSED = List.of("write.type", "read.type", "java.io.tmpdir", "user.home",
        "file.encoding", "stdout.encoding", "stderr.encoding", "sun.stdout.encoding", "sun.stderr.encoding");

    private final String jar;
    private WorkerFolder folder;
    /** The lock that the tester's JVM waits for. */
    private FileChannel lock;
    private Process process;
    private boolean ending;

    private TesterJvm(String jar) {
        this.jar = jar;
    }

    /**
     * Runs a command line in a tester's JVM. Returns its exit code, or null if the command line must run in this JVM.
     */
    public static Integer run(String[] arguments) throws InterruptedException {
        String jar = new File(System.getProperty("java.class.path")).getAbsolutePath();
        if (FOLDER != null || !canStart(jar) || !hasTrial(arguments)) {
            return null;
        }
        return new TesterJvm(jar).execute(arguments);
    }

    private static boolean canStart(String jar) {
        boolean isWindows = File.separatorChar != '/';
        boolean hasC2 = System.getProperty("java.vm.name").endsWith("64-Bit Server VM");
        // The launcher treats the name of the jar as a class path and splits it at separators.
        boolean isOneJar = jar.indexOf(File.pathSeparatorChar) < 0 && new File(jar).isFile();
        return !isWindows && hasC2 && isOneJar;
    }

    /** Ends a tester's JVM when Main's JVM has been killed. */
    public static void endWithMain() {
        if (FOLDER != null) {
            WorkerClassPath.remember();
            ParentLock.onRelease(FOLDER, TesterJvm::end);
        }
    }

    private static void end() {
        new WorkerFolder(FOLDER).delete();
        Runtime.getRuntime().halt(KILLED);
    }

    /** Called before a tear is printed, so that Main does not run the command again if this JVM dies. */
    public static void recordTear() {
        try {
            if (FOLDER != null) {
                Files.createFile(FOLDER.resolve(PRINTED));
            }
        } catch (IOException e) {
            // The disk is full. If the JVM dies now, the tear is printed twice.
        }
    }

    /** Judges by the first word: no word at all means {@code granules}, and a number or an option {@code run}. */
    private static boolean hasTrial(String[] arguments) {
        if (String.join("", arguments).indexOf('\uFFFD') >= 0) {
            // This locale cannot express an argument, so it cannot be passed on.
            return false;
        }
        String first = "";
        if (arguments.length != 0) {
            first = arguments[0];
        }
        return first.isEmpty() || !Character.isLetter(first.charAt(0)) || List.of("run", "granules").contains(first);
    }

    private Integer execute(String[] arguments) throws InterruptedException {
        try {
            Runtime.getRuntime().addShutdownHook(this);
            try {
                start(arguments);
                return conclude(await());
            } catch (IOException e) {
                // Nothing has run yet, so the command may run in this JVM, where it fails in the same way or needs no
                // folder.
                return null;
            } finally {
                // Before the hook is removed, so that no signal leaves the folder behind.
                deleteFolder();
                Runtime.getRuntime().removeShutdownHook(this);
            }
        } catch (IllegalStateException e) {
            // A signal is ending this JVM.
            return awaitExit();
        }
    }

    private synchronized void start(String[] arguments) throws IOException {
        if (ending) {
            throw new IllegalStateException();
        }
        WorkerClassPath.requireUnchanged();
        if (!isPlain(System.getProperty("java.io.tmpdir"))) {
            throw new IOException("the JVM cannot write its log there");
        }
        folder = WorkerFolder.create(null);
        lock = ParentLock.hold(folder.path());
        Files.writeString(folder.path().resolve("directives"), DIRECTIVES);
        process = WorkerCommand.process(command(arguments)).inheritIO().start();
    }

    /** Whether the JVM uses this file name unchanged. It splits names at colons and expands percent signs. */
    private static boolean isPlain(String name) {
        for (char special : "%:\"\uFFFD".toCharArray()) {
            if (name.indexOf(special) >= 0) {
                return false;
            }
        }
        return true;
    }

    private List<String> command(String[] arguments) {
        List<String> command = WorkerCommand.jvm(Tier.C2, folder.path() + "/", WorkerCommand.OWN_HOME);
        // Without -DisplayVMOutput, the JVM prints how many directives it has read. It would describe a crash on
        // standard output; if the worker crashes, too, that is described.
        command.addAll(1, List.of("-server", "-XX:+UnlockDiagnosticVMOptions", "-XX:-DisplayVMOutput",
            "-XX:+SuppressFatalErrorMessage",
            "-XX:CompilerDirectivesFile=" + folder.path() + "/directives"));
        command.add("-Dtearline.folder=" + folder.path());
        command.add("-Dtearline.exit.one=");
        for (String name : System.getProperties().stringPropertyNames()) {
            // An option of the command, such as -Doffset=60. The JVM's own have a dot in their names.
            if (name.indexOf('.') < 0 || PASSED.contains(name)) {
                command.add("-D" + name + "=" + System.getProperty(name));
            }
        }
        command.addAll(List.of("-jar", jar));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Waits for the tester's JVM and returns its exit code. Tells the user if a signal has stopped the JVM. */
    private int await() throws InterruptedException {
        // Loaded before the jar may be overwritten.
        KernelFiles kernel = KernelFiles.live();
        int halted = 0;
        while (!process.waitFor(1, TimeUnit.SECONDS)) {
            if (kernel.halted(process.pid())) {
                halted++;
            } else {
                halted = 0;
            }
            if (halted == WorkerProcess.HALTED_SECONDS) {
                System.err.println("tester: " + WorkerProcess.haltedNotice(process));
            }
        }
        return process.exitValue();
    }

    /** Waits until the signal that is ending this JVM has done so; the signal determines the exit code. */
    public static Integer awaitExit() {
        while (true) {
            LockSupport.park();
        }
    }

    /** Ends the tester's JVM when a signal ends this one. */
    @Override
    public void run() {
        synchronized (this) {
            ending = true;
        }
        try {
            if (process != null) {
                process.destroy();
                process.waitFor(10, TimeUnit.SECONDS);
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        deleteFolder();
    }

    /** Called when the tester's JVM has ended, was not started, or is no longer wanted. */
    private void deleteFolder() {
        if (process != null) {
            // The tester's JVM still runs if this one has failed, for example because the jar was overwritten. Without
            // its folder, it would print errors.
            process.destroyForcibly();
        }
        try {
            // Before the folder is listed, which would fail if too many files are open.
            if (lock != null) {
                lock.close();
            }
        } catch (IOException e) {
            // The system closes the file.
        }
        if (folder != null) {
            folder.delete();
        }
    }

    /** Returns Main's exit code, given that of the tester's JVM; null if the command must run again in this JVM. */
    private Integer conclude(int code) {
        if (code == TORN) {
            return 1;
        }
        // The exit codes of commands, except that of a JVM that cannot start.
        if (code != 1 && code <= INTERNAL_ERROR) {
            return code;
        }
        if (code == 1 && WorkerClassPath.changed() != null) {
            // Java has printed that it cannot read the jar.
            return INTERNAL_ERROR;
        }
        CrashReport report = folder.crash(code);
        if (report.wasEnded()) {
            return code;
        }
        String how = report.describe();
        if (Files.exists(folder.path().resolve(PRINTED))) {
            System.err.println("tester: the JVM died after it had printed this tear: " + how);
            return 1;
        }
        if (code == KILLED) {
            System.err.println("tester: the JVM was killed from outside: " + how);
            return code;
        }
        System.err.println("tester: the JVM died: " + how + "; running the command again, with a worker");
        return null;
    }

    private static Path ownFolder() {
        String given = System.getProperty("tearline.folder");
        if (given == null) {
            return null;
        }
        return Path.of(given);
    }
}
