// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/**
 * One way to store a value of any width. An abstract class and not an interface, so that C1 binds the call on a
 * constant receiver. Called by every writer thread; implementations hold no mutable state.
 */
public abstract class WriteAccess {

    /**
     * Stores a value.
     *
     * @param width    bytes of the value, a constant of the loop
     * @param base     what the position counts from, a constant of the loop
     * @param position address or index of the first byte, aligned or not
     * @param last     what this writer stored last; only read-modify-writes look at it
     * @param next     what to store
     * @return whether the value was stored; only a compare-and-set can fail
     */
    abstract boolean write(int width, Object base, long position, long last, long next);
}
