// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Says why a row was not measured, for programs that read the file; the schema lists the same words. Immutable. */
public enum Reason {
    /** It needs more CPUs than there are. */
    CPUS,
    /** The JDK throws for the access. */
    REFUSED,
    /** The access faults on this architecture. */
    FAULTS,
    /** The user said --no-split-locks. */
    FORBIDDEN,
    /** The kernel slows split locks down. */
    SLOWED,
    /** Only a longer run measures it. */
    SHORT_RUN,
    /** There is no such thing here. */
    IMPOSSIBLE,
    /** It was tried, and its process failed. */
    FAILED;

    /** Returns the word in the file. */
    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
