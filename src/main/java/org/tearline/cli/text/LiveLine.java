// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.function.IntSupplier;

/** A line on a terminal that changes while something runs; nothing elsewhere. Not thread-safe. */
public final class LiveLine {
    private final PrintStream err;
    private final IntSupplier columns;
    private int shown;

    /** Asks for the columns each time; 0 means that nobody looks. */
    public LiveLine(PrintStream err, IntSupplier columns) {
        this.err = err;
        this.columns = columns;
    }

    /** One less than the terminal has, or the cursor would leave the line. */
    public int room() {
        return Math.max(0, columns.getAsInt() - 1);
    }

    public void show(String text) {
        int room = room();
        if (room > 0) {
            String cut = text.substring(0, Math.min(room, text.length()));
            int blanks = Math.max(0, Math.min(shown, room) - cut.length());
            err.print("\r" + cut + " ".repeat(blanks));
            err.flush();
            shown = cut.length();
        }
    }

    public void clear() {
        if (shown > 0) {
            show("");
            err.print("\r");
            err.flush();
            shown = 0;
        }
    }
}
