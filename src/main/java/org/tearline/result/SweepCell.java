package org.tearline.result;

import java.util.List;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.WriteMode;
import org.tearline.result.file.CellReason;
import org.tearline.result.file.PlacementClass;

/**
 * What one trial of a sweep came to, as the journal keeps it. Immutable.
 *
 * @param seams  tears per seam, indexed by seam
 * @param reason why it is neither torn nor none; else null
 * @param nanos  counting time
 */
public record SweepCell(PlacementClass placement, Memory memory, WriteMode write, ReadMode read, Tier tier, int offset,
                        Counts counts, List<Long> seams, List<Witness> witnesses, CellReason reason,
                        List<StressorUse> stressors, long nanos, boolean pinned) {

    /** What makes this trial another one than all others of its sweep. */
    public String key() {
        return placement + "/" + memory + "/" + write + "/" + read + "/" + tier + "/" + offset;
    }
}
