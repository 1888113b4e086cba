// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** The number of processes that the threads of a trial run in. */
public enum Processes {
    ONE,
    /** The readers have a process of their own, which maps the same file at another address. */
    TWO;

    public static Processes of(int count) {
        if (count < 1 || count > values().length) {
            throw new IllegalArgumentException(count + " processes");
        }
        return values()[count - 1];
    }

    public int count() {
        return ordinal() + 1;
    }

    @Override
    public String toString() {
        return String.valueOf(count());
    }
}
