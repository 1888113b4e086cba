// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tearline.merge.MergedCell;
import org.tearline.merge.Seen;
import org.tearline.report.text.Words;

/**
 * Says how a cell of a map looks: what was seen, a class for its colour, and one sign that says the same without
 * colours. Immutable.
 */
record Look(Seen seen, String style, String sign) {
    private static final int RAREST = 9;
    /** A percent and more, 1 in 10,000 and more, rarer: what three shades of one colour can keep apart. */
    private static final int OFTEN = 1;
    private static final int SOMETIMES = 3;
    /** A silence in 10^8 changes excludes rates of 3 in 10^8, one in 10^6 those of 3 in 10^6: three shades again. */
    private static final int VERY_QUIET = 8;
    private static final int QUIET = 6;
    private static final long KILO = 1_000;
    private static final long TEN = 10;
    private static final String UNITS = "kMGT";

    /** Every look there is, the gravest first: a tear before any silence, and frequent before rare. */
    static final List<Look> ALL = all();

    static final Look UNTESTED = new Look(Seen.UNTESTED, Seen.UNTESTED.id(), "");

    private static List<Look> all() {
        List<Look> all = new ArrayList<>();
        for (int digit = 0; digit <= RAREST; digit++) {
            all.add(torn(digit));
        }
        Arrays.stream(Seen.values()).filter(seen -> seen != Seen.TORN).forEach(seen -> {
            if (seen.none()) {
                all.addAll(List.of(none(seen, 0), none(seen, QUIET), none(seen, VERY_QUIET)));
            } else {
                all.add(new Look(seen, seen.id(), seen == Seen.UNTESTED ? "" : seen.glyph()));
            }
        });
        return List.copyOf(all);
    }

    static Look of(MergedCell cell) {
        return of(cell.seen(), (double) cell.torn() / cell.changes(), cell.changes());
    }

    /** Returns the look of a rate of tears or of so many changes; {@link Words#digit} stands for a rate. */
    static Look of(Seen seen, double rate, long changes) {
        if (seen == Seen.TORN) {
            return torn(Words.digit(rate));
        }
        return seen.none() ? none(seen, exponent(changes)) : ALL.stream().filter(look -> look.seen == seen).findFirst()
            .orElseThrow();
    }

    /** Returns which of {@link #ALL} it is. */
    int number() {
        return ALL.indexOf(this);
    }

    /** Returns how often, for a narrow column: 30%, and below a percent 1/2k. */
    static String brief(double rate) {
        return Words.chance(rate).replace(" %", "%").replace("1 in ", "1/").replace(",000,000", "M")
            .replace(" million", "M").replace(",000", "k").replace(" billion", "G");
    }

    /** Returns how many, for a narrow column: 900, 87k, 160M, 2.1G. */
    static String brief(long number) {
        long unit = 1;
        int power = 0;
        while (power < UNITS.length() && number / unit >= KILO) {
            unit *= KILO;
            power++;
        }
        boolean decimal = power > 0 && number < TEN * unit && number * TEN / unit % TEN > 0;
        return number / unit + (decimal ? "." + number * TEN / unit % TEN : "")
            + (power == 0 ? "" : UNITS.charAt(power - 1));
    }

    /**
     * Returns the power of ten, rounded down as the number is when it is written, so that colour and number never
     * disagree.
     */
    private static int exponent(long number) {
        return String.valueOf(number).length() - 1;
    }

    private static Look torn(int digit) {
        return new Look(Seen.TORN, digit <= OFTEN ? "torn3" : digit <= SOMETIMES ? "torn2" : "torn1",
            String.valueOf(digit));
    }

    private static Look none(Seen seen, int exponent) {
        return new Look(seen, exponent >= VERY_QUIET ? "none3" : exponent >= QUIET ? "none2" : "none1", seen.glyph());
    }
}
