// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.tearline.engine.link.Message;
import org.tearline.engine.link.TrialRequest;
import org.tearline.engine.link.WorkerDied;
import org.tearline.engine.link.WorkerProcess;
import org.tearline.kernel.Stressor;
import org.tearline.plan.Budget;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Until;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Linux;
import org.tearline.platform.Machine;
import org.tearline.platform.MeasuredLine;
import org.tearline.platform.SplitLockPolicy;
import org.tearline.published.Costs;
import org.tearline.published.PublishedMachine;
import org.tearline.result.TrialResult;
import org.tearline.result.Verdict;

/**
 * Finds how large a line is: by what accesses cost, and by where values tear. In worker JVMs of its own; some seconds.
 * Not thread-safe.
 */
public final class LineTrial {
    /** A negative result of a million changes takes a quarter of a second. */
    private static final long CHANGES = 1_000_000;
    private static final long AT_MOST_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** One side locked, so that a tear is the other side's. */
    private static final Map<WriteMode, ReadMode> PAIRS = Map.of(WriteMode.ORDERED, ReadMode.EXCHANGE, WriteMode.CAS,
        ReadMode.VOLATILE);
    private static final long SEED = 1;

    private LineTrial() {
    }

    /**
     * Measures and tries.
     *
     * @param splitLocks whether locked accesses may lie across a line
     * @throws IOException if no worker can be started, or if the one that measures died
     */
    public static Costs.Line run(Machine machine, Linux kernel, boolean splitLocks)
        throws IOException, InterruptedException {
        ThreadCpus cpus = ThreadCpus.automatic(kernel.allowedCpus(), kernel::coreOf, 1, 1);
        MeasuredLine cost = measured(machine.geometry(), cpus);
        return new Costs.Line(cost, cpus.canOverlap() ? tried(machine, kernel, cpus, splitLocks) : List.of());
    }

    private static MeasuredLine measured(Geometry geometry, ThreadCpus cpus) throws IOException, InterruptedException {
        try (WorkerProcess worker = WorkerProcess.start(Tier.C2)) {
            worker.send(new Message.MeasureLine(geometry, cpus));
            Message answer = worker.receive();
            while (answer instanceof Message.Progress) {
                answer = worker.receive();
            }
            if (answer instanceof Message.LineMeasured measured) {
                return measured.line();
            }
            throw new IOException("the worker could not measure a line: " + answer);
        } catch (WorkerDied e) {
            throw new IOException("the worker died while it measured a line: " + e.getMessage(), e);
        }
    }

    private static List<Costs.Asked> tried(Machine machine, Linux kernel, ThreadCpus cpus, boolean splitLocks)
        throws IOException, InterruptedException {
        List<Costs.Asked> verdicts = new ArrayList<>();
        try (Tester tester = Tester.open(Tier.C2)) {
            for (WriteMode write : List.of(WriteMode.ORDERED, WriteMode.CAS)) {
                for (int boundary : boundaries(machine.geometry().lineBytes())) {
                    TrialSpec trial = new TrialSpec(Memory.UNSAFE, Width.LONG, boundary - Long.BYTES / 2, write,
                        PAIRS.get(write), 1, 1, Processes.ONE, Tier.C2, SEED);
                    if (!machine.rules().mayFault(trial)) {
                        verdicts.add(asked(tester.run(new TrialRequest(trial, new Budget(AT_MOST_NANOS, CHANGES,
                            Until.FIRST), cpus, machine.rules(), Stressor.AUTO, SplitLockPolicy.permits(kernel,
                            splitLocks), null, true), PublishedMachine.promised(machine, machine.rules()), machine,
                            TrialListener.SILENT)));
                    }
                }
            }
        }
        return verdicts;
    }

    private static int[] boundaries(int lineBytes) {
        return IntStream.iterate(Long.BYTES, bytes -> bytes <= lineBytes, bytes -> 2 * bytes).toArray();
    }

    private static Costs.Asked asked(TrialResult result) {
        TrialSpec trial = result.trial();
        Verdict verdict = result.judgement().verdict();
        return new Costs.Asked(trial.write().toString(), trial.read().toString(), trial.offset(), verdict.answer(),
            verdict != Verdict.NONE ? null : result.judgement().weakness() == null ? "strong" : "weak",
            result.outcome() == null ? 0 : result.outcome().tally().counts().changes(),
            result.outcome() == null ? 0 : result.outcome().tally().counts().torn());
    }
}
