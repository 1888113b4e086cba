// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

/** A step could not be measured; its rows are left out by name, and the run goes on. */
final class StepFailed extends Exception {
    private static final long serialVersionUID = 1L;

    StepFailed(String why, Throwable cause) {
        super(why, cause);
    }
}
