// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import java.util.Arrays;

/** The values that share bytes with one. Read without a lock; changed under that of the value. */
final class Overlapping<T> {
    private final T[] none;
    private volatile T[] values;

    /** @param none an empty array */
    Overlapping(T[] none) {
        this.none = none;
        this.values = none;
    }

    T[] values() {
        return values;
    }

    /** Returns false if the value is there already. */
    boolean add(T value) {
        int known = values.length;
        if (position(value) < known) {
            return false;
        }
        T[] more = Arrays.copyOf(values, known + 1);
        more[known] = value;
        values = more;
        return true;
    }

    void remove(T value) {
        int position = position(value);
        if (position < values.length) {
            T[] less = Arrays.copyOf(values, values.length - 1);
            System.arraycopy(values, position + 1, less, position, less.length - position);
            values = less;
        }
    }

    void clear() {
        values = none;
    }

    /** Returns the number of values if this one is not among them. */
    private int position(T value) {
        int position = 0;
        while (position < values.length && values[position] != value) {
            position++;
        }
        return position;
    }
}
