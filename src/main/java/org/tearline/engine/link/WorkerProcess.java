package org.tearline.engine.link;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.tearline.plan.Tier;

/**
 * A forked worker JVM, seen from the parent, with a folder of its own for what the JVM writes. One thread converses;
 * {@link #stop()} and {@link #close()} may be called by any.
 */
public final class WorkerProcess implements WorkerLink {
    /** A worker reports ten times a second; compiling on a starved machine may take seconds. */
    private static final int SILENCE_SECONDS = 30;
    private static final long GRACE_MILLIS = 500;
    private static final AtomicBoolean TIDIED = new AtomicBoolean();
    /** Those that have not been closed; its monitor guards {@link #ending}, too. */
    private static final Set<WorkerProcess> LIVING = new HashSet<>();
    private static boolean ending;

    /** Read in logTag.hpp of 17 and 21; between them nobody looked. */
    private static final int FIRST_WITH_DEOPTIMIZATION_LOG = 21;

    /**
     * The way from a loop to its access, which has to be part of the loop. Claim: without this C2 now and then leaves a
     * call in it, "low call site frequency", because it compiles the loop before the callee's profile is ripe; the
     * access then runs in whatever tier the callee has. Checked by counting calls in the printed code of JDK 17 and 25.
     */
    private static final List<String> INLINED = List.of("org.tearline.kernel.*::write", "org.tearline.kernel.*::read",
        "org.tearline.kernel.*::holds", "org.tearline.kernel.*::look*", "org.tearline.kernel.*::position",
        "org.tearline.kernel.*::before", "org.tearline.kernel.*::late", "org.agrona.UnsafeApi::*",
        "org.agrona.AbstractMutableDirectBuffer::*", "org.agrona.concurrent.UnsafeBuffer::*",
        "java.nio.DirectByteBuffer::*", "java.nio.Buffer::*", "org.tearline.memory.View*::*",
        "jdk.internal.misc.ScopedMemoryAccess::*", "jdk.internal.misc.Unsafe::*Unaligned",
        "jdk.internal.misc.Unsafe::convEndian");

    /**
     * What the launcher and the JVM read from the environment. None of it reaches a worker, or a collector, heap,
     * debugger or {@code -XX:-UseUnalignedAccesses} that was meant for another program would decide a verdict; another
     * JVM of the same JDK may be chosen there, too, and the launcher's debugging prints to standard output. Checked in
     * the names that the launcher and libjvm of JDK 17 and 25 contain. They read no file of options that no argument
     * names: .hotspotrc and .hotspot_compiler are warned of and ignored.
     */
    private static final Set<String> NOT_INHERITED = Set.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS",
        "JDK_AOT_VM_OPTIONS", "JDK_ALTERNATE_VM", "_JAVA_LAUNCHER_DEBUG");

    /**
     * The Vector API, which no JVM has unless told so. The JVM's word that the module incubates stays in the worker's
     * folder.
     */
    public static final List<String> VECTORS = List.of("--add-modules", "jdk.incubator.vector");

    /** Forks the workers of this JVM's own JDK. */
    public static final Starter STARTER = new Starter() {
        @Override
        public WorkerLink start(Tier tier) throws IOException {
            return WorkerProcess.start(tier);
        }

        @Override
        public WorkerLink startWithVectors(Tier tier) throws IOException {
            return WorkerProcess.start(tier, OWN_HOME, VECTORS);
        }
    };

    /** Its main class; by name, because the worker talks through this package. */
    private static final String WORKER = "org.tearline.engine.worker.Worker";

    private static final Path OWN_HOME = Path.of(System.getProperty("java.home"));

    private final Path folder;
    private final Process process;
    private final DataInputStream in;
    private final DataOutputStream out;
    private volatile int quietSeconds;
    private volatile boolean silent;

    private WorkerProcess(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
        this.in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
        this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        Thread watchdog = new Thread(this::watch, "watchdog");
        watchdog.setDaemon(true);
        watchdog.start();
    }

    /**
     * Forks a worker whose loops will reach this tier.
     *
     * @throws IOException if no folder or no process can be had
     */
    public static WorkerProcess start(Tier tier) throws IOException {
        return start(tier, OWN_HOME, List.of());
    }

    /** The same with another JVM, and with options for it that an ordinary run does without. */
    public static WorkerProcess start(Tier tier, Path javaHome, List<String> options) throws IOException {
        return start(tier, javaHome, options, WorkerFolder.create());
    }

    /**
     * Forks a worker from within a worker. Its folder is in the other's, in which this process was started: whoever
     * started that deletes both.
     */
    public static WorkerProcess startWithin(Tier tier) throws IOException {
        TIDIED.set(true);
        return start(tier, OWN_HOME, List.of(),
            WorkerFolder.create(Path.of("").toAbsolutePath()));
    }

    /**
     * Forks a worker that makes the archive of its classes when it is {@link #finish finished}.
     *
     * @throws IOException if no folder or no process can be had
     */
    public static WorkerProcess recording() throws IOException {
        return start(Tier.C2, OWN_HOME, WorkerArchive.recording(), WorkerFolder.create());
    }

    private static WorkerProcess start(Tier tier, Path javaHome, List<String> options, Path folder)
        throws IOException {
        synchronized (LIVING) {
            try {
                if (ending) {
                    throw new IOException("no new worker: the tester is about to end");
                }
                boolean ordinary = options.isEmpty() && javaHome.equals(OWN_HOME);
                ProcessBuilder builder = new ProcessBuilder(command(tier, folder, javaHome,
                    ordinary ? WorkerArchive.using(folder) : options))
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.appendTo(WorkerFolder.stderr(folder).toFile()));
                builder.environment().keySet().removeAll(NOT_INHERITED);
                WorkerProcess worker = new WorkerProcess(folder, builder.start());
                LIVING.add(worker);
                return worker;
            } catch (IOException e) {
                WorkerFolder.delete(folder);
                throw e;
            }
        }
    }

    /** Closes all workers that are still open, since this JVM ends. Any thread. */
    public static void endAll() {
        List<WorkerProcess> left;
        synchronized (LIVING) {
            ending = true;
            left = List.copyOf(LIVING);
        }
        left.forEach(WorkerProcess::close);
    }

    @Override
    public void send(Message message) throws IOException {
        quietSeconds = 0;
        synchronized (out) {
            Message.send(out, message);
        }
    }

    @Override
    public Message receive() throws WorkerDied, IOException, InterruptedException {
        Message message;
        try {
            message = Message.receive(in);
            quietSeconds = 0;
        } catch (IOException e) {
            throw death();
        }
        WorkerFolder.checkLog(folder);
        if (message instanceof Message.Finished finished && finished.outcome().tierProblem() != null) {
            WorkerFolder.checkRoom(folder);
        }
        return message;
    }

    /** What the JVM has printed to its standard error so far. */
    public String said() throws IOException {
        return Files.readString(WorkerFolder.stderr(folder), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void stop() {
        try {
            send(new Message.Stop());
        } catch (IOException e) {
            // It died or finished first; the next receive says so.
        }
    }

    /** Lets a worker that is at rest end by itself, and keeps the archive that it has made. */
    public void finish() throws IOException, InterruptedException {
        out.close();
        if (process.waitFor(SILENCE_SECONDS, TimeUnit.SECONDS)) {
            WorkerArchive.keep(folder);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
        WorkerFolder.delete(folder);
        synchronized (LIVING) {
            LIVING.remove(this);
        }
    }

    /** The command line of a worker; the last but one word is its main class. */
    public static List<String> command(Tier tier, Path folder, Path javaHome, List<String> options) {
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
                "-XX:CompileCommand=BackgroundCompilation,org.tearline.kernel.*::run,false",
                "-XX:CompileCommand=CompileThresholdScaling,org.tearline.kernel.*::run,0.1",
                // C1 cannot inline what it has to look up; then nobody counts before that is compiled, either.
                "-XX:CompileCommand=BackgroundCompilation,java.nio.DirectByteBuffer::*Long,false",
                "-XX:CompileCommand=BackgroundCompilation,java.nio.DirectByteBuffer::*Int,false",
                "-XX:CompileCommand=BackgroundCompilation,java.nio.DirectByteBuffer::*Short,false",
                "-Xlog:jit+compilation=debug,jit+inlining=debug" + deoptimizations(javaHome)
                    + ":file=compilations:tid:filecount=0"));
            INLINED.forEach(method -> command.add("-XX:CompileCommand=inline," + method));
        }
        command.addAll(options);
        command.addAll(List.of("-cp", WorkerClassPath.joined(WorkerClassPath.find()), WORKER,
            folder.resolve("compilations").toString()));
        return command;
    }

    /** JDK 21 and 25 have a log of every uncommon trap; JDK 17 does not start if it is asked for one. */
    private static String deoptimizations(Path javaHome) {
        boolean known = javaHome.equals(OWN_HOME)
            && Runtime.version().feature() >= FIRST_WITH_DEOPTIMIZATION_LOG;
        return known ? ",deoptimization=debug" : "";
    }

    /**
     * Counts seconds of silence instead of looking at a clock: while this process is halted nothing is counted, and a
     * halted worker need not answer.
     */
    private void watch() {
        try {
            if (!TIDIED.getAndSet(true)) {
                WorkerFolder.removeAbandoned();
            }
            while (!process.waitFor(1, TimeUnit.SECONDS)) {
                quietSeconds = WorkerFolder.halted(process.pid()) ? 0 : quietSeconds + 1;
                if (quietSeconds > SILENCE_SECONDS) {
                    silent = true;
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private WorkerDied death() throws InterruptedException {
        if (!process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
            return new WorkerDied("the worker JVM closed its output without a result");
        }
        if (silent) {
            // Starved, or it waits for somebody who is halted: nothing that the access did is known to last so long.
            return new WorkerDied("the worker JVM was silent for " + SILENCE_SECONDS + " s and was killed", true);
        }
        Path crash = folder.resolve("crash");
        return new WorkerDied("the worker JVM died: " + CrashReport.describe(process.exitValue(), crash,
            WorkerFolder.stderr(folder)), CrashReport.killed(process.exitValue(), crash));
    }
}
