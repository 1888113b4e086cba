package org.tearline.report.merged;

import java.util.Collection;
import java.util.Comparator;
import org.tearline.published.StressorYield;

/**
 * How sharply the silences of one write and read were looked for: what the best stressor brings across a line, in all
 * files together. Immutable.
 *
 * @param pair the write and read, as the rows are called
 */
public record Sensitivity(String pair, StressorYield best) {

    static Sensitivity of(String pair, Collection<StressorYield> yields) {
        return new Sensitivity(pair,
            yields.stream().max(Comparator.comparingDouble(StressorYield::rate)).orElseThrow());
    }
}
