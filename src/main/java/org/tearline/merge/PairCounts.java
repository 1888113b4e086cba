// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.tearline.plan.Alignment;
import org.tearline.plan.Crossing;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Promise;
import org.tearline.published.Series;
import org.tearline.published.Strength;
import org.tearline.published.Strength.Worth;
import org.tearline.result.CellReason;
import org.tearline.result.Counts;
import org.tearline.result.Planted;
import org.tearline.result.Rate;
import org.tearline.result.Verdict;

/**
 * Counts one row of one CPU model. A strong negative result or a promise disagrees with a tear, and a disagreement is
 * shown as one: the side of most files comes first, until two submitters with a handle saw the tear. Not thread-safe.
 */
final class PairCounts {
    private static final int MAX_WITNESSES_INSIDE = 7;
    /** Every offset that crosses the first line, and the page. */
    private static final int MAX_WITNESSES_ACROSS = 14;
    /** So many submitters with a handle must have seen what a promise or both locks speak against. */
    static final int CONFIRMING = 2;
    private static final Set<Seen> ANSWERS = EnumSet.of(Seen.TORN, Seen.JVM_SPLIT, Seen.NONE_WEAK);

    private static final Comparator<Series.Tear> WITNESSES = Comparator.comparingInt(Series.Tear::seam)
        .thenComparing(Series.Tear::before).thenComparing(Series.Tear::after).thenComparing(Series.Tear::seen);

    private final Pair pair;
    private final Model model;
    private final Map<Integer, Integer> slots = new HashMap<>();
    /** One per slot. */
    private final List<Evidence> evidence = new ArrayList<>();
    private final Set<Memory> memories = EnumSet.noneOf(Memory.class);
    /** Of the same place in any line: what files with a strong negative result and without a tear there counted. */
    private final Map<Place, Quiet> quiet = new HashMap<>();
    private final SortedMap<Integer, Long> seams = new TreeMap<>();
    private final SortedMap<Integer, Series.Tear> witnesses = new TreeMap<>();

    PairCounts(Pair pair, Model model) {
        this.pair = pair;
        this.model = model;
    }

    /** One slot's evidence of all files together. */
    private static final class Evidence {
        private Planted answeredPlanted = Planted.NONE;
        private Planted otherPlanted = Planted.NONE;
        private final CellVotes votes = new CellVotes();
        private final Set<CellReason> unanswered = EnumSet.noneOf(CellReason.class);
        /** The best that one file alone says, and how many say that it is strong. */
        private Worth best;
        private int strongFiles;
        /** The mildest doubt of a silent cell, and the changes of those without a graver one than too few. */
        private Strength mildest;
        private long soundChanges;
        private Long firstTornNanos;
        private Rate rate = Rate.NONE;
        private final ExactSum squares = new ExactSum();

        private void answered(Series.Cell cell) {
            Rate one = Rate.NONE.plus(cell.torn(), cell.changes());
            rate = rate.plus(one);
            squares.add(one.squares());
        }

        private Rate rate() {
            return new Rate(rate.samples(), rate.torn(), rate.changes(), squares.value(), rate.lowest(),
                rate.highest());
        }
    }

    /** Says what speaks against a tear: nothing, what one file says of the CPU, or a promise or both locks. */
    private enum Doubt {
        NONE, DOUBTED, DENIED
    }

    /** Says where a value lies in its line, or at the page's end: what hardware can tell apart. */
    private record Place(Crossing crossing, int offset) {
    }

    /** Files with a strong negative result at a place. */
    private record Quiet(int files, long changes) {
        private Quiet plus(Quiet other) {
            return new Quiet(files + other.files, Counts.sum(changes, other.changes));
        }
    }

    /** Counts the cells of one series; {@link #addFile} has to follow, once for all series of the file. */
    void add(Series series, List<Series.Cell> cells) {
        memories.add(series.memory());
        for (Series.Cell cell : cells) {
            int slot = slots.computeIfAbsent(cell.offset(), offset -> slots.size());
            if (slot == evidence.size()) {
                evidence.add(new Evidence());
            }
            Evidence found = evidence.get(slot);
            if (answers(cell)) {
                found.answeredPlanted = found.answeredPlanted.plus(series.planted(cell.offset()));
                found.answered(cell);
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
                // Any would do, but the same whichever file comes first.
                witnesses.merge(witness.offset(), witness, BinaryOperator.minBy(WITNESSES));
            }
        }
    }

    /** Counts what the cells of one file, of every memory and placement, say together. */
    void addFile(String submitter, List<Series.Cell> file) {
        Map<Integer, Worth> worths = Strength.each(file, bothLocked());
        worths.forEach((offset, worth) -> {
            Evidence found = at(offset);
            found.best = Worth.better(found.best, worth);
        });
        Map<Place, Quiet> silent = new HashMap<>();
        Set<Place> torn = new HashSet<>();
        file.stream().collect(Collectors.groupingBy(Series.Cell::offset)).forEach((offset, cells) -> {
            Verdict voice = at(offset).votes.add(submitter, cells);
            if (voice == Verdict.TORN) {
                torn.add(place(offset));
            } else if (voice == Verdict.NONE && worths.get(offset).strength().strong()) {
                at(offset).strongFiles++;
                silent.merge(place(offset), new Quiet(1, cells.stream().mapToLong(Series.Cell::changes)
                    .reduce(0, Counts::sum)), (a, b) -> new Quiet(1, Counts.sum(a.changes, b.changes)));
            }
        });
        silent.forEach((place, one) -> {
            if (!torn.contains(place)) {
                quiet.merge(place, one, Quiet::plus);
            }
        });
    }

    private Place place(int offset) {
        Crossing crossing = model.geometry().crossing(offset, pair.width());
        return new Place(crossing, offset % (crossing == Crossing.PAGE ? model.geometry().pageBytes()
            : model.geometry().lineBytes()));
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

    /**
     * Returns the row.
     *
     * @param traits  what promises to this CPU depend on, by whatever file says so
     * @param vouched the same as far as no single file decides it
     */
    MergedPair merged(CpuTraits traits, CpuTraits vouched) {
        List<MergedCell> bare = new ArrayList<>();
        Map<Alignment, Doubt> doubts = new EnumMap<>(Alignment.class);
        new TreeMap<>(slots).forEach((offset, slot) -> {
            Alignment placement = Alignment.of(offset, pair.width().bytes(), model.geometry());
            bare.add(cell(offset, placement, evidence.get(slot), doubts.computeIfAbsent(placement,
                where -> isDoubted(vouched, where) ? Doubt.DENIED : isDoubted(traits, where) ? Doubt.DOUBTED
                    : Doubt.NONE)));
        });
        Map<Integer, Worth> pooled = Strength.each(bare.stream().map(this::pooled).toList(), bothLocked());
        return new MergedPair(pair, List.copyOf(memories), bare.stream().map(cell -> judged(cell, pooled)).toList(),
            seams, chosen());
    }

    /** Returns whether a tear there is so unlikely that one submitter's word is not enough. */
    private boolean isDoubted(CpuTraits traits, Alignment placement) {
        return !model.emulated() && !pair.pieces() && (placement != Alignment.ALIGNED && bothLocked()
            || pair.promise(Guarantees.load(), traits, placement).promise() == Promise.ATOMIC);
    }

    /** Returns what all files say of an offset; whether a negative result is strong is said later. */
    private MergedCell cell(int offset, Alignment placement, Evidence found, Doubt doubt) {
        CellVotes votes = found.votes;
        int tore = votes.files(Verdict.TORN);
        Quiet silent = quiet.getOrDefault(place(offset), new Quiet(0, 0));
        boolean none = votes.files(Verdict.NONE) > 0;
        boolean fault = votes.files(Verdict.FAULT) > 0;
        Seen seen;
        if (tore > 0) {
            seen = !votes.confirmed() && (doubt != Doubt.NONE || silent.files > tore) ? Seen.UNCONFIRMED
                : doubt == Doubt.DENIED || silent.files > 0 ? Seen.MIXED
                : pair.pieces() ? Seen.JVM_SPLIT : Seen.TORN;
        } else if (none) {
            seen = fault ? Seen.MIXED : Seen.NONE_WEAK;
        } else if (fault) {
            seen = Seen.FAULT;
        } else {
            seen = votes.files(Verdict.REFUSED) > 0 ? Seen.REFUSED : Seen.INCONCLUSIVE;
        }
        return new MergedCell(pair, offset, placement, seen, null, votes.answered() ? found.rate()
            : Rate.NONE.plus(votes.torn(), votes.changes()), votes.torn(), votes.changes(), votes.answered()
            ? found.answeredPlanted : found.answeredPlanted.plus(found.otherPlanted), ANSWERS.contains(seen)
            ? List.of() : List.copyOf(found.unanswered), found.firstTornNanos, tore,
            tore > 0 ? Math.max(votes.deciding(), tore + silent.files) : votes.deciding(),
            tore > 0 ? silent.files : found.strongFiles,
            tore > 0 ? Math.max(votes.silent(), silent.changes) : votes.silent(), votes.shares());
    }

    /** Returns an offset as if one file had counted all that nothing speaks against. */
    private Series.Cell pooled(MergedCell cell) {
        Evidence found = at(cell.offset());
        Crossing crossing = model.geometry().crossing(cell.offset(), pair.width());
        boolean aligned = cell.offset() % pair.width().bytes() == 0;
        return cell.seen().none() ? new Series.Cell(cell.offset(), aligned, crossing, found.soundChanges, 0,
            Verdict.NONE, found.mildest.weakness(), pair.pieces())
            : new Series.Cell(cell.offset(), aligned, crossing, 0, cell.torn(), Verdict.INCONCLUSIVE, null,
            pair.pieces());
    }

    /** A negative result is strong if one file says so, or if all together are. */
    private MergedCell judged(MergedCell cell, Map<Integer, Worth> pooled) {
        if (!cell.seen().none()) {
            return cell;
        }
        Worth worth = Worth.better(at(cell.offset()).best, pooled.get(cell.offset()));
        if (worth.strength().compareTo(Strength.PLANTED_TOO_OFTEN) < 0
            && plantedTooOften(cell.planted(), pair.read())) {
            worth = new Worth(Strength.PLANTED_TOO_OFTEN, cell.changes());
        }
        Seen seen = worth.strength().strong() ? Seen.NONE_STRONG : Seen.NONE_WEAK;
        return new MergedCell(pair, cell.offset(), cell.placement(), seen, worth, cell.rate(), cell.torn(),
            cell.changes(), cell.planted(), cell.reasons(), null, cell.tornFiles(), cell.files(), cell.strongFiles(),
            cell.silentChanges(), cell.shares());
    }

    /**
     * Files do not tell which tester's estimate they have, and older ones expected of a cas reader half of what it
     * could find: see docs/method.md.
     */
    static boolean plantedTooOften(Planted planted, ReadMode read) {
        return (read == ReadMode.CAS ? new Planted(planted.found() / 2, planted.expected()) : planted).tooOften();
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
