// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

/** A queue of one producer and one consumer, whose elements carry a number and its checksum. */
interface Spsc {
    /** As in the published ablation; with 16 bytes to an element half of a second-level cache of 1 MB. */
    int CAPACITY = 1 << 15;

    /** Puts the element of this number in; false if there is no room. The producer's thread only. */
    boolean offer(long sequence);

    /** Takes an element out; false if there is none. The consumer's thread only. */
    boolean poll(Received received);

    /** Returns what was seen of its counters; asked when both threads have ended. */
    default TornCounter torn() {
        return TornCounter.NONE;
    }
}
