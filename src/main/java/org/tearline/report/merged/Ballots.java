package org.tearline.report.merged;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.plan.Architecture;
import org.tearline.plan.Crossing;
import org.tearline.plan.Placement;
import org.tearline.plan.Width;
import org.tearline.result.file.Cell;
import org.tearline.result.file.CellState;
import org.tearline.result.file.Kind;
import org.tearline.result.file.ResultFile;
import org.tearline.result.file.Series;
import org.tearline.result.file.TornWitness;

/**
 * Counts one row of one CPU model: whoever reports has one vote per cell, however often they ran it. One thread.
 */
final class Ballots {
    /** A silence in fewer changes is weak. */
    static final long STRONG_CHANGES = 10_000_000;
    /** Where a side locks across a line, each change costs a thousand times more. */
    static final long STRONG_SPLIT_LOCKED_CHANGES = 100_000;

    private static final int MAX_WITNESSES_INSIDE = 7;
    /** Every offset that crosses the first line, and the page. */
    private static final int MAX_WITNESSES_ACROSS = 14;
    private static final int FIRST_ROOM = 80;

    private final Pair pair;
    private final Model model;
    private final TreeMap<Integer, Integer> slots = new TreeMap<>();
    private final Map<String, Ballot> voters = new TreeMap<>();
    private final SortedMap<Integer, Long> seams = new TreeMap<>();
    private final SortedMap<Integer, TornWitness> witnesses = new TreeMap<>();

    Ballots(Pair pair, Model model) {
        this.pair = pair;
        this.model = model;
    }

    /** One voter's sums per slot; two bytes of state and three counters instead of an object per cell. */
    private static final class Ballot {
        private long[] torn = new long[FIRST_ROOM];
        private long[] changes = new long[FIRST_ROOM];
        private long[] bestSilence = new long[FIRST_ROOM];
        private byte[] states = new byte[FIRST_ROOM];

        void add(int slot, Cell cell, boolean pinned) {
            if (slot >= torn.length) {
                int room = Math.max(2 * torn.length, slot + 1);
                torn = Arrays.copyOf(torn, room);
                changes = Arrays.copyOf(changes, room);
                bestSilence = Arrays.copyOf(bestSilence, room);
                states = Arrays.copyOf(states, room);
            }
            torn[slot] = ResultFile.sum(torn[slot], cell.torn());
            changes[slot] = ResultFile.sum(changes[slot], cell.changes());
            states[slot] |= (byte) (1 << cell.state().ordinal());
            if (cell.state() == CellState.NONE && pinned) {
                bestSilence[slot] = Math.max(bestSilence[slot], cell.changes());
            }
        }

        /** What this voter says: a tear beats any silence, and anything measured beats what was not. */
        CellState state(int slot) {
            if (slot >= states.length || states[slot] == 0) {
                return null;
            }
            for (CellState state : List.of(CellState.TORN, CellState.NONE, CellState.FAULT, CellState.REFUSED)) {
                if ((states[slot] & 1 << state.ordinal()) != 0) {
                    return state;
                }
            }
            return CellState.INCONCLUSIVE;
        }
    }

    void add(String voter, Series series, List<Cell> cells, boolean pinned) {
        Ballot ballot = voters.computeIfAbsent(voter, name -> new Ballot());
        for (Cell cell : cells) {
            ballot.add(slots.computeIfAbsent(cell.offset(), offset -> slots.size()), cell, pinned);
            series.seams().getOrDefault(cell.offset(), new TreeMap<>())
                .forEach((seam, count) -> seams.merge(seam, count, ResultFile::sum));
        }
        for (TornWitness witness : series.witnesses()) {
            if (cells.stream().anyMatch(cell -> cell.offset() == witness.offset())) {
                witnesses.putIfAbsent(witness.offset(), witness);
            }
        }
    }

    MergedPair merged() {
        List<MergedCell> cells = new ArrayList<>();
        slots.forEach((offset, slot) -> cells.add(cell(offset, slot)));
        return new MergedPair(pair, cells, seams, chosen());
    }

    private MergedCell cell(int offset, int slot) {
        long torn = 0;
        long changes = 0;
        long silence = 0;
        int[] votes = new int[CellState.values().length];
        for (Ballot ballot : voters.values()) {
            CellState state = ballot.state(slot);
            if (state != null) {
                votes[state.ordinal()]++;
                torn = ResultFile.sum(torn, ballot.torn[slot]);
                changes = ResultFile.sum(changes, ballot.changes[slot]);
                silence = ResultFile.sum(silence, ballot.bestSilence[slot]);
            }
        }
        int tornVotes = votes[CellState.TORN.ordinal()];
        int noneVotes = votes[CellState.NONE.ordinal()];
        int faultVotes = votes[CellState.FAULT.ordinal()];
        int deciding = tornVotes + noneVotes + faultVotes;
        Seen seen;
        if (deciding > Math.max(tornVotes, Math.max(noneVotes, faultVotes))) {
            seen = Seen.MIXED;
        } else if (tornVotes > 0) {
            seen = pair.pieces() ? Seen.JVM_SPLIT : Seen.TORN;
        } else if (noneVotes > 0) {
            seen = silence >= strongChanges(offset) ? Seen.NONE_STRONG : Seen.NONE_WEAK;
        } else if (faultVotes > 0) {
            seen = Seen.FAULT;
        } else {
            seen = votes[CellState.REFUSED.ordinal()] > 0 ? Seen.REFUSED : Seen.INCONCLUSIVE;
        }
        return new MergedCell(offset, Placement.of(offset, Long.BYTES, model.geometry()), seen, torn, changes,
            tornVotes, deciding);
    }

    private long strongChanges(int offset) {
        if (pair.kind() == Kind.JCSTRESS) {
            // No controls, so no silence is strong.
            return Long.MAX_VALUE;
        }
        boolean splitLocked = model.architecture() == Architecture.X86_64 && !pair.ordinary(Architecture.X86_64)
            && model.geometry().crossing(offset, Width.LONG) != Crossing.NONE;
        return splitLocked ? STRONG_SPLIT_LOCKED_CHANGES : STRONG_CHANGES;
    }

    private List<TornWitness> chosen() {
        List<TornWitness> inside = witnesses.values().stream().filter(witness -> inside(witness))
            .limit(MAX_WITNESSES_INSIDE).toList();
        List<TornWitness> all = new ArrayList<>(inside);
        witnesses.values().stream().filter(witness -> !inside(witness)).limit(MAX_WITNESSES_ACROSS).forEach(all::add);
        all.sort(Comparator.comparingInt(TornWitness::offset));
        return all;
    }

    private boolean inside(TornWitness witness) {
        return model.geometry().crossing(witness.offset(), Width.LONG) == Crossing.NONE;
    }
}
