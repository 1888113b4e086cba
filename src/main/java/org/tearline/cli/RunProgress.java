// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.Locale;
import org.tearline.cli.text.LiveLine;
import org.tearline.cli.text.RunText;
import org.tearline.run.TrialListener;
import org.tearline.run.link.Message.Progress;
import org.tearline.run.link.TesterJvm;
import org.tearline.verdict.Witness;

/** Prints the first tear of all starts of a trial, and on a terminal how far the current start is. */
final class RunProgress implements TrialListener {
    private final RunText text;
    private final LiveLine live;
    private final long changes;
    private final boolean json;
    private String start = "";
    private boolean tearPrinted;

    /**
     * @param changes the changes after which a start ends without a tear
     * @param json    whether to leave the tear to the JSON object
     */
    RunProgress(RunText text, LiveLine live, long changes, boolean json) {
        this.text = text;
        this.live = live;
        this.changes = changes;
        this.json = json;
    }

    void starting(int number, int wanted) {
        start = "start " + number + " of " + wanted + "  ";
    }

    boolean tearPrinted() {
        return tearPrinted;
    }

    @Override
    public void firstTear(Witness witness, long nanos) {
        if (!json && !tearPrinted) {
            tearPrinted = true;
            TesterJvm.recordTear();
            live.clear();
            text.printTear(witness, nanos);
        }
    }

    @Override
    public void progress(Progress progress) {
        if (live.usableColumns() > 0) {
            live.show(start + String.format(Locale.US, "%,.1f s  %,d of %,d changes  %,d torn  %s",
                progress.nanos() / 1e9, progress.changes(), changes, progress.torn(), progress.stressor()));
        }
    }

    @Override
    public void note(String sentence) {
        live.note(sentence);
    }
}
