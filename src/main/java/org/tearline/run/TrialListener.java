// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import org.tearline.verdict.Tally.Witness;

/** Called while a trial runs, by the thread that runs it. */
public interface TrialListener {
    /** For those who only want the whole result. */
    TrialListener SILENT = new TrialListener() { };

    /** The first tear was seen, after so much counting time. */
    default void firstTear(Witness witness, long nanos) {
    }

    /** Still counting; called some ten times a second. */
    default void progress(long nanos, long changes, long torn, String stressor) {
    }

    /** A sentence that the reader of the result should know. */
    default void note(String sentence) {
    }
}
