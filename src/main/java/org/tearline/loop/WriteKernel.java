// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/** A compiled loop of stores. One instance may be run by several writer threads, each with its own tally. */
public interface WriteKernel {

    /** Stores the values of a table over and over; one that could not be stored is tried again. */
    void run(Target target, long[] table, int count, WriteTally tally);

    /** Where one writer stands and what it has counted. Not thread-safe. */
    final class WriteTally {
        /** What this writer stored last, or found when it could not store. */
        public long last;
        /** Index of the generation to store next. */
        public int next;
        public long writes;
        public long failed;
    }
}
