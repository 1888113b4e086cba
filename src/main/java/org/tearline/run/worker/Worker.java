// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.tearline.machine.JvmFlag;
import org.tearline.run.link.DaemonThread;
import org.tearline.run.link.Message.CompileRequest;
import org.tearline.run.link.Message.ControlDone;
import org.tearline.run.link.Message.RunControl;
import org.tearline.run.link.Message.SetFlag;
import org.tearline.run.link.Message.SplitLockTimed;
import org.tearline.run.link.Message.TimeSplitLock;
import org.tearline.run.link.Message.Trying;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialFailed;
import org.tearline.run.link.TrialRequest;
import org.tearline.verdict.TrialOutcome;

/**
 * Runs the tasks of a parent in one thread; the writers and readers of trials have threads of their own. A forked JVM
 * starts with {@link #main}, receives tasks on standard input, reports on standard output, and exits with its parent.
 */
public final class Worker {
    private final JitLog log;
    private final Consumer<Message> parent;
    private final BlockingQueue<Message> tasks = new LinkedBlockingQueue<>();
    private volatile Workbench bench;
    private volatile boolean stopped;

    /**
     * Creates a worker for the JVM that writes this compilation log.
     *
     * @param parent receives the messages
     */
    Worker(Path compilations, Consumer<Message> parent) {
        // Skips what the JVM logged during its startup.
        this.log = new JitLog(compilations, compilations.toFile().length());
        this.parent = parent;
        new DaemonThread(Pinning::load, "pinning-loader").start();
    }

    /** Runs tasks until standard input ends. The argument is the path of the JVM's compilation log. */
    public static void main(String[] args) {
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
        ignoreSignals();
        // Standard output is for frames only.
        System.setOut(System.err);
        Worker worker = new Worker(Path.of(args[0]), message -> send(out, message));
        new DaemonThread(() -> worker.listen(in), "listener").start();
        worker.work();
    }

    /** Runs the task after those received before; a stop takes effect at once. Thread-safe. */
    void receive(Message message) {
        if (message instanceof Message.Stop) {
            stop();
        } else {
            tasks.add(message);
        }
    }

    private void stop() {
        stopped = true;
        Workbench running = bench;
        if (running != null) {
            running.stop();
        }
    }

    private void listen(DataInputStream in) {
        try {
            while (true) {
                receive(Message.receive(in));
            }
        } catch (IOException e) {
            // The parent is gone, so there is no one to report to.
            Runtime.getRuntime().halt(0);
        }
    }

    /** Runs the received tasks, one after another, for ever. */
    void work() {
        while (true) {
            try {
                parent.accept(answer(tasks.take()));
            } catch (IOException | InterruptedException | RuntimeException | Error e) {
                TrialFailed failed = Round.failure(e);
                parent.accept(new Message.Failed(failed.getMessage(), failed.reason()));
            }
        }
    }

    private Message answer(Message task) throws IOException {
        if (task instanceof Message.RunTrial order) {
            return new Message.Finished(run(order.request()));
        }
        if (task instanceof RunControl control) {
            return new ControlDone(new ControlRuns(bench(control.like(), false))
                .runAligned(control.like().trial(), ControlRuns.ALIGNED_CHANGES));
        }
        if (task instanceof Message.Read order) {
            return bench(order.like(), true).read(order);
        }
        if (task instanceof CompileRequest loops) {
            return new Message.Compiled(LoopCompiler.compile(loops, log));
        }
        if (task instanceof TimeSplitLock timing) {
            return new SplitLockTimed(SplitLock.measure(timing.geometry()));
        }
        // The only other task is AskFlags.
        return flags();
    }

    /** Runs a trial, or refuses it if this JVM lacks its kind of memory. */
    private TrialOutcome run(TrialRequest request) throws IOException {
        String lacking = request.trial().memory().problem(Runtime.version().feature());
        if (lacking != null) {
            return TrialOutcome.refused(request.trial().memory() + " memory " + lacking);
        }
        return new TrialRunner(request, bench(request, false), parent).run();
    }

    /** Returns a bench for this trial, reused if possible because compiling loops is slow. */
    private Workbench bench(TrialRequest request, boolean forReaders) throws IOException {
        if (bench == null || !bench.serves(request)) {
            Workbench next = new Workbench(request, log, stressor -> parent.accept(new Trying(stressor)),
                accesses -> accesses, forReaders);
            if (bench != null) {
                bench.close();
            }
            bench = next;
            if (stopped) {
                bench.stop();
            }
        }
        return bench;
    }

    private static void send(DataOutputStream out, Message message) {
        try {
            Message.send(out, message);
        } catch (IOException e) {
            Runtime.getRuntime().halt(1);
        }
    }

    /** Reading flags takes about 50 ms, so it is not part of a trial. */
    private static Message.Flags flags() {
        HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        List<SetFlag> flags = new ArrayList<>();
        for (JvmFlag flag : JvmFlag.values()) {
            try {
                flags.add(new SetFlag(flag, bean.getVMOption(flag.toString()).getValue()));
            } catch (IllegalArgumentException | NullPointerException e) {
                // This JVM lacks the flag, or the flag belongs to another CPU architecture.
            }
        }
        return new Message.Flags(flags);
    }

    /**
     * Ignores signals that are often sent to a whole process group. The parent handles them and closes the worker; if
     * the parent dies, the worker's standard input ends.
     *
     * <p>Empty handlers set through {@code sun.misc.Signal} replace HotSpot's. They are set by reflection
     * because javac's warning about the class cannot be suppressed. Checked by sending signals to workers on JDK 17 and
     * 25.
     */
    private static void ignoreSignals() {
        for (String name : List.of("INT", "HUP", "TERM")) {
            try {
                Class<?> signal = Class.forName("sun.misc.Signal");
                Class<?> handler = Class.forName("sun.misc.SignalHandler");
                Object nothing = Proxy.newProxyInstance(Worker.class.getClassLoader(), new Class<?>[] {handler},
                    (proxy, method, arguments) -> null);
                signal.getMethod("handle", signal, handler).invoke(null,
                    signal.getConstructor(String.class).newInstance(name), nothing);
            } catch (ReflectiveOperationException e) {
                // The JVM runs with -Xrs, or this is Windows, which has no HUP. The signal then ends this process.
            }
        }
    }
}
