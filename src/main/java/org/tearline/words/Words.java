// SPDX-License-Identifier: Apache-2.0
package org.tearline.words;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.tearline.trial.Alignment;

/**
 * Formats numbers and places for people, independently of the user's locale. Uses Locale.US, because Formatter loads
 * resource bundles for Locale.ROOT, which would delay the report of the first tear. Thread-safe.
 */
public final class Words {
    private static final long MILLION = 1_000_000;
    private static final long BILLION = 1_000_000_000;
    private static final double PERCENT = 0.01;
    private static final long TENTHS = 10;

    private Words() {
    }

    /** Returns the term for a place, as defined in docs/glossary.md. */
    public static String place(Alignment place) {
        return switch (place) {
            case ALIGNED -> "aligned";
            case INSIDE_8 -> "inside 8 bytes";
            case ACROSS_8 -> "across 8 bytes";
            case ACROSS_16 -> "across 16 bytes";
            case ACROSS_32 -> "across 32 bytes";
            case ACROSS_64 -> "across 64 bytes";
            case ACROSS_LINE -> "across a line";
            case ACROSS_PAGE -> "across a page";
        };
    }

    /** Returns text such as "a, b and c". */
    public static String and(List<String> items) {
        int last = items.size() - 1;
        if (last < 1) {
            return String.join("", items);
        }
        return String.join(", ", items.subList(0, last)) + " and " + items.get(last);
    }

    /** Returns words between two texts; empty without words. */
    public static String enclosed(String start, String words, String end) {
        if (words.isEmpty()) {
            return words;
        }
        return start + words + end;
    }

    /** Formats a count with thousands separators. */
    public static String count(long count) {
        return String.format(Locale.US, "%,d", count);
    }

    /** Formats a count and its noun, such as "1 change", "2 changes" or "2 classes". */
    public static String count(long count, String noun) {
        if (count == 1) {
            return "1 " + noun;
        }
        return count(count) + " " + noun + (noun.endsWith("s") ? "es" : "s");
    }

    /** Returns how many torn values had a newer low half, such as "300 of 700"; empty if it is known of none. */
    public static String lowNew(long low, long high) {
        return low + high == 0 ? "" : count(low) + " of " + count(low + high);
    }

    /**
     * Formats large numbers in a few digits, such as "160 million", and smaller ones in full. Rounds down, so
     * that numbers of changes without a tear are not exaggerated.
     */
    public static String many(long number) {
        if (number >= BILLION) {
            return tenths(number, BILLION) + " billion";
        }
        return number >= MILLION ? tenths(number, MILLION) + " million" : count(number);
    }

    /** Formats a number in a unit, with one decimal if it is below 10 and the decimal is not 0. */
    private static String tenths(long number, long unit) {
        long tenths = number / (unit / TENTHS);
        boolean decimal = number < TENTHS * unit && tenths % TENTHS > 0;
        return count(tenths / TENTHS) + (decimal ? "." + tenths % TENTHS : "");
    }

    /** Formats a rate as "49 %", as "1 in 2,000" below one percent, where zeros are easily misread, or as "never". */
    public static String chance(double rate) {
        if (rate <= 0) {
            return "never";
        }
        if (rate >= PERCENT) {
            return twoDigits(rate / PERCENT) + " %";
        }
        double many = 1 / rate;
        // Rounds to one significant digit.
        double power = Math.pow(10, Math.floor(Math.log10(many)));
        return "1 in " + many(Math.round(many / power) * Math.round(power));
    }

    /** Formats a range of rates in one unit: "0.33 to 2.7 %" from 0.1 % on, or "1 in 50,000 to 1 in 20". */
    public static String chances(double lowest, double highest) {
        boolean percent = lowest >= 0.001;
        String low = percent ? twoDigits(lowest / PERCENT) : chance(lowest);
        String high = percent ? twoDigits(highest / PERCENT) : oneIn(highest);
        if (low.equals(high)) {
            return chance(lowest);
        }
        return low + " to " + high + (percent ? " %" : "");
    }

    private static String oneIn(double rate) {
        return rate < PERCENT ? chance(rate) : "1 in " + twoDigits(1 / rate);
    }

    /** Formats an upper bound, rounded up, such as "below 1 in 1.6 million". */
    public static String below(double bound) {
        if (bound >= PERCENT) {
            return "below " + twoDigits(Math.ceil(bound / PERCENT * TENTHS) / TENTHS) + " %";
        }
        double many = 1 / bound;
        // Rounds down to two significant digits.
        double step = Math.pow(10, Math.floor(Math.log10(many)) - 1);
        return "below 1 in " + many((long) (Math.floor(many / step) * step));
    }

    /** Formats a number with two significant digits, without zeros at the end, or with all digits before the point. */
    public static String twoDigits(double number) {
        // From 9.95 on, one decimal would be a third digit.
        if (number >= 9.95) {
            return String.format(Locale.US, "%,.0f", number);
        }
        return BigDecimal.valueOf(number).round(new MathContext(2)).stripTrailingZeros().toPlainString();
    }

    /** Formats a duration in us, ms or s. */
    public static String time(long nanos) {
        if (nanos < TimeUnit.MILLISECONDS.toNanos(1)) {
            return String.format(Locale.US, "%.0f us", nanos / 1e3);
        }
        if (nanos < TimeUnit.SECONDS.toNanos(1)) {
            return String.format(Locale.US, "%.1f ms", nanos / 1e6);
        }
        return String.format(Locale.US, "%.1f s", nanos / 1e9);
    }
}
