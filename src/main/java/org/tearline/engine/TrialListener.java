package org.tearline.engine;

import org.tearline.result.Witness;

/** Hears of a trial while it runs. Called by the thread that runs the trial, never by two at once. */
public interface TrialListener {
    /** For whoever waits for the whole result. */
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
            // Nobody wants to know.
        }
    };

    /** The first tear was seen, after so much counting time. */
    void firstTear(Witness witness, long nanos);

    /** Still counting; called some ten times a second. */
    void progress(long nanos, long changes, long torn, String stressor);

    /** Something that whoever reads the result should know: a sentence. */
    void note(String sentence);
}
