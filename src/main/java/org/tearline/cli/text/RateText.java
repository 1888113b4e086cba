// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import org.tearline.page.Words;
import org.tearline.verdict.Rate;

/** Tells how often changes were torn, for people: no more digits than the samples agree on. Pure functions. */
public final class RateText {
    private RateText() {
    }

    /** Returns the rate, or from the lowest to the highest where the samples differ tenfold or more. */
    public static String words(Rate rate) {
        return rate.isTenfold() ? Words.chances(rate.lowest(), rate.highest()) : Words.chance(rate.perChange());
    }

    /**
     * Returns what the samples say together, such as "95 %: 11 to 42 %, by the spread of 37 slices"; one sample
     * says nothing of its spread.
     */
    public static String spread(Rate rate, String samples) {
        Rate.Interval interval = rate.interval95();
        return interval == null ? "of one sample, so its spread is not known"
            : "95 %: " + Words.chances(interval.lower(), interval.upper()) + ", by the spread of "
            + rate.samples() + " " + samples;
    }
}
