// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.function.IntSupplier;

/** One line on a terminal that changes while something runs, and nothing at all elsewhere. Not thread-safe. */
public final class LiveLine {
    private final PrintStream err;
    private final IntSupplier columns;
    private int shown;

    /** A line on a stream; it is asked for the columns each time, and 0 means that nobody looks. */
    public LiveLine(PrintStream err, IntSupplier columns) {
        this.err = err;
        this.columns = columns;
    }

    /** Returns how many characters it has room for: one less than the terminal, or the cursor would leave the line. */
    int room() {
        return Math.max(0, columns.getAsInt() - 1);
    }

    /** Puts a text in the place of the last one; what there is no room for is left out. */
    void show(String text) {
        int room = room();
        if (room > 0) {
            String cut = text.substring(0, Math.min(room, text.length()));
            int blanks = Math.max(0, Math.min(shown, room) - cut.length());
            err.print("\r" + cut + " ".repeat(blanks));
            err.flush();
            shown = cut.length();
        }
    }

    /** Takes the line away, so that others can print. */
    public void clear() {
        if (shown > 0) {
            show("");
            err.print("\r");
            err.flush();
            shown = 0;
        }
    }
}
