// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

/** A word that may be the version of a sequence lock, as one thread read it last. Used by that thread only. */
public final class Word {
    /** 0 once the thread has forgotten the word. */
    public long key;
    public long value;

    public Word(long key) {
        this.key = key;
    }
}
