// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

/** A bounded queue of numbers with checksums, for one producer thread and one consumer thread. */
interface Spsc {
    int CAPACITY = 1 << 15;
    /** From an empty queue. */
    long EMPTY = -1;
    /** A message whose checksum is wrong. */
    long GARBLED = -2;

    /** False if the queue is full. */
    boolean offer(long number);

    /** The next number, {@link #EMPTY} or {@link #GARBLED}. */
    long poll();

    /** How often the consumer read a producer's counter that had gone back; for the consumer's thread. */
    default long torn() {
        return 0;
    }
}
