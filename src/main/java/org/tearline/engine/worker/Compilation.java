package org.tearline.engine.worker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.tearline.engine.link.CompileRequest;
import org.tearline.engine.link.CompiledLoop;
import org.tearline.kernel.Accesses;
import org.tearline.kernel.Stressor;
import org.tearline.memory.Region;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Side;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;

/**
 * The worker's part of a {@link CompileRequest}: makes every loop with its stressor, as a trial does, and runs it in
 * until its code is there. One thread.
 */
final class Compilation {
    private final CompileRequest request;
    private final Region region;
    private final Kernels kernels;
    private final List<CompiledLoop> loops = new ArrayList<>();

    private Compilation(CompileRequest request, Region region, JitLog log) {
        this.request = request;
        this.region = region;
        this.kernels = new Kernels(request.memory(), region, request.geometry(), request.tier(), log,
            Accesses.of(request.memory(), region));
    }

    /** Compiles all loops that are asked for; those that the API refuses say so. */
    static List<CompiledLoop> of(CompileRequest request, JitLog log) throws IOException {
        try (Region region = Region.open(request.memory(), request.geometry().pageBytes())) {
            return new Compilation(request, region, log).all();
        }
    }

    private List<CompiledLoop> all() throws IOException {
        Stressor stressor = Stressor.named(request.stressor());
        for (WriteMode write : request.writes()) {
            String refusal = refusal(write, ReadMode.PLAIN);
            add(Side.WRITE, write.toString(), refusal,
                refusal == null ? kernels.writer(write, stressor.writer(), request.offset()) : null);
        }
        for (ReadMode read : request.reads()) {
            String refusal = refusal(WriteMode.PLAIN, read);
            add(Side.READ, read.toString(), refusal,
                refusal == null ? kernels.reader(read, stressor.reader(), request.offset()) : null);
        }
        return loops;
    }

    private void add(Side side, String mode, String refusal, Object loop) throws IOException {
        loops.add(loop == null ? new CompiledLoop(side, mode, null, refusal)
            : new CompiledLoop(side, mode, loop.getClass().getName(), kernels.tierProblem(loop)));
    }

    private String refusal(WriteMode write, ReadMode read) {
        try {
            kernels.accesses().tryOnce(write, read, region.position(request.offset() % Width.LONG.bytes()));
            return null;
        } catch (IllegalStateException | IllegalArgumentException | UnsupportedOperationException e) {
            return e.toString();
        }
    }
}
