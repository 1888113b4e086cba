// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.tearline.cli.text.LiveLine;
import org.tearline.run.Sweep;
import org.tearline.run.SweepBudget;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.SweepCell;
import org.tearline.words.Words;

/** Prints the progress of a sweep: a line that is updated in place on a terminal, a new line every 5 s elsewhere. */
final class SweepProgress implements Sweep.Listener {
    private static final long TERMINAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PIPED_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final PrintStream err;
    private final LiveLine live;
    private final SweepBudget budget;
    private final long trials;
    private final long start = System.nanoTime();
    // The estimated durations in seconds: of all trials, of those before this start, of the finished ones.
    private final double estimatedTotal;
    private final double estimatedBefore;
    private double estimated;
    /** Keys of the finished trials; a repeated trial counts once. */
    private final Set<Object> done = new HashSet<>();
    private final Set<Object> torn = new HashSet<>();
    private long shownAt = start;

    SweepProgress(PrintStream err, LiveLine live, SweepBudget budget, List<SweepCell> earlier) {
        this.err = err;
        this.live = live;
        this.budget = budget;
        trials = budget.trials();
        estimatedTotal = budget.seconds();
        earlier.forEach(this::finished);
        estimatedBefore = estimated;
        if (!done.isEmpty()) {
            // A resumed sweep shows at once how far it is.
            shownAt -= PIPED_NANOS;
        }
    }

    @Override
    public void starting(CpuDistance placement, TrialSpec trial) {
        long now = System.nanoTime();
        boolean terminal = live.usableColumns() > 0;
        long interval = PIPED_NANOS;
        if (terminal) {
            interval = TERMINAL_NANOS;
        }
        if (now - shownAt < interval) {
            return;
        }
        shownAt = now;
        String line = Words.count(done.size()) + "/" + Words.count(trials) + " (" + 100 * done.size() / trials
            + " %), " + left(now) + Words.count(torn.size()) + " torn, " + trial.title() + " at " + trial.offset()
            + ", " + placement;
        if (terminal) {
            live.show(line);
        } else {
            err.println(line);
        }
    }

    @Override
    public void finished(SweepCell cell) {
        if (done.add(cell.key())) {
            estimated += budget.seconds(cell.trial());
        }
        if (cell.counts().torn() > 0) {
            torn.add(cell.key());
        }
    }

    @Override
    public void note(String sentence) {
        live.note(sentence);
    }

    /** Returns the time left, scaled by the ratio of actual to estimated time so far; empty before a trial ends. */
    private String left(long now) {
        if (estimated <= estimatedBefore) {
            return "";
        }
        double ratio = (now - start) / 1e9 / (estimated - estimatedBefore);
        return time(ratio * Math.max(0, estimatedTotal - estimated)) + " left, ";
    }

    private static String time(double exact) {
        long seconds = Math.round(exact);
        if (seconds >= 120) {
            return seconds / 60 + " min";
        }
        return seconds + " s";
    }

    static String sentence(SweepBudget budget) {
        String trials = Words.count(budget.trials(), "trial") + ", about " + time(budget.seconds());
        if (budget.splitLocked() == 0) {
            return trials;
        }
        return trials + "; " + Words.count(budget.splitLocked()) + " of them lock across a line, which delays the cache"
            + " misses of other cores for about " + time(budget.splitLockSeconds());
    }
}
