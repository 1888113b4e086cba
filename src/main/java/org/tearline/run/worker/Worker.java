// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.tearline.run.link.DaemonThread;
import org.tearline.run.link.Message;

/**
 * Runs the tasks of a parent in one thread; the writers and readers of trials have threads of their own. A forked JVM
 * starts with {@link #main}, receives tasks on standard input, reports on standard output, and exits with its parent.
 */
public final class Worker {
    private final Consumer<Message> parent;
    private final TaskRunner runner;
    private final BlockingQueue<Message> tasks = new LinkedBlockingQueue<>();

    /**
     * Creates a worker for the JVM that writes this compilation log.
     *
     * @param parent receives the messages
     */
    Worker(Path compilations, Consumer<Message> parent) {
        this.parent = parent;
        // Skips what the JVM logged during its startup.
        runner = new TaskRunner(new JitLog(compilations, compilations.toFile().length()), parent);
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
            runner.stop();
        } else {
            tasks.add(message);
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
                parent.accept(runner.answer(tasks.take()));
            } catch (IOException | InterruptedException | RuntimeException | Error e) {
                parent.accept(Message.Failed.of(e));
            }
        }
    }

    private static void send(DataOutputStream out, Message message) {
        try {
            Message.send(out, message);
        } catch (IOException e) {
            Runtime.getRuntime().halt(1);
        }
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
