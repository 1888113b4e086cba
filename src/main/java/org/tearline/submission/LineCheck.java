// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tearline.plan.Crossing;
import org.tearline.plan.Geometry;
import org.tearline.platform.MeasuredLine;
import org.tearline.platform.MeasuredLine.Point;
import org.tearline.platform.MeasuredLine.Step;
import org.tearline.published.Costs;

/** Tells whether a line can have been measured as a file of costs says. Pure. Thread-safe. */
final class LineCheck {
    /** Holds what locks the other side of each write. */
    private static final Map<String, String> READS = Map.of("ordered", "exchange", "cas", "volatile");

    /** Pairs of lines are fetched together, and four sectors of some. */
    private static final int MOST_LINES = 4;

    private LineCheck() {
    }

    static void check(Costs.Line line, Geometry geometry, Findings findings) {
        MeasuredLine cost = line.cost();
        if ((cost.coherence() == null) != (cost.pair() == null)) {
            findings.add(ValidationRule.COSTS, "/costs/line", "two threads measure both, neighbours and pairs");
        }
        if (cost.coherence() != null && cost.pair() != null) {
            checkStep(cost.coherence(), true, "/costs/line/cost/coherence", findings);
            checkSize(cost.coherence(), geometry.lineBytes(), findings);
            checkStep(cost.pair(), true, "/costs/line/cost/pair", findings);
        }
        checkStep(cost.store(), false, "/costs/line/cost/store", findings);
        checkStep(cost.load(), false, "/costs/line/cost/load", findings);
        Set<String> trials = new HashSet<>();
        for (Costs.Asked asked : line.tester()) {
            String trial = asked.write() + "/" + asked.read() + " at " + asked.offset();
            String where = "/costs/line/tester: " + trial;
            CostCheck.checkAnswer(asked, where, findings);
            if (!trials.add(trial)) {
                findings.add(ValidationRule.COSTS, where, "is listed twice");
            }
            int boundary = asked.offset() + Long.BYTES / 2;
            if (!asked.read().equals(READS.get(asked.write())) || Integer.bitCount(boundary) != 1
                || boundary < Long.BYTES
                || geometry.crossing(asked.offset(), Long.BYTES) == Crossing.PAGE || boundary > geometry.lineBytes()) {
                findings.add(ValidationRule.COSTS, where, "no such trial tells where a line is");
            }
        }
    }

    /** Neighbours may disturb each other beyond what the system calls a line, but no CPU has shorter ones than told. */
    private static void checkSize(Step coherence, int told, Findings findings) {
        if (coherence.found() && coherence.index() < coherence.points().size()
            && (coherence.bytes() < told || coherence.bytes() > MOST_LINES * told)) {
            findings.add(ValidationRule.COSTS, "/costs/line/cost/coherence", "a line of " + coherence.bytes()
                + " bytes beside lineBytes " + told);
        }
    }

    /** All points before a step lie on one side of all behind it. */
    private static void checkStep(Step step, boolean dearFirst, String where, Findings findings) {
        List<Point> points = step.points();
        for (int i = 0; i < points.size(); i++) {
            Point point = points.get(i);
            if (point.lowPicos() > point.medianPicos() || point.medianPicos() > point.highPicos()) {
                findings.add(ValidationRule.COSTS, where + " at " + point.bytes(), "a median of "
                    + point.medianPicos() + " ps between " + point.lowPicos() + " and " + point.highPicos());
            }
            if (i > 0 && point.bytes() <= points.get(i - 1).bytes()) {
                findings.add(ValidationRule.COSTS, where, point.bytes() + " bytes after "
                    + points.get(i - 1).bytes());
            }
        }
        if (step.agreeing() > step.repeats() || step.index() >= points.size()) {
            findings.add(ValidationRule.COSTS, where, step.agreeing() + " of " + step.repeats() + " repeats at point "
                + step.index() + " of " + points.size());
        } else if (step.found() && !Step.parts(points, step.index(), dearFirst)) {
            findings.add(ValidationRule.COSTS, where, "its times have no step at " + step.bytes() + " bytes");
        }
    }
}
