package org.tearline.published;

import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Memory;
import org.tearline.plan.PlacementClass;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.result.CellReason;
import org.tearline.result.CellState;
import org.tearline.result.Planted;

/**
 * One write and read at one memory, placement and tier, over many offsets. Lists named after a count run parallel to
 * {@code offsets}. Immutable as long as nobody changes the maps.
 *
 * @param processes       how many processes the writer and the reader ran in
 * @param offsets         ascending, in bytes from a page-aligned base
 * @param changes         reads that returned another value than the read before, planted ones apart, per offset; for
 *                        jcstress the samples
 * @param torn            torn values, per offset
 * @param plantedFound    planted tears that the reader found, per offset; empty for jcstress
 * @param plantedExpected planted tears that it should have come upon, per offset; empty for jcstress
 * @param seams           tears per seam, per torn offset
 * @param notes           states that the counts do not tell, and why silences are weak
 * @param witnesses       up to {@link #MAX_WITNESSES} tears with their bytes
 * @param calibration     how the best stressors (up to four) fared with this write and read across a line
 */
public record Series(Memory memory, int widthBytes, int processes, WriteMode write, ReadMode read,
                     PlacementClass placement, SeriesTier tier, SeriesTotals totals, List<Integer> offsets,
                     List<Long> changes, List<Long> torn, List<Long> plantedFound, List<Long> plantedExpected,
                     SortedMap<Integer, SortedMap<Integer, Long>> seams, List<CellNote> notes,
                     List<TornWitness> witnesses, List<StressorYield> calibration) {
    /** Enough for every crossing offset of a default sweep: seven at the line and seven at the page. */
    public static final int MAX_WITNESSES = 16;

    /** The stressors of a calibration that are published: the best say what a silence is worth. */
    public static final int MAX_STRESSORS = 4;

    /** Absent lists and maps are empty ones. */
    public Series {
        seams = seams == null ? Collections.emptySortedMap() : Collections.unmodifiableSortedMap(new TreeMap<>(seams));
        notes = notes == null ? List.of() : List.copyOf(notes);
        witnesses = witnesses == null ? List.of() : List.copyOf(witnesses);
        plantedFound = plantedFound == null ? List.of() : List.copyOf(plantedFound);
        plantedExpected = plantedExpected == null ? List.of() : List.copyOf(plantedExpected);
        calibration = calibration == null ? List.of() : List.copyOf(calibration);
    }

    /** What makes this series another one than its neighbours. */
    public String name() {
        return memory + "/" + write + "/" + read + "/" + placement + "/" + tier;
    }

    /**
     * Whether the JVM may make this access of several instructions at an offset, so that a tear says nothing of the
     * CPU. Where tiers are mixed, the slowest of them counts.
     *
     * @param environment where the loops ran
     */
    public boolean piecewise(int offset, Environment environment) {
        return environment.rules().piecewise(trial(offset));
    }

    /** The offsets whose tears are counted in the totals, but not published. */
    public Set<Integer> hidingTears() {
        return notes.stream().filter(note -> note.reason().hidesTears()).flatMap(note -> note.offsets().stream())
            .collect(Collectors.toUnmodifiableSet());
    }

    /** The trial that one offset was; where tiers are mixed, in the slowest of them. */
    public TrialSpec trial(int offset) {
        return trial(offset, switch (tier) {
            case C2 -> Tier.C2;
            case C1 -> Tier.C1;
            case INTERPRETER, MIXED -> Tier.INTERPRETER;
        });
    }

    /** The same where tiers are mixed in the fastest of them: the fewest accesses are locked there. */
    public TrialSpec fastestTrial(int offset) {
        return trial(offset, tier == SeriesTier.INTERPRETER ? Tier.INTERPRETER : Tier.C2);
    }

    private TrialSpec trial(int offset, Tier executed) {
        return new TrialSpec(memory, Width.LONG, offset, write, read, 1, 1, executed, 0);
    }

    /** The seams at which a tear is legal at an offset. */
    public BitSet legalSeams(int offset, Environment environment) {
        return environment.rules().legalSeams(trial(offset));
    }

    /** The changes that an offset needs before its silence counts. */
    public long neededChanges(int offset, Profile profile, Environment environment) {
        return switch (environment.rules().splitLockedSides(fastestTrial(offset))) {
            case 0 -> profile.changes();
            case 1 -> profile.halfLockedChanges();
            default -> profile.splitLockedChanges();
        };
    }

    /** The planted tears of an offset; none where none were counted. */
    public Planted planted(int offset) {
        int index = offsets.indexOf(offset);
        return index < 0 || index >= plantedFound.size() || index >= plantedExpected.size() ? Planted.NONE
            : new Planted(plantedFound.get(index), plantedExpected.get(index));
    }

    /** The same series with other notes. */
    public Series with(List<CellNote> newNotes) {
        return new Series(memory, widthBytes, processes, write, read, placement, tier, totals, offsets, changes, torn,
            plantedFound, plantedExpected, seams, newNotes, witnesses, calibration);
    }

    /**
     * Every offset with what it came to, in order.
     *
     * @param profile null for a kind without a budget, where every silence counts for as much as its changes
     */
    public List<Cell> cells(Profile profile, Environment environment) {
        SortedMap<Integer, CellReason> reasons = new TreeMap<>();
        notes.forEach(note -> note.offsets().forEach(offset -> reasons.put(offset, note.reason())));
        AccessRules rules = environment.rules();
        return IntStream.range(0, offsets.size()).mapToObj(i -> {
            int offset = offsets.get(i);
            CellReason reason = reasons.get(offset);
            long needed = profile == null ? 0 : neededChanges(offset, profile, environment);
            if (torn.get(i) == 0 && (reason == null || reason.state() == CellState.NONE) && changes.get(i) < needed) {
                reason = CellReason.TOO_FEW_CHANGES;
            }
            CellState state = torn.get(i) > 0 ? CellState.TORN : reason == null ? CellState.NONE : reason.state();
            return new Cell(offset, rules.crossing(offset, Width.LONG), changes.get(i), torn.get(i), state, reason,
                piecewise(offset, environment));
        }).toList();
    }
}
