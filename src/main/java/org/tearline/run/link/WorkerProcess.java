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
import org.tearline.machine.Jvm;
import org.tearline.machine.KernelFiles;
import org.tearline.run.link.WorkerCommand.WorkerClassPath;
import org.tearline.run.link.WorkerFolder.CrashReport;
import org.tearline.trial.Tier;
import org.tearline.verdict.CellReason;

/**
 * The parent's side of a forked worker JVM and its folder. One thread sends and receives; any thread may call
 * {@link #stop()} and {@link #close()}.
 */
public final class WorkerProcess implements WorkerLink {
    /** After this time, users are told that a signal has stopped a worker. */
    static final int HALTED_SECONDS = 3;
    /** All open workers. The monitor of this set also guards {@link #ending}. */
    private static final Set<WorkerProcess> LIVING = new HashSet<>();
    private static boolean ending;

    private final WorkerFolder folder;
    private final Process process;
    private final DataInputStream in;
    private final DataOutputStream out;
    private volatile int quietSeconds;
    private volatile boolean silent;
    private volatile Consumer<String> notice = words -> { };

    private WorkerProcess(WorkerFolder folder, Process process) {
        this.folder = folder;
        this.process = process;
        in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
        out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        try {
            new DaemonThread(this::watch, "watchdog").start();
        } catch (OutOfMemoryError e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Starts a worker with this JVM's JDK. */
    public static WorkerProcess start(Tier tier, boolean vectors) throws IOException {
        List<String> options = List.of();
        if (vectors) {
            options = WorkerCommand.VECTORS;
        }
        return start(tier, WorkerCommand.OWN_HOME, options);
    }

    /** Starts a worker with the JDK in this folder and with additional JVM options. */
    public static WorkerProcess start(Tier tier, Path javaHome, List<String> options) throws IOException {
        return start(tier, javaHome, options, null);
    }

    /**
     * Forks a worker from a worker. The new worker's folder is created inside the current folder, which is that of the
     * calling worker, so the parent deletes both.
     */
    public static WorkerProcess startWithin(Tier tier) throws IOException {
        return start(tier, WorkerCommand.OWN_HOME, List.of(), Path.of("").toAbsolutePath());
    }

    private static WorkerProcess start(Tier tier, Path javaHome, List<String> options, Path within) throws IOException {
        Jvm.here().requireTier(tier);
        // Creates the folder under the lock; otherwise, a shutdown in between would leave it behind.
        synchronized (LIVING) {
            if (ending) {
                throw new IOException("no new worker: the tester is shutting down");
            }
            WorkerFolder folder = WorkerFolder.create(within);
            WorkerProcess worker = null;
            try {
                WorkerClassPath.requireUnchanged();
                Process process = WorkerCommand.process(WorkerCommand.of(tier, folder.path(), javaHome, options))
                    .directory(folder.path().toFile())
                    .redirectError(ProcessBuilder.Redirect.appendTo(folder.stderr().toFile()))
                    .start();
                worker = new WorkerProcess(folder, process);
                LIVING.add(worker);
                return worker;
            } finally {
                // Not only an exception, but also an error is possible, if no thread can be started.
                if (worker == null) {
                    folder.delete();
                }
            }
        }
    }

    /** Closes all workers and refuses to start any more. Thread-safe. */
    public static void endAll() {
        List<WorkerProcess> left;
        synchronized (LIVING) {
            ending = true;
            left = List.copyOf(LIVING);
        }
        left.forEach(WorkerProcess::close);
    }

    @Override
    public void send(Message message) {
        quietSeconds = 0;
        try {
            synchronized (out) {
                Message.send(out, message);
            }
        } catch (IOException e) {
            // The worker has died or exited; receive() reports that.
        }
    }

    @Override
    public Message receive() throws IOException {
        Message message;
        try {
            message = Message.receive(in);
            quietSeconds = 0;
        } catch (IOException e) {
            throw death();
        }
        if (message instanceof Message.Failed) {
            WorkerClassPath.requireUnchanged();
        }
        folder.checkLog();
        if (message instanceof Message.Finished finished && finished.outcome().tierProblem() != null) {
            folder.checkRoom();
        }
        return message;
    }

    /** Sends a question and waits for its answer. */
    public <T extends Message> T ask(Message question, Class<T> type) throws IOException {
        send(question);
        Message answer = receive();
        if (answer instanceof Message.Failed failed) {
            throw new IOException(failed.words());
        }
        return type.cast(answer);
    }

    @Override
    public void onHalt(Consumer<String> listener) {
        notice = listener;
    }

    /** What the JVM has printed to standard error so far. */
    public String said() throws IOException {
        return Files.readString(folder.stderr(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
        folder.delete();
        synchronized (LIVING) {
            LIVING.remove(this);
        }
        // At the end, because at the start of a worker it would delay the first tear.
        WorkerFolder.removeAbandoned();
    }

    /**
     * Kills a worker that is silent for too long, not counting time in which a signal has stopped the worker or this
     * process. Notifies the listener if the worker is stopped.
     */
    private void watch() {
        try {
            int haltedSeconds = 0;
            while (!process.waitFor(1, TimeUnit.SECONDS)) {
                if (KernelFiles.live().halted(process.pid())) {
                    quietSeconds = 0;
                    haltedSeconds++;
                } else {
                    quietSeconds++;
                    haltedSeconds = 0;
                }
                if (haltedSeconds == HALTED_SECONDS) {
                    notice.accept(haltedNotice(process));
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

    static String haltedNotice(Process process) {
        return "the worker is stopped (pid " + process.pid() + "); waiting";
    }

    /** Waits a moment for the worker to exit, and explains why it did. */
    private TrialFailed death() throws IOException {
        process.onExit().completeOnTimeout(process, 500, TimeUnit.MILLISECONDS).join();
        if (process.isAlive()) {
            return new TrialFailed("the worker JVM closed its output without a result", CellReason.WORKER_DIED);
        }
        if (silent) {
            // The worker got no CPU time or is waiting for a stopped process; no access is known to take this long.
            return new TrialFailed("the worker JVM was silent for " + SILENCE_SECONDS + " s and was killed",
                CellReason.WORKER_SILENT);
        }
        WorkerClassPath.requireUnchanged();
        CrashReport report = folder.crash(process.exitValue());
        return new TrialFailed("the worker JVM died: " + report.describe(), report.reason());
    }
}
