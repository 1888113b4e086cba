package org.tearline.published;

import java.util.List;
import org.tearline.plan.PlacementClass;

/**
 * One pair of CPUs that was used, by its class, with the controls that ran on it. Immutable.
 *
 * @param name     the class of the pair
 * @param pinned   whether both threads were found on their CPUs throughout
 * @param controls one per tier that was tried there
 */
public record PlacementRecord(PlacementClass name, boolean pinned, List<ControlRecord> controls) {
    /** Absent controls are none. */
    public PlacementRecord {
        controls = controls == null ? List.of() : List.copyOf(controls);
    }
}
