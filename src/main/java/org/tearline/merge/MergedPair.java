// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.List;
import java.util.SortedMap;
import java.util.function.Predicate;
import org.tearline.plan.Alignment;
import org.tearline.plan.Memory;
import org.tearline.published.Series;

/**
 * A row of a CPU model: every offset that somebody tried. Immutable.
 *
 * @param memories  through which APIs the bytes were reached
 * @param cells     ascending by offset
 * @param seams     tears per seam, of all offsets
 * @param witnesses at most one per offset
 */
public record MergedPair(Pair pair, List<Memory> memories, List<MergedCell> cells, SortedMap<Integer, Long> seams,
                         List<Series.Tear> witnesses) {

    /** The same with some of its cells; seams and witnesses stay those of all. */
    public MergedPair only(Predicate<MergedCell> some) {
        return new MergedPair(pair, memories, cells.stream().filter(some).toList(), seams, witnesses);
    }

    /** Returns the cells at one placement. */
    public List<MergedCell> at(Alignment placement) {
        return cells.stream().filter(cell -> cell.placement() == placement).toList();
    }
}
