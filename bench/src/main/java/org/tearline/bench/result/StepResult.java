// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import java.util.List;

/** Holds what one step of a run brought, as it is kept between runs. Immutable. */
public record StepResult(List<Cell> cells, List<LeftOut> leftOut, List<Layout> layouts, List<Verdict> verdicts) {
    /** Refuses absent elements. */
    public StepResult {
        cells = List.copyOf(cells);
        leftOut = List.copyOf(leftOut);
        layouts = List.copyOf(layouts);
        verdicts = List.copyOf(verdicts);
    }

    /** Measurements alone. */
    public static StepResult of(List<Cell> cells) {
        return new StepResult(cells, List.of(), List.of(), List.of());
    }

    /** Nothing but the reason. */
    public static StepResult leftOut(String group, String what, Reason reason, String why) {
        return new StepResult(List.of(), List.of(new LeftOut(group, what, reason, why)), List.of(), List.of());
    }
}
