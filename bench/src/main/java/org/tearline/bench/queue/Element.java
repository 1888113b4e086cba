// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

/**
 * What goes through a queue of references: a number and its checksum. The producer fills it before it hands it over,
 * the consumer reads it afterwards; only the queue orders the two.
 */
final class Element {
    /** An odd number with bits all over, so that the checksums of neighbours differ in every byte. */
    private static final long MIX = 0x9E3779B97F4A7C15L;
    /** Makes the checksum of 0 another number than 0, which unwritten memory holds. */
    private static final long NEVER_ZERO = 0x5DEECE66D1234567L;
    private static final int TURN = 29;

    private long number;
    private long checksum;

    static long checksum(long number) {
        return Long.rotateLeft(number * MIX, TURN) ^ NEVER_ZERO;
    }

    static long checked(long number, long checksum) {
        return number >= 0 && checksum == checksum(number) ? number : Spsc.GARBLED;
    }

    long read() {
        return checked(number, checksum);
    }

    /**
     * Elements to hand over in turn. Twice the queue's capacity, so that the consumer has read an element before it is
     * filled again.
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
