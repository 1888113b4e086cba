// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.machine.Jvm;
import org.tearline.machine.JvmFlag;
import org.tearline.machine.SplitLockCost;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.run.link.CompileRequest.CompiledLoop;
import org.tearline.run.link.CompileRequest;
import org.tearline.run.link.Message.AskFlags;
import org.tearline.run.link.Message.SplitLockTimed;
import org.tearline.run.link.Message.TimeSplitLock;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialFailed;
import org.tearline.run.link.WorkerCommand;
import org.tearline.run.link.WorkerProcess;
import org.tearline.trial.Geometry;
import org.tearline.trial.Tier;
import org.tearline.verdict.CellReason;

/** Starts workers for purposes other than trials: to time split locks, read JVM flags, or compile loops. */
public final class WorkerAnswers {
    /**
     * Makes HotSpot print compiled loops. The class is a pattern because hidden classes are named {@code Name/0x...}.
     * Without hsdis, the JVM prints bytes. With hsdis, it prints assembly, on x86-64 in AT&T syntax unless
     * {@code intel} is given; other CPUs ignore that option. Checked on JDK 17 and 25.
     */
    private static final List<String> PRINT = List.of("-XX:+UnlockDiagnosticVMOptions",
        "-XX:PrintAssemblyOptions=intel", "-XX:CompileCommand=quiet",
        "-XX:CompileCommand=print,org.tearline.loop.*::run");

    private static final boolean NO_VECTORS = false;

    private WorkerAnswers() {
    }

    /** The compiled loops of each request, and everything that the worker's JVM printed. */
    public record Print(List<List<CompiledLoop>> loops, String text) {
    }

    /** Times split locks for about 3 ms, unless the kernel kills processes for them. */
    public static SplitLockCost splitLockCost(Geometry geometry, SplitLockPolicy policy) throws IOException {
        if (policy.fatal()) {
            return SplitLockCost.fatal("split_lock_detect=fatal in " + SplitLockPolicy.COMMAND_LINE);
        }
        try (WorkerProcess worker = WorkerProcess.start(Jvm.here().bestTier(), NO_VECTORS)) {
            return ask(worker, new TimeSplitLock(geometry), SplitLockTimed.class).cost();
        } catch (TrialFailed e) {
            return costAfterDeath(e);
        }
    }

    static SplitLockCost costAfterDeath(TrialFailed death) {
        if (death.reason() == CellReason.SIGBUS) {
            return SplitLockCost.fatal(death.getMessage());
        }
        return SplitLockCost.notTimed(death.getMessage());
    }

    /** The HotSpot flags of a worker's JVM. */
    public static SortedMap<JvmFlag, String> flags(Tier tier) throws IOException {
        try (WorkerProcess worker = WorkerProcess.start(tier, NO_VECTORS)) {
            return flags(worker);
        }
    }

    static SortedMap<JvmFlag, String> flags(WorkerProcess worker) throws IOException {
        SortedMap<JvmFlag, String> flags = new TreeMap<>();
        ask(worker, new AskFlags(), Message.Flags.class).flags()
            .forEach(set -> flags.put(set.flag(), set.value()));
        return flags;
    }

    /** Compiles and prints loops. All requests must have the same tier. */
    public static Print print(List<CompileRequest> requests, Path javaHome) throws IOException {
        List<String> options = new ArrayList<>(PRINT);
        if (requests.stream().anyMatch(request -> request.width().isVector())) {
            options.addAll(WorkerCommand.VECTORS);
        }
        try (WorkerProcess worker = WorkerProcess.start(requests.get(0).tier(), javaHome, options)) {
            List<List<CompiledLoop>> loops = new ArrayList<>();
            for (CompileRequest request : requests) {
                loops.add(ask(worker, new Message.Compile(request), Message.Compiled.class).loops());
            }
            return new Print(loops, worker.said());
        }
    }

    private static <T extends Message> T ask(WorkerProcess worker, Message question, Class<T> type) throws IOException {
        worker.send(question);
        Message answer = worker.receive();
        if (type.isInstance(answer)) {
            return type.cast(answer);
        }
        if (answer instanceof Message.Failed failed) {
            throw new IOException(failed.words());
        }
        throw new IOException("unexpected answer " + answer);
    }
}
