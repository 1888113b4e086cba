// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/** A compare-and-set of a value to itself, which asks whether memory holds it. Called by every reader thread. */
public abstract class CasAccess {

    /**
     * Returns whether memory held exactly this value at a locked instant. It is stored back, so nothing changes.
     *
     * @param width    bytes of the value, a constant of the loop
     * @param base     what the position counts from, a constant of the loop
     * @param position address or index of the first byte, aligned or not
     */
    abstract boolean holds(int width, Object base, long position, long value);
}
