package org.tearline.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.tearline.plan.Budget;

/** One line on a terminal that changes while a trial runs, and nothing at all elsewhere. One thread at a time. */
final class LiveLine {
    /** One less than the narrowest usual terminal, so that the line never wraps. */
    private static final int WIDTH = 79;

    private final PrintStream err;
    private final Budget budget;
    private final boolean live;
    private boolean shown;

    LiveLine(PrintStream err, Budget budget) {
        this.err = err;
        this.budget = budget;
        this.live = Terminal.onStderr();
    }

    void show(long nanos, long changes, long torn, String stressor) {
        if (live) {
            print(String.format(Locale.ROOT, "%,.1f s  %,d of %,d changes  %,d torn  %s",
                (double) nanos / TimeUnit.SECONDS.toNanos(1), changes, budget.changes(), torn, stressor));
            shown = true;
        }
    }

    void clear() {
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
