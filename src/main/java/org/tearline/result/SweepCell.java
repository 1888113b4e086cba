package org.tearline.result;

import java.util.ArrayList;
import java.util.List;
import org.tearline.plan.Memory;
import org.tearline.plan.PlacementClass;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;

/**
 * What one trial of a sweep came to, as the journal keeps it. Immutable.
 *
 * @param seams           tears per seam, indexed by seam
 * @param planted         how many planted tears were found
 * @param reason          why it is neither torn nor none; else null
 * @param nanos           counting time
 * @param discardedSlices slices thrown away because code was taken out of use
 */
public record SweepCell(PlacementClass placement, Memory memory, WriteMode write, ReadMode read, Tier tier, int offset,
                        Counts counts, List<Long> seams, List<Witness> witnesses, Planted planted, CellReason reason,
                        List<StressorUse> stressors, long nanos, boolean pinned, long discardedSlices) {

    /** The same cell with what another trial of it came to; the later one says whether there is still a doubt. */
    public SweepCell plus(SweepCell later) {
        List<Long> both = new ArrayList<>(seams.size() > later.seams.size() ? seams : later.seams);
        List<Long> other = seams.size() > later.seams.size() ? later.seams : seams;
        for (int i = 0; i < other.size(); i++) {
            both.set(i, both.get(i) + other.get(i));
        }
        return new SweepCell(placement, memory, write, read, tier, offset, counts.plus(later.counts), both,
            witnesses.isEmpty() ? later.witnesses : witnesses, planted.plus(later.planted), later.reason,
            StressorUse.sum(stressors, later.stressors), nanos + later.nanos, pinned && later.pinned,
            discardedSlices + later.discardedSlices);
    }

    /** The same cell with another reason. */
    public SweepCell with(CellReason newReason) {
        return new SweepCell(placement, memory, write, read, tier, offset, counts, seams, witnesses, planted, newReason,
            stressors, nanos, pinned, discardedSlices);
    }

    /** The trial of this cell. */
    public TrialSpec trial(long seed) {
        return new TrialSpec(memory, Width.LONG, offset, write, read, 1, 1, tier, seed);
    }

    /** What makes this trial another one than all others of its sweep. */
    public String key() {
        return placement + "/" + memory + "/" + write + "/" + read + "/" + tier + "/" + offset;
    }
}
