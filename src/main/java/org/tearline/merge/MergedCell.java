// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.tearline.plan.Alignment;
import org.tearline.published.Strength;
import org.tearline.published.Strength.Worth;
import org.tearline.result.CellReason;
import org.tearline.result.Counts;
import org.tearline.result.Planted;
import org.tearline.result.Rate;
import org.tearline.result.Silence;

/**
 * One offset of a write and read on one CPU model, over all reports. Immutable.
 *
 * @param worth     what the negative result is worth; null unless none was seen
 * @param rate      how often a change was torn, with the spread between memories and files
 * @param torn      torn values of all runs
 * @param changes   what {@code torn} is counted in: of the runs that saw it torn or silent, if there are any
 * @param planted   planted tears of the same runs
 * @param reasons   why there is no answer, or not the same from all; empty where there is one
 * @param firstTornNanos the shortest counting time up to a first tear that a file tells; null where none does
 * @param tornFiles files that saw a tear
 * @param files     files that came to torn, none or fault, and of those that saw no tear at the same place of another
 *                  line, if this cell tore
 * @param strongFiles files with a strong negative result; if this cell tore, at the same place of any line
 * @param silentChanges changes of the files that saw no tear
 * @param shares    of each submitter who saw a tear, what was counted in the files with one
 */
public record MergedCell(Pair pair, int offset, Alignment placement, Seen seen, Worth worth, Rate rate, long torn,
                         long changes, Planted planted, List<CellReason> reasons, Long firstTornNanos, int tornFiles,
                         int files, int strongFiles, long silentChanges, List<Share> shares) {
    /** The first of these that any CPU model of a design says is what the design says, if nothing disagrees. */
    private static final List<Seen> GRAVEST_FIRST = List.of(Seen.MIXED, Seen.TORN, Seen.JVM_SPLIT, Seen.UNCONFIRMED,
        Seen.NONE_STRONG, Seen.NONE_WEAK, Seen.FAULT, Seen.REFUSED, Seen.INCONCLUSIVE);

    /**
     * Holds what one submitter's files with a tear counted.
     *
     * @param submitter the handle in lower case; empty for all who gave none
     * @param files     how many files that are; of several cells the sum
     */
    public record Share(String submitter, long torn, long changes, long files) {
        /** Adds what more files of the same submitter counted. */
        public Share plus(Share other) {
            return new Share(submitter, Counts.sum(torn, other.torn), Counts.sum(changes, other.changes),
                files + other.files);
        }

        /** Returns whether two submitters with a handle are among these. */
        static boolean confirmed(Collection<Share> shares) {
            return shares.stream().filter(share -> !share.submitter.equals(MergedCpu.ANONYMOUS)).count()
                >= PairCounts.CONFIRMING;
        }

        /** Tears per change. */
        public double rate() {
            return (double) torn / changes;
        }

        /** Adds up lists of shares, submitter by submitter. */
        static List<Share> sum(List<List<Share>> lists) {
            SortedMap<String, Share> sums = new TreeMap<>();
            lists.forEach(list -> list.forEach(share -> sums.merge(share.submitter, share, Share::plus)));
            return List.copyOf(sums.values());
        }
    }

    /** Returns how strong the negative result is; null unless none was seen. */
    public Strength strength() {
        return worth == null ? null : worth.strength();
    }

    /** Returns whether most files that came to an answer saw no tear where others did. */
    public boolean outnumbered() {
        return tore() && files - tornFiles > tornFiles;
    }

    /** Returns whether anybody saw a tear, whether or not it is confirmed or disputed. */
    public boolean tore() {
        return torn > 0;
    }

    /** Returns the rate of tears per change that the negative result excludes at 95 %; null unless none was seen. */
    public Double bound95() {
        return seen.none() && changes > 0 ? Silence.RULE_OF_THREE / changes : null;
    }

    /**
     * The same place on several CPU models of one design: a strong negative result of one stands beside the tear of
     * another, as if files of one model had come to both, and is not weakened by a weak one.
     */
    static MergedCell together(List<MergedCell> models) {
        MergedCell first = models.get(0);
        if (models.size() == 1) {
            return first;
        }
        Set<Seen> all = EnumSet.noneOf(Seen.class);
        models.forEach(cell -> all.add(cell.seen));
        Seen gravest = GRAVEST_FIRST.stream().filter(all::contains).findFirst().orElse(Seen.UNTESTED);
        List<Share> shares = Share.sum(models.stream().map(MergedCell::shares).toList());
        int tornFiles = models.stream().mapToInt(MergedCell::tornFiles).sum();
        int strongFiles = models.stream().mapToInt(MergedCell::strongFiles).sum();
        boolean outnumbered = gravest.torn() && strongFiles > tornFiles && !Share.confirmed(shares);
        boolean disputed = gravest.torn() && all.contains(Seen.NONE_STRONG)
            || gravest.none() && all.contains(Seen.FAULT);
        Seen seen = outnumbered ? Seen.UNCONFIRMED : disputed ? Seen.MIXED : gravest;
        List<MergedCell> answers = models.stream().filter(cell -> cell.tore() || cell.seen.none()).toList();
        List<MergedCell> about = answers.isEmpty() ? models : answers;
        Set<CellReason> reasons = new LinkedHashSet<>();
        models.forEach(cell -> reasons.addAll(cell.reasons));
        return new MergedCell(first.pair, first.offset, first.placement, seen, seen.none()
            ? models.stream().map(MergedCell::worth).reduce(null, Worth::better) : null,
            about.stream().map(MergedCell::rate).reduce(Rate.NONE, Rate::plus),
            sum(about, MergedCell::torn), sum(about, MergedCell::changes),
            about.stream().map(MergedCell::planted).reduce(Planted.NONE, Planted::plus), List.copyOf(reasons),
            models.stream().map(MergedCell::firstTornNanos).filter(Objects::nonNull).min(Comparator.naturalOrder())
                .orElse(null), tornFiles, models.stream().mapToInt(MergedCell::files).sum(), strongFiles,
            sum(models, MergedCell::silentChanges), shares);
    }

    private static long sum(List<MergedCell> cells, ToLongFunction<MergedCell> count) {
        return cells.stream().mapToLong(count).reduce(0, Counts::sum);
    }
}
