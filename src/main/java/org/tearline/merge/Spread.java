// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.OptionalDouble;
import org.tearline.report.text.Words;

/**
 * A median of nanoseconds and how far apart others of the same lie. Immutable.
 *
 * @param median empty where no run's median has more weight than another's
 * @param low  with {@code high} the range over the forks of a run and over other runs; see {@link Ranges}
 */
public record Spread(OptionalDouble median, double low, double high) {
    /** Runs that differ by more do not agree. */
    static final int TWOFOLD = 2;

    /** Two digits each; the range only where it shows, and alone where no median stands out of it. */
    public String words() {
        String least = Words.nanos(low);
        String most = Words.nanos(high);
        boolean apart = !least.equals(most);
        if (median.isEmpty()) {
            return apart ? least + ".." + most : least;
        }
        return Words.nanos(median.getAsDouble()) + (apart ? " [" + least + ".." + most + "]" : "");
    }

    /** The same, or a dash for null. */
    public static String orDash(Spread spread) {
        return spread == null ? Words.nanos(null) : spread.words();
    }

    /** Returns the median in nanoseconds; null where there is none, or no spread. */
    public static Double medianOrNull(Spread spread) {
        return spread == null || spread.median.isEmpty() ? null : (Double) spread.median.getAsDouble();
    }

    /** Returns how many times as much as another one this is; null where one of them has no median. */
    public static Double ratio(Spread spread, Spread other) {
        Double one = medianOrNull(spread);
        Double two = medianOrNull(other);
        return one == null || two == null ? null : (Double) (one / two);
    }
}
