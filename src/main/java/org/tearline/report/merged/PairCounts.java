// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.merged;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.plan.Crossing;
import org.tearline.plan.Memory;
import org.tearline.plan.Placement;
import org.tearline.published.Kind;
import org.tearline.published.Series;
import org.tearline.published.Strength;
import org.tearline.published.Strength.Worth;
import org.tearline.result.CellReason;
import org.tearline.result.Counts;
import org.tearline.result.Planted;
import org.tearline.result.Rate;
import org.tearline.result.Verdict;

/**
 * Counts one row of one CPU model: whoever reports has one vote per cell, however often they ran it. One thread.
 */
final class PairCounts {
    private static final int MAX_WITNESSES_INSIDE = 7;
    /** Every offset that crosses the first line, and the page. */
    private static final int MAX_WITNESSES_ACROSS = 14;
    private static final int FIRST_ROOM = 80;
    private static final Set<Seen> ANSWERS = EnumSet.of(Seen.TORN, Seen.JVM_SPLIT, Seen.NONE_WEAK);

    private final Pair pair;
    private final Model model;
    private final Map<Integer, Integer> slots = new HashMap<>();
    private final Map<String, SubmitterCounts> submitters = new TreeMap<>();
    /** One per slot. */
    private final List<Evidence> evidence = new ArrayList<>();
    private final Set<Memory> memories = EnumSet.noneOf(Memory.class);
    private final SortedMap<Integer, Long> seams = new TreeMap<>();
    private final SortedMap<Integer, Series.Tear> witnesses = new TreeMap<>();

    PairCounts(Pair pair, Model model) {
        this.pair = pair;
        this.model = model;
    }

    /** One submitter's sums per slot; a byte of state and three counters instead of an object per cell. */
    private static final class SubmitterCounts {
        private long[] torn = new long[FIRST_ROOM];
        private long[] answered = new long[FIRST_ROOM];
        private long[] tried = new long[FIRST_ROOM];
        private byte[] states = new byte[FIRST_ROOM];

        void add(int slot, Series.Cell cell) {
            if (slot >= torn.length) {
                int room = Math.max(2 * torn.length, slot + 1);
                torn = Arrays.copyOf(torn, room);
                answered = Arrays.copyOf(answered, room);
                tried = Arrays.copyOf(tried, room);
                states = Arrays.copyOf(states, room);
            }
            torn[slot] = Counts.sum(torn[slot], cell.torn());
            tried[slot] = Counts.sum(tried[slot], cell.changes());
            answered[slot] = Counts.sum(answered[slot], answers(cell) ? cell.changes() : 0);
            states[slot] |= (byte) (1 << cell.state().ordinal());
        }

        /** What this submitter says: a tear beats any silence, and anything measured beats what was not. */
        Verdict state(int slot) {
            if (slot >= states.length || states[slot] == 0) {
                return null;
            }
            for (Verdict state : List.of(Verdict.TORN, Verdict.NONE, Verdict.FAULT, Verdict.REFUSED)) {
                if ((states[slot] & 1 << state.ordinal()) != 0) {
                    return state;
                }
            }
            return Verdict.INCONCLUSIVE;
        }
    }

    /** One slot's evidence of all submitters together. */
    private static final class Evidence {
        private Planted answeredPlanted = Planted.NONE;
        private Planted otherPlanted = Planted.NONE;
        private final Set<CellReason> unanswered = EnumSet.noneOf(CellReason.class);
        /** The best that one file alone says. */
        private Worth best;
        /** The mildest doubt of a silent cell, and the changes of those without a graver one than too few. */
        private Strength mildest;
        private long soundChanges;
        private Long firstTornNanos;
        private Rate rate = Rate.NONE;
    }

    void add(String submitter, Series series, List<Series.Cell> cells) {
        memories.add(series.memory());
        SubmitterCounts ballot = submitters.computeIfAbsent(submitter, name -> new SubmitterCounts());
        for (Series.Cell cell : cells) {
            int slot = slots.computeIfAbsent(cell.offset(), offset -> slots.size());
            if (slot == evidence.size()) {
                evidence.add(new Evidence());
            }
            ballot.add(slot, cell);
            Evidence found = evidence.get(slot);
            if (answers(cell)) {
                found.answeredPlanted = found.answeredPlanted.plus(series.planted(cell.offset()));
                found.rate = found.rate.plus(cell.torn(), cell.changes());
            } else {
                found.otherPlanted = found.otherPlanted.plus(series.planted(cell.offset()));
                if (cell.reason() != null) {
                    found.unanswered.add(cell.reason());
                }
            }
            if (cell.state() == Verdict.NONE) {
                Strength alone = Strength.of(cell.reason());
                found.mildest = Strength.better(found.mildest, alone);
                found.soundChanges = Counts.sum(found.soundChanges,
                    alone.compareTo(Strength.FEW_CHANGES) <= 0 ? cell.changes() : 0);
            }
            if (cell.torn() > 0) {
                series.seams().getOrDefault(cell.offset(), Collections.emptySortedMap())
                    .forEach((seam, count) -> seams.merge(seam, count, Counts::sum));
                Long nanos = series.firstTornNanos().get(cell.offset());
                if (nanos != null && (found.firstTornNanos == null || nanos < found.firstTornNanos)) {
                    found.firstTornNanos = nanos;
                }
            }
        }
        for (Series.Tear witness : series.witnesses()) {
            if (cells.stream().anyMatch(cell -> cell.offset() == witness.offset())) {
                witnesses.putIfAbsent(witness.offset(), witness);
            }
        }
    }

    /** Counts what the cells of one file, of every memory and placement, are worth together. */
    void addStrengths(List<Series.Cell> file) {
        Strength.each(file, bothLocked()).forEach((offset, worth) -> {
            Evidence found = at(offset);
            found.best = Worth.better(found.best, worth);
        });
    }

    private Evidence at(int offset) {
        return evidence.get(slots.get(offset));
    }

    private static boolean answers(Series.Cell cell) {
        return cell.state() == Verdict.TORN || cell.state() == Verdict.NONE;
    }

    private boolean bothLocked() {
        return pair.bothLocked(model.architecture());
    }

    MergedPair merged() {
        List<MergedCell> bare = new ArrayList<>();
        new TreeMap<>(slots).forEach((offset, slot) -> bare.add(cell(offset, slot)));
        Map<Integer, Worth> pooled = Strength.each(bare.stream().map(this::pooled).toList(), bothLocked());
        return new MergedPair(pair, List.copyOf(memories), bare.stream().map(cell -> judged(cell, pooled)).toList(),
            seams, chosen());
    }

    /** What all votes say of an offset; whether its silence is strong is said later. */
    private MergedCell cell(int offset, int slot) {
        long torn = 0;
        long answered = 0;
        long tried = 0;
        int[] votes = new int[Verdict.values().length];
        for (SubmitterCounts ballot : submitters.values()) {
            Verdict state = ballot.state(slot);
            if (state != null) {
                votes[state.ordinal()]++;
                torn = Counts.sum(torn, ballot.torn[slot]);
                answered = Counts.sum(answered, ballot.answered[slot]);
                tried = Counts.sum(tried, ballot.tried[slot]);
            }
        }
        int tornVotes = votes[Verdict.TORN.ordinal()];
        int noneVotes = votes[Verdict.NONE.ordinal()];
        int faultVotes = votes[Verdict.FAULT.ordinal()];
        int deciding = tornVotes + noneVotes + faultVotes;
        Seen seen;
        if (deciding > Math.max(tornVotes, Math.max(noneVotes, faultVotes))) {
            seen = Seen.MIXED;
        } else if (tornVotes > 0) {
            seen = pair.pieces() ? Seen.JVM_SPLIT : Seen.TORN;
        } else if (noneVotes > 0) {
            seen = Seen.NONE_WEAK;
        } else if (faultVotes > 0) {
            seen = Seen.FAULT;
        } else {
            seen = votes[Verdict.REFUSED.ordinal()] > 0 ? Seen.REFUSED : Seen.INCONCLUSIVE;
        }
        Evidence found = evidence.get(slot);
        return new MergedCell(offset, Placement.of(offset, pair.width().bytes(), model.geometry()), seen, null,
            answered > 0 ? found.rate : Rate.NONE.plus(torn, tried), torn, answered > 0 ? answered : tried,
            answered > 0 ? found.answeredPlanted
            : found.answeredPlanted.plus(found.otherPlanted), ANSWERS.contains(seen) ? List.of()
            : List.copyOf(found.unanswered), found.firstTornNanos, tornVotes, deciding);
    }

    /** An offset as if one file had counted all that nothing speaks against. */
    private Series.Cell pooled(MergedCell cell) {
        Evidence found = at(cell.offset());
        Crossing crossing = model.geometry().crossing(cell.offset(), pair.width());
        boolean aligned = cell.offset() % pair.width().bytes() == 0;
        return cell.seen().none() ? new Series.Cell(cell.offset(), aligned, crossing, found.soundChanges, 0,
            Verdict.NONE, found.mildest.weakness(), pair.pieces())
            : new Series.Cell(cell.offset(), aligned, crossing, 0, cell.torn(), Verdict.INCONCLUSIVE, null,
            pair.pieces());
    }

    /** A silence is strong if one file says so, or if all together are; what has no controls is never strong. */
    private MergedCell judged(MergedCell cell, Map<Integer, Worth> pooled) {
        if (!cell.seen().none()) {
            return cell;
        }
        Worth worth = pair.kind() == Kind.JCSTRESS ? new Worth(Strength.NO_CONTROLS, cell.changes())
            : Worth.better(at(cell.offset()).best, pooled.get(cell.offset()));
        if (worth.strength().compareTo(Strength.PLANTED_TOO_OFTEN) < 0
            && MergedCell.plantedTooOften(cell.planted(), pair.read())) {
            worth = new Worth(Strength.PLANTED_TOO_OFTEN, cell.changes());
        }
        Seen seen = worth.strength().strong() ? Seen.NONE_STRONG : Seen.NONE_WEAK;
        return new MergedCell(cell.offset(), cell.placement(), seen, worth, cell.rate(), cell.torn(),
            cell.changes(), cell.planted(), cell.reasons(), null, cell.tornVotes(), cell.votes());
    }

    private List<Series.Tear> chosen() {
        List<Series.Tear> inside = witnesses.values().stream().filter(witness -> inside(witness))
            .limit(MAX_WITNESSES_INSIDE).toList();
        List<Series.Tear> all = new ArrayList<>(inside);
        witnesses.values().stream().filter(witness -> !inside(witness)).limit(MAX_WITNESSES_ACROSS).forEach(all::add);
        all.sort(Comparator.comparingInt(Series.Tear::offset));
        return all;
    }

    private boolean inside(Series.Tear witness) {
        return model.geometry().crossing(witness.offset(), pair.width()) == Crossing.NONE;
    }
}
