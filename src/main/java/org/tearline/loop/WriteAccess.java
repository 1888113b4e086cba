// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/**
 * One way to store a value of any width. An abstract class and not an interface, so that C1 binds the call on a
 * constant receiver. Called by every writer thread; implementations hold no mutable state.
 */
public abstract class WriteAccess {

    /**
     * Stores a value; returns whether it was stored, for a compare-and-set can fail. Width, base and position are those
     * of {@link ReadAccess#read}.
     *
     * @param last what this writer stored last; only read-modify-writes look at it
     */
    abstract boolean write(int width, Object base, long position, long last, long next);
}
