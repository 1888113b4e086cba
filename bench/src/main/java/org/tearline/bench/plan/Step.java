// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import org.tearline.bench.result.StepResult;

/**
 * A piece of a run that is measured, or not, as a whole. Immutable.
 *
 * @param id      a file's name; the same for the same piece of every run
 * @param title   for the line of progress
 * @param seconds about how long it takes on two CPUs
 * @param steady  whether it differs little from JVM to JVM, or costs too much to be repeated in a short run
 */
record Step(String id, String group, String title, double seconds, Work work, boolean steady) {
    /** Holds what is done for it; one at a time. */
    interface Work {
        StepResult run() throws StepFailed;
    }

    /** A step that is repeated in other JVMs as often as the profile says. */
    Step(String id, String group, String title, double seconds, Work work) {
        this(id, group, title, seconds, work, false);
    }

    /** The same step, which a short run takes once. */
    Step asSteady() {
        return new Step(id, group, title, seconds, work, true);
    }

    /** The same step of a later pass. */
    Step inPass(int pass) {
        return new Step(id + "-pass" + pass, group, title, seconds, work, steady);
    }
}
