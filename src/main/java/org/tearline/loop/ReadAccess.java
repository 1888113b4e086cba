// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/**
 * One way to read a value of any width. An abstract class and not an interface, so that C1 binds the call on a constant
 * receiver. Called by every reader thread; implementations hold no mutable state.
 */
public abstract class ReadAccess {

    /**
     * Reads the value.
     *
     * @param width    bytes of the value, a constant of the loop
     * @param base     what the position counts from, a constant of the loop
     * @param position address or index of the first byte, aligned or not
     * @param last     what was read before; a compare-and-exchange offers it as expected and as new value
     * @return all bytes of the value, as this access sees them; those above its width are of no account
     */
    abstract long read(int width, Object base, long position, long last);
}
