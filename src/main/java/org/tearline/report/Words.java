package org.tearline.report;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.tearline.report.merged.Summary;
import org.tearline.result.Witness;

/** How numbers and bytes are written for people. Pure functions, the same in every locale. */
final class Words {
    private static final int HEX_PREFIX = 2;

    private Words() {
    }

    /** The bytes of a long in memory order, lowest address first, with a bar before the seam if there is one. */
    static String bytes(long value, int seam) {
        StringBuilder text = new StringBuilder(Witness.memoryOrder(value));
        if (seam > 0) {
            text.insert(HEX_PREFIX + 2 * seam, '|');
        }
        return text.toString();
    }

    /** A count with thousands separators. */
    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A rate such as 2.4e-7, two digits. */
    static String rate(double rate) {
        return Summary.number(rate);
    }

    /** A share such as 97 %. */
    static String share(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    /**
     * A rate as one in so many, to the next of 1, 2, 5, 10, 20, 50 …: what is measured in some milliseconds is known to
     * a factor of two.
     */
    static String oneIn(double rate) {
        double many = 1 / rate;
        double power = Math.pow(10, Math.floor(Math.log10(many)));
        double digit = many / power;
        long rounded = Math.round((digit < 1.4 ? 1 : digit < 3.2 ? 2 : digit < 7.1 ? 5 : 10) * power);
        return "1 of " + count(Math.max(1, rounded));
    }

    /** A length of time in the unit that suits it. */
    static String time(long nanos) {
        if (nanos < TimeUnit.MILLISECONDS.toNanos(1)) {
            return String.format(Locale.ROOT, "%.0f us", nanos / 1e3);
        }
        if (nanos < TimeUnit.SECONDS.toNanos(1)) {
            return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
        }
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
