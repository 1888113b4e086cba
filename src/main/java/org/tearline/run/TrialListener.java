// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import org.tearline.run.link.Message.Progress;
import org.tearline.verdict.Witness;

/** Called during a trial by the thread that runs it; {@link #note} may also be called by another thread. */
public interface TrialListener {
    TrialListener SILENT = new TrialListener() { };

    /** Receives the first tear and the counting time until then. */
    default void firstTear(Witness witness, long nanos) {
    }

    /** Called about ten times a second. */
    default void progress(Progress progress) {
    }

    /** Receives a sentence that the user should see. */
    default void note(String sentence) {
    }
}
