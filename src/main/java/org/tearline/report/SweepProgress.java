package org.tearline.report;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tearline.engine.Sweep;
import org.tearline.plan.PlacementClass;
import org.tearline.plan.TrialSpec;
import org.tearline.report.text.Words;
import org.tearline.result.SweepCell;

/** How far a sweep is: a bar on a terminal, a line every few seconds elsewhere. One thread. */
public final class SweepProgress implements Sweep.Listener {
    private static final long TERMINAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PIPED_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int BAR = 10;

    private final PrintStream err;
    private final LiveLine live;
    private final long trials;
    private final long start = System.nanoTime();
    private final long before;
    private long done;
    private long torn;
    private long shown = start;

    /** Of so many trials, those of an earlier run have ended. */
    public SweepProgress(PrintStream err, LiveLine live, long trials, List<SweepCell> earlier) {
        this.err = err;
        this.live = live;
        this.trials = trials;
        this.before = earlier.size();
        this.done = before;
        this.torn = earlier.stream().filter(cell -> cell.tally().counts().torn() > 0).count();
    }

    @Override
    public void starting(PlacementClass placement, TrialSpec trial) {
        long now = System.nanoTime();
        if (now - shown < (live.terminal() ? TERMINAL_NANOS : PIPED_NANOS)) {
            return;
        }
        shown = now;
        long left = done == before ? 0 : (now - start) / (done - before) * (trials - done);
        String text = Words.count(done) + "/" + Words.count(trials) + ", " + TimeUnit.NANOSECONDS.toSeconds(left)
            + " s left, " + Words.count(torn) + " torn; " + trial.memory() + " " + trial.write() + "/" + trial.read()
            + " at " + trial.offset() + ", " + placement;
        if (live.terminal()) {
            int filled = (int) (BAR * done / Math.max(1, trials));
            live.show("[" + "#".repeat(filled) + " ".repeat(BAR - filled) + "] " + text);
        } else {
            err.println(text);
        }
    }

    @Override
    public void finished(SweepCell cell) {
        done++;
        torn += cell.tally().counts().torn() > 0 ? 1 : 0;
    }

    @Override
    public void note(String sentence) {
        live.clear();
        err.println("tester: " + sentence);
    }
}
