// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.Locale;
import org.tearline.verdict.Granules.Granule;

/** Draws a cache line: a ruler, and for each granule a row with an edge at each of its multiples. */
record GranuleDrawing(Screen screen, int lineBytes) {
    private static final String LABEL = "  %-10s ";
    private static final int MIN_BYTES = 64;
    /** Columns from one label of the ruler to the next. */
    private static final int TICK = 8;
    /** Columns for the label, the last edge and a question mark. */
    private static final int FRAME = 16;

    GranuleDrawing {
        lineBytes = Math.max(MIN_BYTES, lineBytes);
    }

    void printRuler(String label) {
        String ticks = LABEL.formatted(label);
        for (int at = 0; at < lineBytes; at += TICK * step()) {
            ticks += String.format(Locale.US, "%-" + TICK + "d", at);
        }
        screen.line(ticks + lineBytes);
    }

    /** Prints nothing for a granule without an upper bound. */
    void printRow(String label, Granule granule) {
        if (granule.atMost() < Granule.UNKNOWN_MOST) {
            String line = LABEL.formatted(label) + drawing(granule.atMost());
            if (!granule.known()) {
                line += " ?";
            }
            screen.line(line);
        }
    }

    void printRow(String label, int granule) {
        screen.line(LABEL.formatted(label) + drawing(granule));
    }

    /** Returns the bytes per character with which the drawing fits the screen, at most 8. */
    private int step() {
        int step = 1;
        while (FRAME + lineBytes / step > screen.wrapAt() && step < TICK) {
            step *= 2;
        }
        return step;
    }

    /** Returns a line of bytes with an edge at every multiple of the granule. */
    private String drawing(int granule) {
        boolean unicode = screen.unicode() && screen.columns() < Screen.ENDLESS;
        String edge = "|";
        String inside = "-";
        if (unicode) {
            edge = "┼";
            inside = "─";
        }
        int step = step();
        int block = Math.max(step, Math.min(granule, lineBytes));
        String line = (edge + inside.repeat(block / step - 1)).repeat(lineBytes / block) + edge;
        if (unicode) {
            return "├" + line.substring(1, line.length() - 1) + "┤";
        }
        return line;
    }
}
