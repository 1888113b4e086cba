// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.file.ResultFile.Profile;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Geometry.Crossing;
import org.tearline.trial.Memory;
import org.tearline.trial.ThreadCpus.CpuDistance;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Budget;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.Tally.MemoryOrder;
import org.tearline.verdict.Tally.Planted;
import org.tearline.verdict.Tally.Witness;
import org.tearline.verdict.TrialResult.Controls.StressorUse;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.Verdict.CellReason;

/**
 * One write and read at one memory, placement and tier, over many offsets. Lists named after a count run parallel to
 * {@code offsets}.
 *
 * @param processes       of the writer and the reader
 * @param across          the boundary that the locked long of a one-sided series lies across, in bytes from the base;
 *                        null for the vector's own middle, and for every other series
 * @param offsets         ascending, in bytes from a page-aligned base
 * @param changes         reads that returned another value than the read before, planted ones apart, per offset
 * @param plantedExpected planted tears that it should have come upon, per offset
 * @param seams           tears per seam, per torn offset
 * @param lowNew          those of them whose bytes below the seam are of the newer write, where one was counted
 * @param highNew         those whose bytes above the seam are
 * @param firstTornNanos  counting time up to the first tear with a witness, in nanoseconds, per torn offset; older
 *                        files have none
 * @param notes           states that the counts do not tell, and why negative results are weak
 * @param witnesses       up to {@link #MAX_WITNESSES} tears with their bytes
 * @param calibration     how the best stressors (up to four) fared with this write and read across a line
 */
public record Series(Memory memory, int widthBytes, int processes, WriteMode write, ReadMode read,
                     CpuDistance placement, SeriesTier tier, Integer across, Totals totals,
                     List<Integer> offsets,
                     List<Long> changes, List<Long> torn, List<Long> plantedFound, List<Long> plantedExpected,
                     SortedMap<Integer, SortedMap<Integer, Long>> seams,
                     SortedMap<Integer, SortedMap<Integer, Long>> lowNew,
                     SortedMap<Integer, SortedMap<Integer, Long>> highNew, SortedMap<Integer, Long> firstTornNanos,
                     List<Note> notes, List<Tear> witnesses, List<StressorUse> calibration) {
    /** Enough for every crossing offset of a default sweep: seven at the line and seven at the page. */
    public static final int MAX_WITNESSES = 16;
    /** Those of them across a boundary, which keeps a default sweep below 64 KB. */
    public static final int MAX_WITNESSES_ACROSS = 8;
    /** Stands for all misaligned offsets: which one it is does not decide whether an access is made of pieces. */
    private static final int MISALIGNED = 1;
    /** The stressors of a calibration that are published: the best say what a negative result is worth. */
    public static final int MAX_STRESSORS = 4;

    /**
     * Counts over all offsets. Confirmed: torn values that a locked compare-and-set found in memory; nanos: counting
     * time; discardedSlices: thrown away because code was invalidated meanwhile.
     */
    public record Totals(long writes, long reads, long alien, long confirmed, long failedCas, long nanos,
                         long discardedSlices) {
    }

    /** A state that the counts do not tell, for all offsets that share it; none: a weak negative result. */
    public record Note(List<Integer> offsets, Verdict state, CellReason reason) {
    }

    /**
     * The published evidence of one tear: "0x" and hex digits, lowest address first, so that a file of another machine
     * or of another width can be read and judged.
     *
     * @param seam   index of the first byte that belongs to the other write
     * @param before the older of the two values
     * @param after  the newer of the two values
     */
    public record Tear(int offset, int seam, String before, String after, String seen) {
        static Tear of(int offset, Witness witness) {
            return new Tear(offset, witness.seam(), MemoryOrder.hex(witness.before(), witness.width()),
                MemoryOrder.hex(witness.after(), witness.width()), MemoryOrder.hex(witness.seen(), witness.width()));
        }
    }

    /** One offset, with what follows from the file; piecewise: a tear is the JVM's and not the CPU's. */
    public record Cell(int offset, boolean aligned, Crossing crossing, long changes, long torn, Verdict state,
        CellReason reason,
                       boolean piecewise) {
    }

    public Series {
        seams = sorted(seams);
        lowNew = sorted(lowNew);
        highNew = sorted(highNew);
        firstTornNanos = sorted(firstTornNanos);
        notes = notes == null ? List.of() : List.copyOf(notes);
        witnesses = witnesses == null ? List.of() : List.copyOf(witnesses);
        plantedFound = plantedFound == null ? List.of() : List.copyOf(plantedFound);
        plantedExpected = plantedExpected == null ? List.of() : List.copyOf(plantedExpected);
        calibration = calibration == null ? List.of() : List.copyOf(calibration);
    }

    private static <T> SortedMap<Integer, T> sorted(SortedMap<Integer, T> map) {
        return map == null ? Collections.emptySortedMap() : Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }

    /** What tells this series from the others; a long in one process is not mentioned. */
    public String name() {
        return memory + (width() == Width.LONG ? "" : "/" + widthBytes) + (processes == 1 ? "" : "/2 processes") + "/"
            + write + "/" + read + "/" + placement + "/" + tier + (across == null ? "" : "/across " + across);
    }

    public Width width() {
        return Width.of(widthBytes);
    }

    /** Offsets whose tears are counted in the totals, but not published. */
    public Set<Integer> hidingTears() {
        return notes.stream().filter(note -> note.reason().hidesTears()).flatMap(note -> note.offsets().stream())
            .collect(Collectors.toUnmodifiableSet());
    }

    /** The trial of one offset; where tiers are mixed, in the slowest of them. */
    public TrialSpec trial(int offset) {
        return trial(offset, tier.slowest());
    }

    /** Where tiers are mixed, in the fastest: the fewest accesses are locked there. */
    public TrialSpec fastestTrial(int offset) {
        return trial(offset, tier == SeriesTier.INTERPRETER ? Tier.INTERPRETER : Tier.C2);
    }

    private TrialSpec trial(int offset, Tier executed) {
        return new TrialSpec(memory, width(), offset, write, read, 1, 1, Processes.of(processes), executed, 0,
            across == null ? 0 : across);
    }

    long neededChanges(int offset, Profile profile, AccessRules rules) {
        return neededChanges(fastestTrial(offset), profile, rules);
    }

    private static long neededChanges(TrialSpec trial, Profile profile, AccessRules rules) {
        return switch (rules.splitLockedSides(trial)) {
            case 0 -> profile.changes();
            case 1 -> Budget.leastChanges(profile.halfLockedChanges(), 1);
            default -> Budget.leastChanges(profile.splitLockedChanges(), 2);
        };
    }

    /** The planted tears of an offset; none where none were counted. */
    public Planted planted(int offset) {
        int index = Collections.binarySearch(offsets, offset);
        return index < 0 || index >= plantedFound.size() || index >= plantedExpected.size() ? Planted.NONE
            : new Planted(plantedFound.get(index), plantedExpected.get(index));
    }

    public Series with(List<Note> newNotes) {
        return new Series(memory, widthBytes, processes, write, read, placement, tier, across, totals, offsets,
            changes, torn, plantedFound, plantedExpected, seams, lowNew, highNew, firstTornNanos, newNotes, witnesses,
            calibration);
    }

    /** Every offset with its verdict, in order. Without a profile every negative result counts for its changes. */
    public List<Cell> cells(Profile profile, Environment environment) {
        Map<Integer, CellReason> reasons = new HashMap<>();
        notes.forEach(note -> note.offsets().forEach(offset -> reasons.put(offset, note.reason())));
        AccessRules rules = environment.rules();
        // A plain loop, and no trial for each offset: this is asked several times of every offset of every file.
        Width width = width();
        boolean pieces = rules.piecewise(trial(MISALIGNED));
        long needed = profile == null ? 0 : profile.changes();
        long neededAcross = profile == null ? 0
            : neededChanges(fastestTrial(MISALIGNED).at(rules.geometry().lineCrossingOffset(width)), profile, rules);
        boolean oneSided = trial(MISALIGNED).oneSided();
        List<Cell> cells = new ArrayList<>(offsets.size());
        for (int i = 0; i < offsets.size(); i++) {
            int offset = offsets.get(i);
            long changed = changes.get(i);
            long tears = torn.get(i);
            Crossing crossing = oneSided ? rules.crossing(trial(offset)) : rules.crossing(offset, width);
            CellReason reason = reasons.get(offset);
            if (tears == 0 && (reason == null || reason.state() == Verdict.NONE)
                && changed < (crossing == Crossing.NONE ? needed : neededAcross)) {
                reason = CellReason.TOO_FEW_CHANGES;
            }
            Verdict state = tears > 0 ? Verdict.TORN : reason == null ? Verdict.NONE : reason.state();
            boolean aligned = offset % widthBytes == 0;
            cells.add(new Cell(offset, aligned, crossing, changed, tears, state, reason, pieces && !aligned));
        }
        return List.copyOf(cells);
    }

    /** What executed the loops of a series. */
    public enum SeriesTier {
        C2, C1, INTERPRETER,
        /** Several, not told apart: how jcstress counts. */
        MIXED;

        public static SeriesTier of(Tier tier) {
            return valueOf(tier.name());
        }

        /** The slowest of those that it mixes. */
        public Tier slowest() {
            return this == MIXED ? Tier.INTERPRETER : Tier.valueOf(name());
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
