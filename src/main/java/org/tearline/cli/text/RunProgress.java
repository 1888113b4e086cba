// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.Locale;
import org.tearline.page.Words;
import org.tearline.run.TrialListener;
import org.tearline.trial.Budget;
import org.tearline.verdict.Witness;

/** Tells of a trial while it runs: its first tear, how far it is, and what else one should know. Not thread-safe. */
public final class RunProgress implements TrialListener {
    private final RunText text;
    private final LiveLine live;
    private final Budget budget;
    private final PrintStream err;

    private RunProgress(RunText text, LiveLine live, Budget budget, PrintStream err) {
        this.text = text;
        this.live = live;
        this.budget = budget;
        this.err = err;
    }

    /** For people: the tear at once, and a line that changes. */
    public static RunProgress told(RunText text, LiveLine live, Budget budget, PrintStream err) {
        return new RunProgress(text, live, budget, err);
    }

    /** For machines, which wait for the result: only what a reader of the result should know. */
    public static RunProgress notesOnly(PrintStream err) {
        return new RunProgress(null, new LiveLine(err, () -> 0), null, err);
    }

    @Override
    public void firstTear(Witness witness, long nanos) {
        if (text != null) {
            live.clear();
            text.printTear(witness, nanos);
        }
    }

    @Override
    public void progress(long nanos, long changes, long torn, String stressor) {
        if (live.room() > 0) {
            live.show(String.format(Locale.ROOT, "%,.1f s  %s of %s changes  %s torn  %s", nanos / 1e9,
                Words.count(changes), Words.count(budget.changes()), Words.count(torn), stressor));
        }
    }

    @Override
    public void note(String sentence) {
        live.clear();
        err.println("tester: " + sentence);
    }
}
