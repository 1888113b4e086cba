// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.tearline.trial.Width;

/** A loop of stores. Several threads may share an instance, each with its own tally. */
public interface WriteKernel {

    /** Attempts {@code count} stores of the values of a table in turn, and repeats those that fail. */
    void run(Target target, long[] table, int count, WriteTally tally);

    /** Stores a zero once, to find out whether the access is possible. */
    default void tryOnce(Target target, Width width) {
        run(target, new long[width.words()], 1, new WriteTally());
    }

    /** The state and counts of a writer. Not thread-safe. */
    final class WriteTally {
        /** The value stored last, or found after a failed store. */
        public long last;
        /** Index in the table of the value to store next. */
        public int next;
        /** Attempts, including failed ones. */
        public long writes;
        /** Attempts of a compare-and-set or getAndAdd that found another value than {@link #last}. */
        public long failed;
    }
}
