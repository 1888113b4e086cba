// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tearline.merge.MergedCell;
import org.tearline.merge.Seen;

/**
 * How a cell of a map looks: what was seen, a class for its colour, and one sign that says the same without colours.
 * Immutable.
 */
record Look(Seen seen, String style, String sign) {
    private static final int RAREST = 9;
    /** Above one in a hundred, above one in ten thousand, rarer: what three shades of one colour can keep apart. */
    private static final int OFTEN = 2;
    private static final int SOMETIMES = 4;
    /** A silence in 10^8 changes excludes rates of 3 in 10^8, one in 10^6 those of 3 in 10^6: three shades again. */
    private static final int VERY_QUIET = 8;
    private static final int QUIET = 6;

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

    /** The look of a rate of tears or of so many changes; a digit n stands for a rate that is written with e-n. */
    static Look of(Seen seen, double rate, long changes) {
        if (seen == Seen.TORN) {
            return torn(Math.min(RAREST, -exponent(rate)));
        }
        return seen.none() ? none(seen, exponent(changes)) : ALL.stream().filter(look -> look.seen == seen).findFirst()
            .orElseThrow();
    }

    /** Which of {@link #ALL} it is. */
    int number() {
        return ALL.indexOf(this);
    }

    /** One digit and a power of ten, such as 3e-1 or 6e7: what fits into a narrow column. */
    static String oneDigit(double number) {
        return number == 0 ? "0" : String.format(Locale.ROOT, "%.0e", number).replaceFirst("e([-+])0*(\\d)", "e$1$2")
            .replace("e+0", "").replace("e-0", "").replace("e+", "e");
    }

    /** The power of ten as the number is written with one digit, so that colour and number never disagree. */
    private static int exponent(double number) {
        String written = String.format(Locale.ROOT, "%.0e", number);
        return Integer.parseInt(written.substring(written.indexOf('e') + 1));
    }

    private static Look torn(int digit) {
        return new Look(Seen.TORN, digit <= OFTEN ? "torn3" : digit <= SOMETIMES ? "torn2" : "torn1",
            String.valueOf(digit));
    }

    private static Look none(Seen seen, int exponent) {
        return new Look(seen, exponent >= VERY_QUIET ? "none3" : exponent >= QUIET ? "none2" : "none1", seen.glyph());
    }
}
