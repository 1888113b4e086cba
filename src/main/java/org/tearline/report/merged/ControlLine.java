package org.tearline.report.merged;

import org.tearline.published.ControlCount;
import org.tearline.published.ControlRecord;
import org.tearline.published.ResultFile;
import org.tearline.published.SeriesTier;

/**
 * All controls of one tier on a CPU model together. Immutable.
 *
 * @param aligned an aligned long: must not tear
 */
public record ControlLine(SeriesTier tier, ControlCount aligned) {

    static ControlLine of(ControlRecord control) {
        return new ControlLine(control.tier(), control.aligned());
    }

    ControlLine plus(ControlLine other) {
        return new ControlLine(tier, plus(aligned, other.aligned));
    }

    private static ControlCount plus(ControlCount a, ControlCount b) {
        return new ControlCount(ResultFile.sum(a.runs(), b.runs()), ResultFile.sum(a.failed(), b.failed()),
            ResultFile.sum(a.changes(), b.changes()), ResultFile.sum(a.torn(), b.torn()));
    }
}
