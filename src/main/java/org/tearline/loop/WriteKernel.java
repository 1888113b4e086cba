// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/** A compiled loop of stores. One instance may be run by several writer threads, each with its own tally. */
public interface WriteKernel {

    /** Stores the values of a table over and over; one that could not be stored is tried again. */
    void run(Target target, long[] table, int count, WriteTally tally);
}
