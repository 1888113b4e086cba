// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.tearline.merge.MergedCell.Share;
import org.tearline.published.Strength;
import org.tearline.report.text.RateText;
import org.tearline.report.text.Words;
import org.tearline.result.Counts;
import org.tearline.result.Rate;
import org.tearline.result.Silence;

/**
 * Several cells in one: what a column of a table says. A cell is one offset of one write and read on one design: where
 * several CPU models of a design are summed up, each place counts once. Immutable.
 *
 * @param rate      how often a change was torn in the cells that the state is about, by memories and files
 * @param fewest    the changes of the place that has the fewest among those that the state is about
 * @param torn      torn values in the cells that tore; else 0
 * @param changes   changes in the cells that the state is about: those that tore, or those without a tear
 * @param silent    changes of the files without a tear, in all cells
 * @param shares    what each submitter counted in files and cells with a tear
 * @param about     how many cells the state is about
 * @param cells     how many cells there are
 * @param tornFiles how many files saw a tear, in the cell where most did
 * @param files     how many files came to an answer, in the cell where most did
 * @param strong    how many files have a strong negative result, in the cell where fewest do
 * @param weakest   the gravest doubt of a negative result; null if there is none
 * @param rest      what most hinders the other cells from being without a tear; null if nothing does
 * @param disputed  where the state is a tear, the cells whose tear files or a promise speak against
 * @param denied    whether in each cell that tore most files saw no tear, and in each other one none did
 */
public record Summary(Seen seen, Rate rate, long fewest, long torn, long changes, long silent, List<Share> shares,
                      int about, int cells, int tornFiles, int files, int strong, Strength weakest, Seen rest,
                      int disputed, boolean denied) {
    private static final List<Seen> REST = List.of(Seen.FAULT, Seen.REFUSED, Seen.INCONCLUSIVE);
    private static final List<Seen> TORE = List.of(Seen.TORN, Seen.JVM_SPLIT, Seen.MIXED, Seen.UNCONFIRMED);
    /** More names fill a line and tell no more. */
    private static final int MAX_NAMED = 5;

    /** Sums up; no cell at all is untested. */
    public static Summary of(List<MergedCell> each) {
        List<MergedCell> cells = each.stream().collect(Collectors.groupingBy(cell -> List.of(cell.pair(),
            cell.offset()), LinkedHashMap::new, Collectors.toList())).values().stream().map(MergedCell::together)
            .toList();
        List<MergedCell> tore = cells.stream().filter(MergedCell::tore).toList();
        if (!tore.isEmpty()) {
            Seen seen = TORE.stream().filter(one -> tore.stream().anyMatch(cell -> cell.seen() == one)).findFirst()
                .orElseThrow();
            return of(seen, seen.torn() ? tore.stream().filter(cell -> cell.seen().torn()).toList() : tore, cells);
        }
        List<MergedCell> mixed = cells.stream().filter(cell -> cell.seen() == Seen.MIXED).toList();
        if (!mixed.isEmpty()) {
            return of(Seen.MIXED, mixed, cells);
        }
        List<MergedCell> none = cells.stream().filter(cell -> cell.seen().none()).toList();
        if (!none.isEmpty()) {
            boolean strong = none.stream().allMatch(cell -> cell.strength().strong()) && none.size() == cells.size();
            return of(strong ? Seen.NONE_STRONG : Seen.NONE_WEAK, none, cells);
        }
        for (Seen seen : REST) {
            List<MergedCell> such = cells.stream().filter(cell -> cell.seen() == seen).toList();
            if (!such.isEmpty()) {
                return of(seen, such, cells);
            }
        }
        return new Summary(Seen.UNTESTED, Rate.NONE, 0, 0, 0, 0, List.of(), 0, 0, 0, 0, 0, null, null, 0, false);
    }

    /**
     * Sums up a design. What one CPU model shows strongly is not weakened by what was tried less thoroughly on another.
     *
     * @param models the cells of each CPU model
     */
    public static Summary ofModels(List<List<MergedCell>> models) {
        Summary all = of(models.stream().flatMap(List::stream).toList());
        return all.seen != Seen.NONE_WEAK ? all : models.stream().map(Summary::of)
            .filter(one -> one.seen == Seen.NONE_STRONG).max(Comparator.comparingLong(Summary::changes)).orElse(all);
    }

    private static Summary of(Seen seen, List<MergedCell> about, List<MergedCell> cells) {
        return new Summary(seen, about.stream().map(MergedCell::rate).reduce(Rate.NONE, Rate::plus),
            about.stream().mapToLong(MergedCell::changes).min().orElse(0),
            about.stream().mapToLong(MergedCell::torn).reduce(0, Counts::sum),
            about.stream().mapToLong(MergedCell::changes).reduce(0, Counts::sum),
            cells.stream().mapToLong(MergedCell::silentChanges).reduce(0, Counts::sum),
            Share.sum(about.stream().map(MergedCell::shares).toList()), about.size(), cells.size(),
            about.stream().mapToInt(MergedCell::tornFiles).max().orElse(0),
            about.stream().mapToInt(MergedCell::files).max().orElse(0),
            seen == Seen.UNCONFIRMED && cells.stream().anyMatch(cell -> !cell.tore() && cell.seen() != Seen.NONE_STRONG)
                ? 0 : about.stream().mapToInt(MergedCell::strongFiles).min().orElse(0),
            about.stream().map(MergedCell::strength).filter(Objects::nonNull).max(Comparator.naturalOrder())
                .orElse(null), REST.stream().filter(rest -> rest != seen
                && cells.stream().anyMatch(cell -> cell.seen() == rest)).findFirst().orElse(null),
            seen.torn() ? (int) cells.stream().filter(cell -> cell.tore() && !cell.seen().torn()).count() : 0,
            cells.stream().allMatch(cell -> cell.tore() ? cell.outnumbered() : cell.seen().none()));
    }

    /**
     * Tears per change in the files and cells with a tear: of several submitters the median of their rates, where each
     * counts as often as it has files, so that no single file decides it. 0 if nothing tore.
     */
    public double median() {
        List<Share> sorted = shares.stream().sorted(Comparator.comparingDouble(Share::rate)).toList();
        long left = sorted.stream().mapToLong(Share::files).sum();
        long middle = left / 2;
        for (Share share : sorted) {
            left -= share.files();
            if (left <= middle) {
                return share.rate();
            }
        }
        return 0;
    }

    /** Returns the rate with its spread where every file saw a tear, and else what those say who did. */
    private String tornRate() {
        return tornFiles == files && (shares.size() < 2 || rate.isTenfold()) ? RateText.words(rate) : told();
    }

    /** Returns the median of the submitters, or the range where they differ tenfold, so that none hides another. */
    private String told() {
        Rate told = shares.stream().map(share -> Rate.NONE.plus(share.torn(), share.changes()))
            .reduce(Rate.NONE, Rate::plus);
        return told.isTenfold() ? RateText.words(told) : Words.chance(median());
    }

    /** Returns the state with its numbers: {@code torn 1 in 300}, {@code none in 160 million}. */
    public String words() {
        return switch (seen) {
            case TORN, JVM_SPLIT -> seen + " " + tornRate() + where() + (tornFiles == files ? ""
                : ", in " + kOfN()) + (disputed == 0 ? "" : "; disputed in " + disputed + " others");
            case MIXED -> torn == 0 ? "mixed: fault or none" + where() : "mixed: " + both();
            case UNCONFIRMED -> !denied ? "unconfirmed: " + both() : "none in " + Words.many(silent) + ", "
                + (strong > tornFiles ? "strong" : "weak") + "; unconfirmed: " + tear();
            case NONE_STRONG -> "none in " + Words.many(changes) + ", strong" + strongIn();
            case NONE_WEAK -> "none in " + Words.many(changes) + ", weak: " + doubt();
            case FAULT, REFUSED, INCONCLUSIVE -> seen + where();
            case UNTESTED -> "untested";
        };
    }

    /** The same for a narrow column. */
    public String shortWords() {
        String where = about < cells ? " (" + about + " of " + cells + ")" : "";
        return switch (seen) {
            case TORN, JVM_SPLIT -> seen + " " + tornRate() + where;
            case NONE_STRONG, NONE_WEAK -> "none in " + Words.many(changes) + ", "
                + (seen == Seen.NONE_STRONG ? "strong" : "weak") + where;
            case MIXED, UNCONFIRMED -> seen + where + (torn == 0 ? "" : ", torn in " + kOfN());
            case FAULT, REFUSED, INCONCLUSIVE, UNTESTED -> seen + where;
        };
    }

    private String where() {
        return about < cells ? " in " + about + " of " + cells + " cells" : "";
    }

    /** Returns in how many of how many files it was seen torn. */
    public String kOfN() {
        return tornFiles + " of " + files + (files == 1 ? " file" : " files");
    }

    /** Returns what those say who saw it torn, and what the others. */
    private String both() {
        return tear() + (silent == 0 ? "" : "; none in " + Words.many(silent));
    }

    private String tear() {
        return "torn " + told() + where() + ", in " + kOfN();
    }

    /**
     * Returns in how many files a negative result is strong where it is one of several or fewer than half; none may be,
     * and all together are.
     */
    public String strongIn() {
        boolean few = strong < files && (strong == 1 || 2 * strong < files);
        return strong == 0 && few ? " together" : few ? " in " + strong + " of " + files + " files" : "";
    }

    /** Returns whether most files speak against the tear that some saw. */
    public boolean outnumbered() {
        return seen == Seen.UNCONFIRMED && denied;
    }

    /** Returns why a negative result is weak, in two words: what hinders the other cells, or else the gravest doubt. */
    private String doubt() {
        return rest != null ? rest + " in " + (cells - about) + " of " + cells + " cells"
            : weakest.reason().replace('-', ' ');
    }

    /** Numerator and denominator in full, the rate of each submitter, and what a negative result is worth. */
    public String counts() {
        return switch (seen) {
            case TORN, JVM_SPLIT, MIXED, UNCONFIRMED -> String.format(Locale.ROOT,
                "%,d torn of %,d changes; seen in %s%s", torn, changes, kOfN(), rates());
            case NONE_STRONG, NONE_WEAK -> String.format(Locale.ROOT, "0 torn of %,d changes%s; %d %s; %s: %s", changes,
                about > 1 && fewest > 0 ? ", at the least tried of " + about + " places " + Words.below(
                    Silence.RULE_OF_THREE / fewest) : "", files, files == 1 ? "file" : "files",
                seen == Seen.NONE_STRONG ? "strong" : "weak",
                rest == null ? weakest.sentence() : doubt());
            case FAULT, REFUSED, INCONCLUSIVE, UNTESTED -> "";
        };
    }

    /** Returns the rate of each submitter, the highest first; one alone has no other to be compared with. */
    private String rates() {
        if (shares.size() < 2) {
            return "";
        }
        return "; by submitter: " + shares.stream().sorted(Comparator.comparingDouble(Share::rate).reversed())
            .limit(MAX_NAMED).map(share -> (share.submitter().isEmpty() ? "anonymous" : share.submitter()) + " "
            + Words.chance(share.rate())).collect(Collectors.joining(", "))
            + (shares.size() > MAX_NAMED ? " and " + (shares.size() - MAX_NAMED) + " others" : "");
    }
}
