// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/** A compiled loop of stores. One instance may be run by several writer threads, each with its own tally. */
public interface WriteKernel {

    /**
     * Stores the values of a table one after the other; one that could not be stored is tried again.
     *
     * @param target where the value is, and what stressors may touch
     * @param table  the values to store, over and over
     * @param count  how many stores to try
     * @param tally  where the writer stands; updated once, at the end
     */
    void run(Target target, long[] table, int count, WriteTally tally);
}
