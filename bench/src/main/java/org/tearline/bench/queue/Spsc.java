// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

/** A bounded queue of checksummed numbers for one producer and one consumer. */
interface Spsc {
    int CAPACITY = 1 << 15;
    long EMPTY = -1;
    /** A message with a wrong checksum. */
    long GARBLED = -2;

    /** Returns false if the queue is full. */
    boolean offer(long number);

    /** Returns the next number, {@link #EMPTY} or {@link #GARBLED}. */
    long poll();

    /** Returns how often the producer's counter decreased; called by the consumer. */
    default long torn() {
        return 0;
    }
}
