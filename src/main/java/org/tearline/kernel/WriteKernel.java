package org.tearline.kernel;

/** A compiled loop of stores. One instance may be run by several writer threads, each with its own tally. */
public interface WriteKernel {

    /**
     * Stores the values of a table one after the other; one that could not be stored is tried again.
     *
     * @param position address or index of the value
     * @param first    address of a free byte in the line of the value's first byte
     * @param second   address of a free byte in the line of its last byte
     * @param apart    address of zeros in a line that has nothing to do with the value
     * @param table    the values to store, over and over
     * @param count    how many stores to try
     * @param tally    where the writer stands; updated once, at the end
     */
    void run(long position, long first, long second, long apart, long[] table, int count, WriteTally tally);
}
