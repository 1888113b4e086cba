package org.tearline.kernel;

/** Where one reader stands and what it has counted. Used by one thread at a time. */
public final class ReadTally {
    /** What was read last. */
    public long last;
    /** Reads done. */
    public long reads;
    /** Reads that returned another value than the read before. */
    public long changes;
    /** Torn values that a locked compare-and-set found in memory. */
    public long confirmed;
    /** The torn values of the last batch in pairs: what was read before, what was seen. */
    public final long[] torn;

    /**
     * Creates a tally.
     *
     * @param batch the largest batch that will be run; each read can keep one torn value
     */
    public ReadTally(int batch) {
        torn = new long[2 * batch];
    }
}
