// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import org.tearline.bench.result.StepResult;

/**
 * A piece of a run that is measured, or not, as a whole. Immutable.
 *
 * @param id      a file's name; the same for the same piece of every run
 * @param title   for the line of progress
 * @param seconds about how long it takes on two CPUs
 */
record Step(String id, String group, String title, double seconds, Work work) {
    /** What is done for it; one at a time. */
    interface Work {
        StepResult run() throws StepFailed;
    }

    /** The same step of a later pass. */
    Step inPass(int pass) {
        return new Step(id + "-pass" + pass, group, title, seconds, work);
    }
}
