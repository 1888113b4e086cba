package org.tearline.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tearline.kernel.ReadKernel;
import org.tearline.plan.Crossing;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.WriteMode;
import org.tearline.result.Control;
import org.tearline.result.Controls;
import org.tearline.result.StressorUse;

/** The runs that make a silence believable: halves must tear, an aligned long must not. One thread. */
final class ControlRuns {
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** For each stressor: time enough for some thousand changes. */
    private static final long CALIBRATION_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    /** The halves tear within a slice on every known machine; a second of silence means that the reader is blind. */
    private static final int MAX_SLICES = 50;
    /** Enough changes of an aligned long for a harness that invents tears to be caught. */
    private static final long NEGATIVE_CHANGES = 100_000;

    private final Workbench bench;

    ControlRuns(Workbench bench) {
        this.bench = bench;
    }

    /** Both controls; the calibration is handed in. */
    Controls run(TrialSpec trial, List<StressorUse> calibration)
        throws IOException, InterruptedException, RoundFailed {
        return new Controls(positive(trial), negative(trial), roundTripsPerSecond(trial), calibration);
    }

    /** How often the same write and read tear across a line, per stressor; empty if they do not or may not. */
    List<StressorUse> calibrate(TrialSpec trial) throws IOException, InterruptedException, RoundFailed {
        TrialSpec across = trial.at(bench.geometry().lineCrossingOffset(trial.width()));
        boolean refused = trial.memory() == Memory.BYTEBUFFER
            && (trial.write() != WriteMode.PLAIN || trial.read() != ReadMode.PLAIN);
        boolean known = bench.geometry().crossing(trial.offset(), trial.width()) != Crossing.NONE;
        if (known || refused || !bench.allowed(across)) {
            return List.of();
        }
        Place place = Place.of(across, bench.region(), bench.geometry());
        List<StressorUse> uses = new ArrayList<>();
        for (Stressor stressor : bench.stressors()) {
            Harvest slice = bench.hammer(place, bench.pair(across, stressor), CALIBRATION_NANOS, Long.MAX_VALUE,
                false);
            uses.add(new StressorUse(stressor.toString(), slice.nanos(), slice.counts().changes(),
                slice.counts().torn()));
        }
        return uses.stream().anyMatch(use -> use.torn() > 0) ? uses : List.of();
    }

    private Control positive(TrialSpec trial) throws IOException, InterruptedException, RoundFailed {
        Place place = Place.ofHalves(trial, bench.region(), bench.geometry());
        ReadKernel reader = bench.kernels().reader(trial.read(), List.of(), trial.offset());
        KernelPair pair = new KernelPair(bench.kernels().halvesWriter(trial.offset()), reader);
        Harvest sum = new Harvest();
        for (int i = 0; i < MAX_SLICES && sum.counts().torn() == 0; i++) {
            sum.follow(bench.hammer(place, pair, SLICE_NANOS, Long.MAX_VALUE, false));
        }
        return new Control(sum.counts().changes(), sum.counts().torn());
    }

    private long roundTripsPerSecond(TrialSpec trial) throws IOException, InterruptedException, RoundFailed {
        Place place = Place.ofPingPong(trial.at(0), bench.region(), bench.geometry());
        Harvest slice = bench.hammer(place, bench.kernels().pingPong(), SLICE_NANOS, Long.MAX_VALUE, false);
        return slice.counts().changes() * TimeUnit.SECONDS.toNanos(1) / Math.max(1, slice.nanos());
    }

    private Control negative(TrialSpec trial) throws IOException, InterruptedException, RoundFailed {
        TrialSpec aligned = trial.at(0).with(WriteMode.VOLATILE, ReadMode.VOLATILE);
        Place place = Place.of(aligned, bench.region(), bench.geometry());
        KernelPair pair = bench.pair(aligned, Stressor.NONE);
        Harvest sum = new Harvest();
        for (int i = 0; i < MAX_SLICES && sum.counts().changes() < NEGATIVE_CHANGES; i++) {
            sum.follow(bench.hammer(place, pair, SLICE_NANOS, NEGATIVE_CHANGES, false));
        }
        return new Control(sum.counts().changes(), sum.counts().torn() + sum.counts().alien());
    }
}
