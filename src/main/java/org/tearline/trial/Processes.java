// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** In how many processes the threads of a trial are. Immutable. */
public enum Processes {
    ONE,
    /** The readers are in a process of their own, which has mapped the same file at an address of its own. */
    TWO;

    /**
     * So many processes.
     *
     * @throws IllegalArgumentException if it is neither one nor two
     */
    public static Processes of(int count) {
        if (count < 1 || count > values().length) {
            throw new IllegalArgumentException(count + " processes");
        }
        return values()[count - 1];
    }

    /** Returns how many. */
    public int count() {
        return ordinal() + 1;
    }

    /** Returns the number, as the user types it. */
    @Override
    public String toString() {
        return String.valueOf(count());
    }
}
