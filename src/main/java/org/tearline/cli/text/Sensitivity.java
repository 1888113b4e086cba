// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.tearline.verdict.StressorUse;
import org.tearline.verdict.TrialOutcome;

/** Estimates how often the stressors of a negative result tear the same write and read across a line. Thread-safe. */
final class Sensitivity {
    /** The largest relative error, one sigma of single tears, at which a number is steady to a factor of two. */
    private static final double STEADY = 0.2;

    private Sensitivity() {
    }

    /**
     * Returns the share of these changes that would have been torn across a line, by what each stressor tore there:
     * that this write and read can be seen to tear, not that a split elsewhere would be. Empty if too few tears were
     * seen to know it to a factor of two.
     */
    static OptionalDouble of(List<StressorUse> calibration, TrialOutcome outcome) {
        Map<String, StressorUse> across = calibration.stream().filter(use -> use.changes() > 0)
            .collect(Collectors.toMap(StressorUse::name, use -> use));
        double torn = 0;
        double variance = 0;
        for (StressorUse use : outcome.stressors()) {
            StressorUse there = across.get(use.name());
            if (there != null) {
                double weight = (double) use.changes() / there.changes();
                torn += weight * there.torn();
                variance += weight * weight * there.torn();
            }
        }
        return torn > 0 && Math.sqrt(variance) <= STEADY * torn
            ? OptionalDouble.of(torn / outcome.tally().counts().changes())
            : OptionalDouble.empty();
    }
}
