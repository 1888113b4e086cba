// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/** A compiled loop of reads. One instance may be run by several reader threads, each with its own tally. */
public interface ReadKernel {

    /**
     * Reads {@code count} times and keeps every torn value.
     *
     * @param candidates torn values to ask for in turn, at least one; only the cas reader looks at them
     * @param tally      updated once, at the end
     * @return how many torn values were kept in the tally
     */
    int run(Target target, long[] candidates, int count, ReadTally tally);
}
