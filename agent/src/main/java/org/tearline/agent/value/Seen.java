// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

/**
 * What a read saw.
 *
 * @param bits the smaller of the number and that with reversed bytes, since a program may read in both orders
 */
record Seen(long bits, int bytes, boolean wroteAlone) {
    static Seen of(long read, int bytes, boolean wroteAlone) {
        int unused = Long.SIZE - bytes * Byte.SIZE;
        long forward = read << unused >>> unused;
        return new Seen(Math.min(forward, Long.reverseBytes(forward) >>> unused), bytes, wroteAlone);
    }

    boolean showsChange(Seen before) {
        return wroteAlone == before.wroteAlone && bytes == before.bytes && bits != before.bits;
    }
}
