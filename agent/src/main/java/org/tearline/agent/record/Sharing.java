// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

/** How threads share a value, judging by the watched accesses. The constants are in order of increasing danger. */
public enum Sharing {
    NONE("oneThread", ""),
    /** From the first access of a second thread on, every access was an atomic update. */
    LOCKED("locked", "always locked"),
    /**
     * All writes came before a second thread touched the value, and were passed on if the agent follows that; or none
     * was seen, and its bytes never changed.
     */
    PUBLISHED_ONCE("publishedOnce", "published once (as far as observed)"),
    /** Between any two conflicting accesses of two threads, the first thread passed the value on to the second. */
    HANDED_OVER("handedOver", "handed over (as far as observed)"),
    /** Every sampled access was made under the same lock, except perhaps those of the last thread. */
    GUARDED("guarded", "guarded by a lock (as far as sampled)"),
    /** No thread read what another had written. */
    RECYCLED("recycled", "recycled (as far as observed)"),
    /** The threads used the value one after another, but nothing that was watched passed it on. */
    IN_TURN("inTurn", "used in turn, but nothing that was watched passed it on"),
    /** One thread only read the value, and its bytes changed, although no watched access wrote them. */
    CHANGED("changed", "changed by nobody that was watched"),
    UNSEEN_WRITER("unseenWriter", ""),
    UNSEEN_READER("unseenReader", ""),
    COMMUNICATED("communicated", "");

    private final String field;
    private final String words;

    Sharing(String field, String words) {
        this.field = field;
        this.words = words;
    }

    /** Name of the count in the report. */
    public String field() {
        return field;
    }

    @Override
    public String toString() {
        return words;
    }
}
