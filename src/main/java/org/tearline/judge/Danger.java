// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Collections;
import java.util.List;
import org.tearline.trial.LowerCase;

/** How dangerous a value is, most dangerous first. */
public enum Danger {
    TEARS("shared, and torn on a measured CPU or by the JVM"),
    FAULTS("faults or may fault at an access, whoever shares it"),
    MAY_TEAR("shared, and not promised to be whole"),
    UNKNOWN("not whole on every CPU if shared, which the agent could not tell"),
    LOCKED("shared, and whole on x86-64 as long as every access locks"),
    PROMISED("shared, and promised to be whole"),
    GUARDED("always accessed under one lock, as far as the agent could tell"),
    HANDED_OVER("handed over from thread to thread, as far as the agent could tell"),
    PUBLISHED_ONCE("published once: not written after a second thread touched it, as far as the agent could tell"),
    ONE_THREAD("touched by one thread, as far as the agent could tell");

    private final String words;

    Danger(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** Whether the program needs a fix. */
    public boolean isError() {
        return this == TEARS || this == FAULTS || this == MAY_TEAR;
    }

    /** Whether a baseline may accept it with a reason. */
    boolean mayBeAccepted() {
        return isError() || this == UNKNOWN;
    }

    /** Whether an access that is missing from the report could refute it. */
    public boolean needsAllAccesses() {
        return compareTo(GUARDED) >= 0;
    }

    static Danger worse(Danger a, Danger b) {
        return Collections.min(List.of(a, b));
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
