// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The controls of a trial, run in the same worker and on the same CPUs, but in separate memory.
 *
 * @param aligned     the same write and read of an aligned value, which must not tear; in a sweep, volatile
 *                    accesses or, if the memory has none, plain ones
 * @param calibration the same write and read across a line, per stressor; empty if not run
 */
public record Controls(Seen aligned, List<StressorUse> calibration) {
    /**
     * With fewer changes, even an access that the JVM splits might not have torn: on Emerald Rapids, a reader that
     * read each half of an aligned long on its own tore in 0.04 to 10 % of the changes. An undisturbed control of
     * 20 ms sees three times as many changes.
     */
    public static final long LEAST_CHANGES = 20_000;

    /** Whether the aligned control saw no tear, and enough changes for that to count. */
    public boolean hold() {
        return aligned.torn() == 0 && aligned.changes() >= LEAST_CHANGES;
    }

    /** Whether the calibration provoked a tear of the same write and read across a line. */
    boolean tornAcrossLine() {
        return calibration.stream().anyMatch(use -> use.torn() > 0);
    }

    /** Returns the tears per change of each stressor in the calibration. */
    public Map<String, Double> yields() {
        Map<String, Double> yields = new LinkedHashMap<>();
        calibration.forEach(use -> yields.put(use.name(), use.yield()));
        return yields;
    }
}
