// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.util.function.Consumer;
import org.tearline.run.link.Message.ControlDone;
import org.tearline.run.link.Message.Finished;
import org.tearline.run.link.Message.Read;
import org.tearline.run.link.Message.RunControl;
import org.tearline.run.link.Message.RunTrial;
import org.tearline.run.link.Message.Trying;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialRequest;
import org.tearline.verdict.TrialOutcome;

/**
 * Runs trials, controls and the readers of another process, on a bench that is kept while it suits. Used by one thread;
 * any thread may call {@link #stop()}.
 */
final class TaskRunner {
    private final JitLog log;
    private final Consumer<Message> parent;
    private volatile Workbench bench;
    private volatile boolean stopped;

    TaskRunner(JitLog log, Consumer<Message> parent) {
        this.log = log;
        this.parent = parent;
    }

    /** Ends the running trial early, and every later one at once. Thread-safe. */
    void stop() {
        stopped = true;
        Workbench running = bench;
        if (running != null) {
            running.stop();
        }
    }

    Message answer(Message task) throws IOException {
        if (task instanceof RunTrial order) {
            return new Finished(run(order.request()));
        }
        if (task instanceof RunControl control) {
            return new ControlDone(new ControlRuns(bench(control.like(), false))
                .runAligned(control.like().trial(), ControlRuns.ALIGNED_CHANGES));
        }
        if (task instanceof Read order) {
            return bench(order.like(), true).read(order);
        }
        return JvmTasks.answer(task, log);
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
}
