// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.tearline.file.ResultFile;
import org.tearline.page.Words;
import org.tearline.run.SweepEstimate;

/** A sweep's result for a terminal: the finding and its table. Not thread-safe. */
public final class SweepText {
    private final PrintStream out;
    private final Screen screen;

    /** Prints to a stream, as wide and colourful as the screen allows. */
    public SweepText(PrintStream out, Screen screen) {
        this.out = out;
        this.screen = screen;
    }

    /** Prints what a result file found. */
    public void printFinding(ResultFile file) {
        new FindingText(out, screen).print(file);
    }

    /** Returns how long a sweep will take, in a sentence. */
    public static String sentence(SweepEstimate estimate) {
        return Words.count(estimate.trials()) + " trials, about " + time(estimate.seconds()) + "; "
            + Words.count(estimate.splitLocked()) + " of them lock across a line, which delays other cores' cache"
            + " misses for about " + time(estimate.splitLockSeconds());
    }

    private static String time(double exact) {
        long seconds = Math.round(exact);
        long minutes = TimeUnit.SECONDS.toMinutes(seconds);
        return minutes > 1 ? minutes + " min" : seconds + " s";
    }
}
