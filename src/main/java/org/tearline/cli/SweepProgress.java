package org.tearline.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.tearline.engine.Sweep;
import org.tearline.plan.PlacementClass;
import org.tearline.plan.TrialSpec;
import org.tearline.result.SweepCell;

/** How far a sweep is: a bar on a terminal, a line every few seconds elsewhere. One thread. */
final class SweepProgress implements Sweep.Listener {
    private static final long TERMINAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PIPED_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int BAR = 10;
    /** One less than the narrowest usual terminal, so that the bar never wraps. */
    private static final int WIDTH = 79;

    private final PrintStream err;
    private final long trials;
    private final boolean live = Terminal.onStderr();
    private final long start = System.nanoTime();
    private final long before;
    private long done;
    private long torn;
    private long shown = start;
    private boolean drawn;

    SweepProgress(PrintStream err, long trials, List<SweepCell> earlier) {
        this.err = err;
        this.trials = trials;
        this.before = earlier.size();
        this.done = before;
        this.torn = earlier.stream().filter(cell -> cell.counts().torn() > 0).count();
    }

    @Override
    public void starting(PlacementClass placement, TrialSpec trial) {
        long now = System.nanoTime();
        if (now - shown < (live ? TERMINAL_NANOS : PIPED_NANOS)) {
            return;
        }
        shown = now;
        long left = done == before ? 0 : (now - start) / (done - before) * (trials - done);
        String text = String.format(Locale.ROOT, "%,d/%,d, %d s left, %,d torn; %s %s/%s at %d, %s", done,
            trials, TimeUnit.NANOSECONDS.toSeconds(left), torn, trial.memory(), trial.write(), trial.read(),
            trial.offset(), placement);
        if (live) {
            int filled = (int) (BAR * done / Math.max(1, trials));
            String line = "[" + "#".repeat(filled) + " ".repeat(BAR - filled) + "] " + text;
            err.print("\r" + String.format("%-" + WIDTH + "." + WIDTH + "s", line));
            err.flush();
            drawn = true;
        } else {
            err.println(text);
        }
    }

    @Override
    public void finished(SweepCell cell) {
        done++;
        torn += cell.counts().torn() > 0 ? 1 : 0;
    }

    @Override
    public void note(String sentence) {
        end();
        err.println("tester: " + sentence);
    }

    /** Takes the bar away. */
    void end() {
        if (drawn) {
            err.print("\r" + " ".repeat(WIDTH) + "\r");
            err.flush();
        }
    }
}
