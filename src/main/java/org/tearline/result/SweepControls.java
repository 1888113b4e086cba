package org.tearline.result;

import org.tearline.plan.Tier;
import org.tearline.result.file.PlacementClass;

/** One run of the controls during a sweep. Immutable. */
public record SweepControls(PlacementClass placement, Tier tier, Control positive, Control negative) {
}
