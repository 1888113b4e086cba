// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;

/** A line that is overwritten in place on a terminal. Prints nothing elsewhere. Thread-safe. */
public final class LiveLine {
    private final PrintStream err;
    private final int columns;
    private int shown;

    /** Zero columns mean that there is no terminal. */
    public LiveLine(PrintStream err, int columns) {
        this.err = err;
        this.columns = columns;
    }

    /** Returns the usable columns. One stays free; otherwise the cursor would move to the next line. */
    public int usableColumns() {
        return Math.max(0, columns - 1);
    }

    public synchronized void show(String text) {
        if (usableColumns() > 0) {
            String cut = text.substring(0, Math.min(usableColumns(), text.length()));
            err.print("\r" + cut + " ".repeat(Math.max(0, shown - cut.length())));
            err.flush();
            shown = cut.length();
        }
    }

    public synchronized void clear() {
        if (shown > 0) {
            show("");
            err.print("\r");
            err.flush();
        }
    }

    /** Clears the line and prints a note in its place, on a terminal or elsewhere. */
    public synchronized void note(String sentence) {
        clear();
        err.println("tester: " + sentence);
    }
}
