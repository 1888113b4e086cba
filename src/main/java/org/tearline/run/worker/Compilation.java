// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.tearline.loop.Accesses;
import org.tearline.loop.Kernel.Target;
import org.tearline.loop.Region;
import org.tearline.loop.Stressor;
import org.tearline.run.link.Message.CompileRequest;
import org.tearline.run.link.Message.CompiledLoop;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Side;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/** Compiles the loops of a {@link CompileRequest} as a trial would. Not thread-safe. */
final class Compilation {
    private final CompileRequest request;
    private final Kernels kernels;
    private final Target target;

    private Compilation(CompileRequest request, Kernels kernels, Target target) {
        this.request = request;
        this.kernels = kernels;
        this.target = target;
    }

    /**
     * Compiles the loops. Keep receives an object that must stay reachable until the JVM's output has been read: the
     * name of a hidden class contains its address, which may be reused after unloading.
     */
    static List<CompiledLoop> of(CompileRequest request, JitLog log, Consumer<Object> keep) throws IOException {
        try (Region region = Region.open(request.memory(), request.geometry().pageBytes())) {
            Kernels kernels = new Kernels(request.memory(), region, request.geometry(), request.tier(), log,
                Accesses.of(request.memory()));
            keep.accept(kernels);
            return new Compilation(request, kernels, Target.of(region, Region.CONTROL_SLOT,
                request.offset() % Width.LONG.bytes(), request.width(), request.geometry())).all();
        }
    }

    private List<CompiledLoop> all() throws IOException {
        Stressor stressor = Stressor.named(request.stressor());
        List<CompiledLoop> loops = new ArrayList<>();
        for (WriteMode write : request.writes()) {
            TrialSpec trial = trial(write, ReadMode.PLAIN);
            String refusal = kernels.refusal(trial, target);
            loops.add(loop(Side.WRITE, write, refusal,
                refusal == null ? kernels.writer(trial, stressor.writer()) : null));
        }
        for (ReadMode read : request.reads()) {
            TrialSpec trial = trial(WriteMode.PLAIN, read);
            String refusal = kernels.refusal(trial, target);
            loops.add(loop(Side.READ, read, refusal,
                refusal == null ? kernels.reader(trial, stressor.reader()) : null));
        }
        return loops;
    }

    private CompiledLoop loop(Side side, Object mode, String refusal, Object loop) throws IOException {
        return loop == null ? new CompiledLoop(side, mode.toString(), null, refusal)
            : new CompiledLoop(side, mode.toString(), loop.getClass().getName(), kernels.tierProblem(loop));
    }

    private TrialSpec trial(WriteMode write, ReadMode read) {
        return new TrialSpec(request.memory(), request.width(), request.offset(), write, read, 1, 1, Processes.ONE,
            request.tier(), 0);
    }
}
