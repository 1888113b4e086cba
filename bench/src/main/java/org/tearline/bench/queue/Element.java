// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

/**
 * Holds what goes through a queue of references: a number and its checksum. The producer fills it before it hands it
 * over, the consumer reads it afterwards; the queue alone orders the two.
 */
final class Element {
    /** An odd number with bits all over, so that neighbours differ in every byte. */
    private static final long MIX = 0x9E3779B97F4A7C15L;
    /** Of 0 too the checksum is not 0: memory that nobody wrote is no element. */
    private static final long NEVER_ZERO = 0x5DEECE66D1234567L;
    private static final int TURN = 29;

    long sequence;
    long checksum;

    void fill(long number) {
        sequence = number;
        checksum = checksum(number);
    }

    static long checksum(long sequence) {
        return Long.rotateLeft(sequence * MIX, TURN) ^ NEVER_ZERO;
    }

    /**
     * Elements to hand over in turn. Twice as many as the queue has room for: when one comes up again, the consumer has
     * long read it.
     */
    static Element[] pool() {
        Element[] pool = new Element[2 * Spsc.CAPACITY];
        for (int i = 0; i < pool.length; i++) {
            pool[i] = new Element();
        }
        return pool;
    }
}
