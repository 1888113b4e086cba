// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.tearline.machine.ProcessMark;
import org.tearline.run.link.Message.WorkerLink;
import org.tearline.run.link.Message.WorkerLink.WorkerDied;
import org.tearline.run.link.WorkerCommand.WorkerArchive;
import org.tearline.run.link.WorkerCommand.WorkerClassPath;
import org.tearline.run.link.WorkerFolder.CrashReport;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.verdict.Verdict.CellReason;

/**
 * A forked worker JVM, seen from the parent, with a folder of its own for what the JVM writes. One thread converses;
 * {@link #stop()} and {@link #close()} may be called by any.
 */
public final class WorkerProcess implements WorkerLink {
    /** A worker reports ten times a second; compiling on an overloaded machine may take seconds. */
    private static final int SILENCE_SECONDS = 30;
    private static final long GRACE_MILLIS = 500;
    private static final int HALTED_SECONDS = 3;
    private static final long ARCHIVING_SECONDS = 10;
    /** Its monitor guards {@link #ending}, too. */
    private static final Set<WorkerProcess> LIVING = new HashSet<>();
    private static boolean ending;

    /** Forks the workers of this JVM's own JDK. */
    public static final Starter STARTER = (tier, vectors) ->
        start(tier, WorkerCommand.OWN_HOME, vectors ? WorkerCommand.VECTORS : List.of());

    private final Path folder;
    private final Process process;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final WorkerArchive archive;
    private volatile boolean worked;
    private volatile int quietSeconds;
    private volatile boolean silent;
    private volatile Consumer<String> notice = words -> { };

    private WorkerProcess(Path folder, Process process, WorkerArchive archive) {
        this.folder = folder;
        this.process = process;
        this.archive = archive;
        this.in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
        this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        Thread watchdog = new Thread(this::watch, "watchdog");
        watchdog.setDaemon(true);
        watchdog.start();
    }

    public static WorkerProcess start(Tier tier) throws IOException {
        return start(tier, WorkerCommand.OWN_HOME, List.of());
    }

    /** With options that an ordinary run does without. */
    public static WorkerProcess start(Tier tier, Path javaHome, List<String> options) throws IOException {
        return start(tier, javaHome, options, null);
    }

    /**
     * Forks a worker from within a worker. Its folder is in the other's, in which this process was started: whoever
     * started that deletes both.
     */
    public static WorkerProcess startWithin(Tier tier) throws IOException {
        WorkerFolder.leaveAbandoned();
        return start(tier, WorkerCommand.OWN_HOME, List.of(), Path.of("").toAbsolutePath());
    }

    private static WorkerProcess start(Tier tier, Path javaHome, List<String> options, Path within)
        throws IOException {
        // From the folder on, or it is left over when this process is asked to end just then.
        synchronized (LIVING) {
            if (ending) {
                throw new IOException("no new worker: the tester is about to end");
            }
            Path folder = within == null ? WorkerFolder.create() : WorkerFolder.create(within);
            try {
                Path replaced = WorkerClassPath.replaced();
                if (replaced != null) {
                    throw new IOException(replaced + " was replaced or removed: start again");
                }
                boolean ordinary = options.isEmpty() && javaHome.equals(WorkerCommand.OWN_HOME);
                WorkerArchive archive = ordinary ? WorkerArchive.find(within == null) : WorkerArchive.NONE;
                ProcessBuilder builder = new ProcessBuilder(WorkerCommand.of(tier, folder, javaHome,
                    ordinary ? archive.options() : options))
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.appendTo(WorkerFolder.stderr(folder).toFile()));
                builder.environment().keySet().removeAll(WorkerCommand.NOT_INHERITED);
                WorkerProcess worker = new WorkerProcess(folder, builder.start(), archive);
                LIVING.add(worker);
                return worker;
            } catch (IOException e) {
                WorkerFolder.delete(folder);
                throw e;
            }
        }
    }

    /** Closes all workers, since this JVM ends. Thread-safe. */
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
        if (message instanceof Message.Failed) {
            checkJar();
        }
        WorkerFolder.checkLog(folder);
        if (message instanceof Message.Finished finished) {
            worked = true;
            if (finished.outcome().tierProblem() != null) {
                WorkerFolder.checkRoom(folder);
            }
        }
        return message;
    }

    @Override
    public void onHalt(Consumer<String> listener) {
        notice = listener;
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

    @Override
    public void close() {
        if (archive.wanted() && worked) {
            endByItself();
        }
        process.destroyForcibly();
        process.onExit().join();
        WorkerFolder.delete(folder);
        synchronized (LIVING) {
            LIVING.remove(this);
        }
    }

    /** Its JVM then makes the archive of its classes, which takes about a second. */
    private void endByItself() {
        try {
            out.close();
            process.waitFor(ARCHIVING_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            // It is gone already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Counts seconds instead of looking at a clock: while this process or the worker is halted nothing is counted. */
    private void watch() {
        try {
            WorkerFolder.removeAbandoned();
            int haltedSeconds = 0;
            while (!process.waitFor(1, TimeUnit.SECONDS)) {
                boolean halted = ProcessMark.halted(process.pid());
                quietSeconds = halted ? 0 : quietSeconds + 1;
                haltedSeconds = halted ? haltedSeconds + 1 : 0;
                if (haltedSeconds == HALTED_SECONDS) {
                    notice.accept("the worker is stopped (pid " + process.pid() + "); waiting");
                }
                if (quietSeconds > SILENCE_SECONDS) {
                    silent = true;
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void checkJar() throws WorkerDied {
        Path replaced = WorkerClassPath.replaced();
        if (replaced != null) {
            // A second worker would run something else than this JVM.
            throw new WorkerDied(replaced + " was replaced or removed while the trial ran: start it again",
                CellReason.STOPPED, false);
        }
    }

    private WorkerDied death() throws WorkerDied, InterruptedException {
        if (!process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
            return new WorkerDied("the worker JVM closed its output without a result", CellReason.WORKER_DIED);
        }
        if (silent) {
            // Starved, or it waits for somebody who is halted: nothing that the access did is known to last so long.
            return new WorkerDied("the worker JVM was silent for " + SILENCE_SECONDS + " s and was killed",
                CellReason.WORKER_SILENT);
        }
        archive.drop();
        checkJar();
        Path crash = folder.resolve("crash");
        Path stderr = WorkerFolder.stderr(folder);
        int code = process.exitValue();
        return new WorkerDied("the worker JVM died: " + CrashReport.describe(code, crash, stderr),
            CrashReport.reason(code, crash, stderr));
    }
}
