package org.tearline.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.tearline.plan.Budget;

/** One line on a terminal that changes while a trial runs, and nothing at all elsewhere. One thread at a time. */
final class LiveLine {
    private static final String BLANK = "\r" + " ".repeat(78) + "\r";

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
            err.printf(Locale.ROOT, "%s%,.1f s  %,d of %,d changes  %,d torn  %s",
                BLANK, (double) nanos / TimeUnit.SECONDS.toNanos(1), changes, budget.changes(), torn, stressor);
            err.flush();
            shown = true;
        }
    }

    void clear() {
        if (shown) {
            err.print(BLANK);
            err.flush();
            shown = false;
        }
    }
}
