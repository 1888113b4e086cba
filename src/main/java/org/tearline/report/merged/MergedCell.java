// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.merged;

import java.util.List;
import org.tearline.plan.Placement;
import org.tearline.plan.ReadMode;
import org.tearline.published.Strength;
import org.tearline.published.Strength.Worth;
import org.tearline.result.CellReason;
import org.tearline.result.Planted;
import org.tearline.result.Rate;
import org.tearline.result.Silence;

/**
 * One offset of a write and read on one CPU model, over all reports. Immutable.
 *
 * @param worth     what the silence is worth; null unless none was seen
 * @param rate      how often a change was torn, with the spread between memories and files
 * @param torn      torn values of all runs
 * @param changes   what {@code torn} is counted in: of the runs that saw it torn or silent, if there are any
 * @param planted   planted tears of the same runs
 * @param reasons   why there is no answer, or not the same from all; empty where there is one
 * @param firstTornNanos the shortest counting time up to a first tear that a file tells; null where none does
 * @param tornVotes submitters who saw a tear
 * @param votes     submitters who came to torn, none or fault
 */
public record MergedCell(int offset, Placement placement, Seen seen, Worth worth, Rate rate, long torn, long changes,
                         Planted planted, List<CellReason> reasons, Long firstTornNanos, int tornVotes, int votes) {
    /** Whether more planted tears were found than any even sampling explains; older files doubled a cas reader's. */
    static boolean plantedTooOften(Planted planted, ReadMode read) {
        return (read == ReadMode.CAS ? new Planted(planted.found() / 2, planted.expected()) : planted).tooOften();
    }

    /** How strong the silence is; null unless none was seen. */
    public Strength strength() {
        return worth == null ? null : worth.strength();
    }

    /** Whether anybody saw a tear. */
    public boolean tore() {
        return torn > 0;
    }

    /** The rate of tears per change that the silence excludes at 95 %; null unless none was seen. */
    public Double bound95() {
        return seen.none() && changes > 0 ? Silence.RULE_OF_THREE / changes : null;
    }
}
