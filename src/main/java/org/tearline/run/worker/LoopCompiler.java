// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.tearline.loop.Region;
import org.tearline.loop.Stressor;
import org.tearline.loop.Target;
import org.tearline.run.link.CompileRequest.CompiledLoop;
import org.tearline.run.link.CompileRequest;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.WriteMode;

/** Compiles loops as a trial would, without running one. Not thread-safe. */
record LoopCompiler(CompileRequest request, Kernels kernels, TierCheck tier, Target target) {
    static List<CompiledLoop> compile(CompileRequest request, JitLog log) throws IOException {
        try (Region region = Region.open(request.memory(), request.geometry().pageBytes())) {
            TierCheck tier = new TierCheck(request.tier(), log);
            Kernels kernels = new Kernels(request.memory(), region, request.geometry(), tier, accesses -> accesses);
            Target target = Target.of(region, Region.CONTROL_SLOT, request.offset() % Long.BYTES,
                request.width(), request.geometry());
            LoopCompiler compiler = new LoopCompiler(request, kernels, tier, target);
            TrialSpec like = TrialSpec.USUAL.in(request.memory()).of(request.width()).at(request.offset())
                .by(request.tier());
            List<CompiledLoop> loops = new ArrayList<>();
            for (WriteMode write : request.writes()) {
                loops.add(compiler.compile(like.with(write, ReadMode.PLAIN), Side.WRITE, write, null));
            }
            for (ReadMode read : request.reads()) {
                loops.add(compiler.compile(like.with(WriteMode.PLAIN, read), Side.READ, null, read));
            }
            return loops;
        }
    }

    private CompiledLoop compile(TrialSpec trial, Side side, WriteMode write, ReadMode read) throws IOException {
        Stressor stressor = Stressor.named(request.stressor());
        String refusal = kernels.tryOnce(trial, side, stressor, target);
        if (refusal != null) {
            return new CompiledLoop(write, read, null, refusal);
        }
        Object loop = kernels.loop(trial, side, stressor);
        return new CompiledLoop(write, read, loop.getClass().getName(), tier.problem(loop));
    }
}
