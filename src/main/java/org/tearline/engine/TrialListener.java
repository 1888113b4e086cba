// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine;

import org.tearline.result.Witness;

/** Is told what happens while a trial runs. Called by the thread that runs the trial, never by two at once. */
public interface TrialListener {
    /** For those who only want the whole result. */
    TrialListener SILENT = new TrialListener() {
        @Override
        public void firstTear(Witness witness, long nanos) {
            // The result has it.
        }

        @Override
        public void progress(long nanos, long changes, long torn, String stressor) {
            // The result has it.
        }

        @Override
        public void note(String sentence) {
            // Not wanted.
        }
    };

    /** The first tear was seen, after so much counting time. */
    void firstTear(Witness witness, long nanos);

    /** Still counting; called some ten times a second. */
    void progress(long nanos, long changes, long torn, String stressor);

    /** A sentence that the reader of the result should know. */
    void note(String sentence);
}
