package org.tearline.kernel;

/** A compiled loop of reads. One instance may be run by several reader threads, each with its own tally. */
public interface ReadKernel {

    /**
     * Reads {@code count} times and keeps every torn value.
     *
     * @param position   address or index of the value
     * @param first      address of a free byte in the line of the value's first byte
     * @param second     address of a free byte in the line of its last byte
     * @param apart      address of zeros in a line that has nothing to do with the value
     * @param candidates torn values to ask for in turn, at least one; only the cas reader looks at them
     * @param count      how many reads
     * @param tally      where the reader stands; updated once, at the end
     * @return how many torn values were kept in the tally
     */
    int run(long position, long first, long second, long apart, long[] candidates, int count, ReadTally tally);
}
