// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import org.tearline.published.Costs;
import org.tearline.published.Costs.Times;
import org.tearline.report.text.Words;

/**
 * A median of nanoseconds and how far apart others of the same lie. Immutable.
 *
 * @param nanos the median, or less than {@code low} where no run's median has more weight than another's
 * @param low  with {@code high} the range over the forks of a run and over other runs; see {@link Ranges}
 */
public record Spread(double nanos, double low, double high) {
    /** Runs that differ by more do not agree. */
    static final int TWOFOLD = 2;

    static Spread of(Times times, int index) {
        return new Spread(times.nanos(index), (double) times.lowPicos().get(index) / Costs.PICOS,
            (double) times.highPicos().get(index) / Costs.PICOS);
    }

    /** Two digits each; the range only where it shows, and alone where no median stands out of it. */
    public String words() {
        String least = Words.nanos(low);
        String most = Words.nanos(high);
        if (nanos < low && !least.equals(most)) {
            return least + ".." + most;
        }
        return Words.nanos(nanos) + (least.equals(most) ? "" : " [" + least + ".." + most + "]");
    }

    /** The same, or a dash for null. */
    public static String orDash(Spread spread) {
        return spread == null ? Words.nanos(null) : spread.words();
    }
}
