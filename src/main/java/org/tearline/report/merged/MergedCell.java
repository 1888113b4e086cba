package org.tearline.report.merged;

import org.tearline.plan.Placement;

/**
 * One offset of a write and read on one CPU model, over all reports. Immutable.
 *
 * @param torn      torn values of all runs
 * @param changes   changes of all runs: what {@code torn} is counted in
 * @param tornVotes submitters who saw a tear
 * @param votes     submitters who came to torn, none or fault
 */
public record MergedCell(int offset, Placement placement, Seen seen, long torn, long changes, int tornVotes,
                         int votes) {

    /** Whether anybody saw a tear. */
    public boolean tore() {
        return torn > 0;
    }
}
