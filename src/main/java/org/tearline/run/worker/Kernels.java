// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.tearline.loop.Accesses;
import org.tearline.loop.LoopFactory;
import org.tearline.loop.MemoryAccesses;
import org.tearline.loop.ReadKernel;
import org.tearline.loop.Region;
import org.tearline.loop.Stressor;
import org.tearline.loop.Target;
import org.tearline.loop.WriteKernel;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.Side;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;

/**
 * The compiled loops for one kind of memory. Each is created and warmed up once. Not thread-safe.
 */
final class Kernels {
    private final LoopFactory factory;
    private final WarmUp warmUp;
    private final Map<List<Object>, Object> made = new HashMap<>();
    /** The loops for a locked long inside a vector, because a ByteBuffer has no misaligned locked access. */
    private Kernels byAddress;

    /** @param accesses replaces the accesses in tests */
    Kernels(Memory memory, Region region, Geometry geometry, TierCheck tier, UnaryOperator<Accesses> accesses) {
        this(new LoopFactory(memory, region.object(), accesses.apply(MemoryAccesses.of(memory))),
            new WarmUp(memory, region, geometry, tier));
    }

    private Kernels(LoopFactory factory, WarmUp warmUp) {
        this.factory = factory;
        this.warmUp = warmUp;
    }

    private Kernels byAddress() {
        if (byAddress == null) {
            byAddress = new Kernels(LoopFactory.byAddress(), warmUp.byAddress());
        }
        return byAddress;
    }

    Object loop(TrialSpec trial, Side side, Stressor stressor) throws IOException {
        if (side == Side.WRITE) {
            return writer(trial, stressor);
        }
        return reader(trial, stressor);
    }

    WriteKernel writer(TrialSpec trial, Stressor stressor) throws IOException {
        if (trial.locksInside(Side.WRITE)) {
            return byAddress().writer(trial.of(Width.LONG), stressor);
        }
        return (WriteKernel) compiled(List.of(Side.WRITE, trial.write(), trial.width(), stressor.writer(),
            warmUp.misalignment(trial)), () -> factory.writer(trial, stressor), trial);
    }

    ReadKernel reader(TrialSpec trial, Stressor stressor) throws IOException {
        if (trial.locksInside(Side.READ)) {
            return byAddress().reader(trial.of(Width.LONG), stressor);
        }
        int inLane = trial.lockedOffset() % Long.BYTES;
        return (ReadKernel) compiled(List.of(Side.READ, trial.read(), trial.width(), stressor.reader(),
            warmUp.misalignment(trial), trial.oneSided(), inLane), () -> factory.reader(trial, stressor), trial);
    }

    /** Runs the loop of one side once. Returns how the API refuses the access, or null if it does not. */
    String tryOnce(TrialSpec trial, Side side, Stressor stressor, Target target) throws IOException {
        try {
            if (side == Side.WRITE) {
                writer(trial, stressor).tryOnce(target, trial.width());
            } else {
                reader(trial, stressor).tryOnce(target, trial.seenWidth());
            }
            return null;
        } catch (IllegalStateException | IllegalArgumentException | UnsupportedOperationException e) {
            if (trial.width().isVector()) {
                return e.getMessage();
            }
            return e.toString();
        }
    }

    private Object compiled(List<Object> key, Supplier<Object> maker, TrialSpec trial) throws IOException {
        Object kernel = made.get(key);
        if (kernel == null) {
            kernel = maker.get();
            warmUp.run(kernel, trial);
            made.put(key, kernel);
        }
        return kernel;
    }
}
