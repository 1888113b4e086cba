package org.tearline.report;

import java.io.PrintStream;

/** One line on a terminal that changes while something runs, and nothing at all elsewhere. One thread at a time. */
public final class LiveLine {
    /** One less than the narrowest usual terminal, so that the line never wraps. */
    private static final int WIDTH = 79;

    private final PrintStream err;
    private final boolean terminal;
    private boolean shown;

    /** A line on a stream; terminal tells whether a person looks at it. */
    public LiveLine(PrintStream err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    /** Whether anything is shown at all. */
    boolean terminal() {
        return terminal;
    }

    /** Puts a text in the place of the last one. */
    void show(String text) {
        if (terminal) {
            print(text);
            shown = true;
        }
    }

    /** Takes the line away, so that others can print. */
    public void clear() {
        if (shown) {
            print("");
            err.print("\r");
            err.flush();
            shown = false;
        }
    }

    private void print(String text) {
        err.print("\r" + String.format("%-" + WIDTH + "." + WIDTH + "s", text));
        err.flush();
    }
}
