// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import static org.tearline.agent.value.History.UNSURE;

/** What is known of how threads share a value. The constants are in order of increasing danger. */
public enum Evidence {
    ONE_THREAD("oneThread", null),
    /** Of any two conflicting accesses of two threads, one happened before the other. */
    ORDERED("ordered", null),
    /** From the first access of a second thread on, every access was an atomic update. */
    LOCKED("locked", null),
    /** What might have ordered two accesses was forgotten, for lack of room. */
    TABLE_FULL("unknown", "table-full"),
    /** A read was not ordered, but a sequence lock may have guarded it, whose word had not changed or is not known. */
    UNVALIDATED("unknown", "unvalidated"),
    /** The bytes changed, although no watched access wrote them. */
    UNSEEN_WRITER("unknown", "unseen-writer"),
    /** Two threads made conflicting accesses, neither of which happened before the other. */
    UNORDERED("unordered", null);

    private final String field;
    private final String why;

    Evidence(String field, String why) {
        this.field = field;
        this.why = why;
    }

    /** Returns the more dangerous one of both. */
    Evidence orWorse(Evidence other) {
        return compareTo(other) > 0 ? this : other;
    }

    /** Returns what is known of an access with these bytes, see {@link History#UNSURE}. */
    Evidence of(int bytes) {
        return this == UNORDERED && (bytes & UNSURE) != 0 ? UNVALIDATED : this;
    }

    /** Name of the count in the report. */
    public String field() {
        return field;
    }

    /** Reason why the order is unknown, as in the report; null for other evidence. */
    public String why() {
        return why;
    }
}
