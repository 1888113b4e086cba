// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

/**
 * An element of a queue of references: a number with a checksum. Ordering between the producer's writes and the
 * consumer's reads depends on the queue alone.
 */
final class Element {
    /** Odd, with well-distributed bits, so that the checksums of successive numbers differ in every byte. */
    private static final long MIX = 0x9E3779B97F4A7C15L;
    /** Makes the checksum of 0 differ from 0, the content of unwritten memory. */
    private static final long NEVER_ZERO = 0x5DEECE66D1234567L;
    /** Moves the upper bits, which depend on all bits of the number, to the lower half. */
    private static final int TURN = 29;

    private long number;
    private long checksum;

    static long checksum(long number) {
        return Long.rotateLeft(number * MIX, TURN) ^ NEVER_ZERO;
    }

    /** Returns the number, or {@link Spsc#GARBLED} if the checksum is wrong. */
    static long checked(long number, long checksum) {
        return number >= 0 && checksum == checksum(number) ? number : Spsc.GARBLED;
    }

    long read() {
        return checked(number, checksum);
    }

    /**
     * Reuses elements in turn. The pool has twice the queue's capacity, so that no element is refilled before the
     * consumer has read it.
     */
    static final class Pool {
        private final Element[] elements = new Element[2 * Spsc.CAPACITY];

        Pool() {
            for (int i = 0; i < elements.length; i++) {
                elements[i] = new Element();
            }
        }

        Element filled(long number) {
            Element element = elements[(int) number & elements.length - 1];
            element.number = number;
            element.checksum = checksum(number);
            return element;
        }
    }
}
