// SPDX-License-Identifier: Apache-2.0
package org.tearline.symptom;

import java.util.List;
import org.tearline.trial.LowerCase;

/**
 * What lines of a log mean, with the details that the log has. Thread-safe.
 *
 * @param see     documents in the repository
 * @param sources what the explanation was taken from
 */
public record Explanation(String id, Alignment alignment, String title, List<String> text, List<String> fix,
                          List<String> see, List<String> sources) {

    /** Whether a misaligned access is the cause. */
    public enum Alignment {
        YES, NO,
        /** The log does not tell; the text says what would. */
        OPEN,
        /** The JDK or a library refused the access, so nothing can have torn. */
        REFUSED,
        /** A setting or a remark, which tells of no event. */
        NONE;

        /** Whether this answers the question. */
        public boolean definite() {
            return this != OPEN && this != NONE;
        }

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }
}
