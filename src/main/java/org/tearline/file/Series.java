// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Planted;
import org.tearline.verdict.Seen;
import org.tearline.verdict.StressorUse;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.Witness;

/**
 * One write and read in one memory, placement and tier, over many offsets. The lists of counts have one element per
 * offset.
 *
 * @param processes       1, or 2 if writer and reader ran in different processes
 * @param across          the boundary that the locked long of a one-sided series crosses, in bytes from the base; null
 *                        for the vector's own middle and for all other series
 * @param offsets         ascending, in bytes from a page-aligned base
 * @param changes         reads that returned a different value from the previous read, without planted values
 * @param plantedExpected planted tears that the reader should have found
 * @param seams           tears by torn offset and seam
 * @param lowNew          tears whose bytes below the seam are newer, by the same keys
 * @param highNew         tears whose bytes above the seam are newer, by the same keys
 * @param firstTornNanos  counting time until the first tear with a witness, in nanoseconds, by torn offset; absent in
 *                        older files
 * @param notes           states that do not follow from the counts, and reasons of weak negative results
 * @param witnesses       up to {@link #MAX_WITNESSES} tears with their bytes
 * @param calibration     the yields of the best stressors across a line
 * @param stressors       changes and tears with each stressor at the offsets inside a line; absent in older files
 */
public record Series(Memory memory, int widthBytes, int processes, WriteMode write, ReadMode read,
                     CpuDistance placement, Tier tier, Integer across, Totals totals,
                     List<Integer> offsets,
                     List<Long> changes, List<Long> torn, List<Long> plantedFound, List<Long> plantedExpected,
                     SortedMap<Integer, SortedMap<Integer, Long>> seams,
                     SortedMap<Integer, SortedMap<Integer, Long>> lowNew,
                     SortedMap<Integer, SortedMap<Integer, Long>> highNew, SortedMap<Integer, Long> firstTornNanos,
                     List<Note> notes, List<Tear> witnesses, List<StressorUse> calibration,
                     SortedMap<String, List<Long>> stressors) {
    /** The maximum number of witnesses at all offsets. The schema has the same limit. */
    static final int MAX_WITNESSES = 16;
    /** The maximum number of witnesses across a line or page, which limits the size of a file. */
    static final int MAX_WITNESSES_ACROSS = 8;
    /** Only the best stressors support a negative result. */
    static final int MAX_STRESSORS = 4;

    /**
     * Counts over all offsets.
     *
     * @param confirmed       torn values that a locked compare-and-set found in memory
     * @param nanos           counting time
     * @param discardedSlices slices discarded because some accesses may not have run in the tier
     */
    public record Totals(long writes, long reads, long alien, long confirmed, long failedCas, long nanos,
                         long discardedSlices) {
    }

    /** A state that does not follow from the counts, and its offsets. The verdict none means a weak negative result. */
    public record Note(List<Integer> offsets, Verdict state, CellReason reason) {
        /** Returns one note per reason. */
        static List<Note> of(SortedMap<Integer, CellReason> reasons) {
            return reasons.keySet().stream()
                .collect(Collectors.groupingBy(reasons::get, TreeMap::new, Collectors.toList()))
                .entrySet().stream()
                .map(noted -> new Note(noted.getValue(), noted.getKey().state(), noted.getKey()))
                .toList();
        }
    }

    /**
     * A published tear. The values are "0x" and hex digits, lowest address first, whatever the byte order.
     *
     * @param seam   index of the first byte of the other write
     * @param before the older value; if the order is unknown, that of the first byte
     * @param after  the newer value; if the order is unknown, that of the last byte
     */
    public record Tear(int offset, int seam, String before, String after, String seen) {
        static Tear of(int offset, Witness witness) {
            return new Tear(offset, witness.seam(), witness.hex(witness.before()), witness.hex(witness.after()),
                witness.hex(witness.seen()));
        }
    }

    /** Returns the counts of one offset by seam; empty if there are none. */
    public static SortedMap<Integer, Long> at(SortedMap<Integer, SortedMap<Integer, Long>> counts, int offset) {
        return counts.getOrDefault(offset, Collections.emptySortedMap());
    }

    /** Returns a name that is unique within the file. Omits the defaults, which are a long and one process. */
    public String name() {
        String name = memory.toString();
        if (width() != Width.LONG) {
            name += "/" + widthBytes;
        }
        if (processes != 1) {
            name += "/2 processes";
        }
        name += "/" + write + "/" + read + "/" + placement + "/" + tier;
        if (across != null) {
            name += "/across " + across;
        }
        return name;
    }

    public Width width() {
        return Width.of(widthBytes);
    }

    TrialSpec trial(int offset) {
        return new TrialSpec(memory, width(), offset, write, read, 1, 1, Processes.of(processes), tier, 0,
            Objects.requireNonNullElse(across, 0));
    }

    /** Returns a misaligned trial as an example: all of them are one-sided or piecewise, or none is. */
    public TrialSpec misaligned() {
        return trial(1);
    }

    /** Returns how many planted tears were found and expected at an offset of this series. */
    public Planted planted(int offset) {
        int index = Collections.binarySearch(offsets, offset);
        return new Planted(plantedFound.get(index), plantedExpected.get(index));
    }

    /** Returns the changes and tears at an offset of this series. */
    Seen seen(int offset) {
        int index = Collections.binarySearch(offsets, offset);
        return new Seen(changes.get(index), torn.get(index));
    }

    public Series with(List<Note> newNotes) {
        return new Series(memory, widthBytes, processes, write, read, placement, tier, across, totals, offsets,
            changes, torn, plantedFound, plantedExpected, seams, lowNew, highNew, firstTornNanos, newNotes, witnesses,
            calibration, stressors);
    }

    /** Returns the reason of each offset with a note. */
    SortedMap<Integer, CellReason> reasons() {
        SortedMap<Integer, CellReason> reasons = new TreeMap<>();
        notes.forEach(note -> note.offsets().forEach(offset -> reasons.put(offset, note.reason())));
        return reasons;
    }
}
