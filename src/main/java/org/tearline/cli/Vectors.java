// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.List;
import org.tearline.trial.SweepPlan;
import org.tearline.trial.Width;

/** Says in one line why a vector cannot be tried as it was asked for. Stateless. */
final class Vectors {
    private Vectors() {
    }

    /**
     * Returns what is wrong, or null.
     *
     * @param wrong the options that leave out what a vector has, with their values
     */
    static String problem(Width vector, List<String> wrong) {
        String begin = "--width " + vector;
        if (!wrong.isEmpty()) {
            return begin + " is a vector of the Vector API, which has --memory bytebuffer, --write plain and --read"
                + " plain, in one process and tier c2, not " + String.join(", ", wrong);
        }
        if (vector.problem(Runtime.version().feature()) != null) {
            return begin + " " + vector.problem(Runtime.version().feature());
        }
        return SweepPlan.hasVectorApi() ? null : begin + " needs the module " + SweepPlan.VECTOR_API
            + ", which this JVM (" + System.getProperty("java.home") + ") lacks";
    }
}
