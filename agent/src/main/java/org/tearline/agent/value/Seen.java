// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

/**
 * What a read saw.
 *
 * @param bits the smaller of the number and that with reversed bytes, since a program may read in both orders
 */
record Seen(long bits, int bytes, boolean wroteAlone) {
    /** @param bits of the number that was read; those beyond its width do not matter */
    Seen {
        int unused = Long.SIZE - bytes * Byte.SIZE;
        bits = bits << unused >>> unused;
        bits = Math.min(bits, Long.reverseBytes(bits) >>> unused);
    }

    boolean showsChange(Seen before) {
        return wroteAlone == before.wroteAlone && bytes == before.bytes && bits != before.bits;
    }
}
