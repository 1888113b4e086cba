package org.tearline.result;

import org.tearline.plan.PlacementClass;
import org.tearline.plan.Tier;

/** One run of the aligned control during a sweep: it must not tear. Immutable. */
public record SweepControls(PlacementClass placement, Tier tier, Control aligned) {
}
