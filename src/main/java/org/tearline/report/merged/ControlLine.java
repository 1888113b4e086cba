package org.tearline.report.merged;

import org.tearline.result.file.ControlCount;
import org.tearline.result.file.ControlRecord;
import org.tearline.result.file.SeriesTier;

/**
 * All controls of one tier on a CPU model together. Immutable.
 *
 * @param positive a long stored in halves
 * @param negative an aligned long
 */
public record ControlLine(SeriesTier tier, ControlCount positive, ControlCount negative) {

    static ControlLine of(ControlRecord control) {
        return new ControlLine(control.tier(), control.positive(), control.negative());
    }

    ControlLine plus(ControlLine other) {
        return new ControlLine(tier, plus(positive, other.positive), plus(negative, other.negative));
    }

    private static ControlCount plus(ControlCount a, ControlCount b) {
        return new ControlCount(a.runs() + b.runs(), a.failed() + b.failed(), a.changes() + b.changes(),
            a.torn() + b.torn());
    }
}
