// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/** Numbers by their offset in the line, sixteen to a row: the grid that users of uarch-bench know. Stateless. */
final class Grid {
    private static final int COLUMNS = 16;

    private Grid() {
    }

    /**
     * Several grids side by side.
     *
     * @param titles one for each
     * @param cells  offset to number, NaN for none; one for each
     * @param decimals of numbers below a hundred; two digits of all numbers if it is negative
     */
    static String text(int offsets, List<String> titles, List<IntToDoubleFunction> cells, int decimals) {
        StringBuilder out = new StringBuilder();
        String gap = "    ";
        for (int grid = 0; grid < titles.size(); grid++) {
            out.append(String.format("%-" + (5 + 6 * COLUMNS) + "s", titles.get(grid))).append(gap);
        }
        newline(out);
        for (int grid = 0; grid < titles.size(); grid++) {
            out.append("     ");
            for (int column = 0; column < COLUMNS; column++) {
                out.append(String.format(Locale.ROOT, "%6d", column));
            }
            out.append(gap);
        }
        newline(out);
        for (int row = 0; row < offsets; row += COLUMNS) {
            for (IntToDoubleFunction grid : cells) {
                out.append(String.format(Locale.ROOT, "%3d :", row));
                for (int column = 0; column < COLUMNS; column++) {
                    double value = grid.applyAsDouble(row + column);
                    out.append(Double.isNaN(value) ? "     -" : decimals < 0
                        ? String.format(Locale.ROOT, "%6s", Table.rounded(value).toPlainString())
                        : String.format(Locale.ROOT, "%6." + (value < 100 ? decimals : 0) + "f", value));
                }
                out.append(gap);
            }
            newline(out);
        }
        return out.toString();
    }

    private static void newline(StringBuilder out) {
        int end = out.length();
        while (end > 0 && out.charAt(end - 1) == ' ') {
            end--;
        }
        out.setLength(end);
        out.append('\n');
    }
}
