// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tearline.loop.Stressor;
import org.tearline.run.link.Message.Where;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.Controls;
import org.tearline.verdict.Seen;
import org.tearline.verdict.StressorUse;

/**
 * Runs a trial's controls in separate memory: the same write and read on an aligned value and across a line. Not
 * thread-safe.
 */
final class ControlRuns {
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Per stressor; enough for a few thousand changes. */
    private static final long CALIBRATION_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    /** Limits the aligned control to a second. If the writer starves for that long, there is no negative result. */
    private static final int MAX_SLICES = 50;
    /** Enough changes to an aligned value to expose a harness that invents tears. */
    static final long ALIGNED_CHANGES = 100_000;

    private final Workbench bench;
    /** Null before it is counted. */
    private List<StressorUse> calibration;

    ControlRuns(Workbench bench) {
        this.bench = bench;
    }

    /** Returns the controls of a trial without a tear. */
    Controls all(TrialSpec trial) throws IOException {
        List<StressorUse> across = calibration(trial);
        return new Controls(runAligned(trial, ALIGNED_CHANGES), across);
    }

    /** Returns the aligned control alone, which is enough after a tear. */
    Controls aligned(TrialSpec trial) throws IOException {
        return new Controls(runAligned(trial, Controls.LEAST_CHANGES), List.of());
    }

    /**
     * Returns how often the same write and read tear across a line under each stressor; an empty list if the trial
     * crosses a line itself or such accesses are refused or not allowed. Counts only at the first call.
     */
    List<StressorUse> calibration(TrialSpec trial) throws IOException {
        if (calibration == null) {
            calibration = calibrate(trial);
        }
        return calibration;
    }

    private List<StressorUse> calibrate(TrialSpec trial) throws IOException {
        TrialSpec across = trial.at(bench.rules.geometry().lineCrossingOffset(trial.width()));
        if (bench.rules.crosses(trial) || !bench.allowed(across)) {
            return List.of();
        }
        List<Place> places = bench.places(Where.APART, across);
        List<StressorUse> uses = new ArrayList<>();
        for (Stressor stressor : bench.usable(across)) {
            RoundTally slice = bench.count(places.get(uses.size() % places.size()), bench.pair(across, stressor),
                CALIBRATION_NANOS, Long.MAX_VALUE, false);
            uses.add(new StressorUse(stressor.toString(), slice.nanos(), slice.counts().changes(),
                slice.counts().torn()));
        }
        return uses;
    }

    /** Counts the changes and tears of an aligned value with the same write and read. Alien values count as tears. */
    Seen runAligned(TrialSpec trial, long enough) throws IOException {
        TrialSpec aligned = bench.rules.alignedControl(trial);
        Place place = bench.places(Where.APART, aligned).get(0);
        KernelPair pair = bench.pair(aligned, Stressor.NONE);
        RoundTally sum = new RoundTally();
        for (int i = 0; i < MAX_SLICES && sum.counts().changes() < enough; i++) {
            sum.addRound(bench.count(place, pair, SLICE_NANOS, ALIGNED_CHANGES, false));
        }
        return new Seen(sum.counts().changes(), sum.counts().torn() + sum.counts().alien());
    }
}
