// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

/**
 * Reads of a thread that it may still throw away, since the word of a sequence lock shows that they were not valid.
 * Used by that thread only.
 */
public interface Reads {
    /** Called before the thread passes anything on: the reads count. */
    void commit();

    /** Called before an acquire fence, after which the thread may know more. */
    void fence();

    /**
     * Called after a read of a word in code with fences.
     *
     * @param strong  whether the read has a memory order
     * @param written whether any thread has written the word
     */
    void word(long key, long value, boolean strong, boolean written);
}
