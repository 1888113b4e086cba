// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/**
 * A mode of reading and storing shorts, ints and longs; some modes only read or only store. This is an abstract
 * class because C1 does not bind an interface call on a constant receiver statically. Thread-safe; implementations
 * have no mutable state.
 */
public abstract class Access {

    /**
     * Stores a value.
     *
     * @param width    bytes of the value; constant within a loop
     * @param base     the object that the position is relative to, null for an address; constant within a loop
     * @param position address, index or offset of the first byte, at any alignment
     * @param last     the value that memory should contain; only compare-and-set and getAndAdd use it
     * @return false if a compare-and-set or getAndAdd found another value; getAndAdd has added nevertheless
     */
    boolean write(int width, Object base, long position, long last, long next) {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads a value. Width, base and position are as in {@link #write}.
     *
     * @param last the value read before, which a compare-and-exchange both expects and stores, and which a guarded
     *             read returns after too many attempts
     * @return the value; bits above its width are undefined
     */
    long read(int width, Object base, long position, long last) {
        throw new UnsupportedOperationException();
    }
}
