// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Locale;

/** The one word that a trial ends with, and that a cell of a file came to. Immutable. */
public enum Verdict {
    /** At least one torn value with a legal seam; it proves itself. */
    TORN,
    /** No tear in enough changes, by a reader that was shown to see tears. */
    NONE,
    /** Nothing can be said; the reason tells why. */
    INCONCLUSIVE,
    /** The API does not allow the access, or the user does not allow the trial. */
    REFUSED,
    /** The access killed or broke the JVM that made it. */
    FAULT;

    /** The word as result files have it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The word as the answer to one question has it. */
    public String answer() {
        return this == NONE ? "none-seen" : toString();
    }
}
