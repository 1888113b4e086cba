// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.merged;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.tearline.published.Strength;
import org.tearline.report.text.RateText;
import org.tearline.report.text.Words;
import org.tearline.result.Counts;
import org.tearline.result.Rate;
import org.tearline.result.Silence;

/**
 * Several cells in one: what a column of a table says. A cell is one offset of one write and read on one CPU model.
 * Immutable.
 *
 * @param rate    how often a change was torn in the cells that the state is about, by memories and files
 * @param fewest  the changes of the place that has the fewest among those that the state is about
 * @param torn    torn values in the cells that tore; else 0
 * @param changes changes in the cells that the state is about: those that tore, or those without a tear
 * @param about   how many cells the state is about
 * @param cells   how many cells there are
 * @param weakest the gravest doubt of a silence; null if nothing is silent
 * @param rest    what most hinders the other cells from being without a tear; null if nothing does
 */
public record Summary(Seen seen, Rate rate, long fewest, long torn, long changes, int about, int cells,
                      int tornVotes, int votes,
                      Strength weakest, Seen rest) {
    private static final List<Seen> REST = List.of(Seen.FAULT, Seen.REFUSED, Seen.INCONCLUSIVE);

    /** Sums up; no cell at all is untested. */
    public static Summary of(List<MergedCell> cells) {
        List<MergedCell> tore = cells.stream().filter(MergedCell::tore).toList();
        if (!tore.isEmpty()) {
            Seen seen = tore.stream().anyMatch(cell -> cell.seen() == Seen.TORN) ? Seen.TORN
                : tore.stream().anyMatch(cell -> cell.seen() == Seen.JVM_SPLIT) ? Seen.JVM_SPLIT : Seen.MIXED;
            return of(seen, tore, cells);
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
        return new Summary(Seen.UNTESTED, Rate.NONE, 0, 0, 0, 0, 0, 0, 0, null, null);
    }

    private static Summary of(Seen seen, List<MergedCell> about, List<MergedCell> cells) {
        return new Summary(seen, about.stream().map(MergedCell::rate).reduce(Rate.NONE, Rate::plus),
            about.stream().mapToLong(MergedCell::changes).min().orElse(0),
            about.stream().mapToLong(MergedCell::torn).reduce(0, Counts::sum),
            about.stream().mapToLong(MergedCell::changes).reduce(0, Counts::sum), about.size(), cells.size(),
            about.stream().mapToInt(MergedCell::tornVotes).max().orElse(0),
            about.stream().mapToInt(MergedCell::votes).max().orElse(0),
            about.stream().map(MergedCell::strength).filter(Objects::nonNull).max(Comparator.naturalOrder())
                .orElse(null), REST.stream().filter(rest -> rest != seen
                && cells.stream().anyMatch(cell -> cell.seen() == rest)).findFirst().orElse(null));
    }

    /** The state with its numbers: {@code torn 4.0e-3}, {@code none in 2.1e9}. */
    public String words() {
        String where = about < cells ? " in " + about + " of " + cells + " cells" : "";
        return switch (seen) {
            case TORN, JVM_SPLIT -> seen + " " + RateText.words(rate) + where;
            case MIXED -> torn == 0 ? "mixed: fault or none" + where
                : "mixed: torn " + RateText.words(rate) + where;
            case NONE_STRONG -> "none in " + Words.rate(changes) + ", strong";
            case NONE_WEAK -> "none in " + Words.rate(changes) + ", weak: " + doubt();
            case FAULT, REFUSED, INCONCLUSIVE -> seen + where;
            case UNTESTED -> "untested";
        };
    }

    /** The same for a narrow column. */
    public String shortWords() {
        String where = about < cells ? " (" + about + " of " + cells + ")" : "";
        return switch (seen) {
            case TORN, JVM_SPLIT -> seen + " " + RateText.words(rate) + where;
            case NONE_STRONG, NONE_WEAK -> "none in " + Words.rate(changes) + ", "
                + (seen == Seen.NONE_STRONG ? "strong" : "weak") + where;
            case MIXED, FAULT, REFUSED, INCONCLUSIVE, UNTESTED -> seen + where;
        };
    }

    /** Why a silence is weak, in two words: what hinders the other cells, or else the gravest doubt. */
    private String doubt() {
        return rest != null ? rest + " in " + (cells - about) + " of " + cells + " cells"
            : weakest.reason().replace('-', ' ');
    }

    private String submitters() {
        return votes + (votes == 1 ? " submitter" : " submitters");
    }

    /** Numerator and denominator in full, and for a silence what it is worth. */
    public String counts() {
        return switch (seen) {
            case TORN, JVM_SPLIT, MIXED -> String.format(Locale.ROOT, "%,d torn of %,d changes; seen by %d of %s",
                torn, changes, tornVotes, submitters());
            case NONE_STRONG, NONE_WEAK -> String.format(Locale.ROOT, "0 torn of %,d changes%s; %s; %s: %s", changes,
                about > 1 && fewest > 0 ? ", at the least tried of " + about + " places < " + Words.rate(
                    Silence.RULE_OF_THREE / fewest) : "", submitters(), seen == Seen.NONE_STRONG ? "strong" : "weak",
                rest == null ? weakest.sentence() : doubt());
            case FAULT, REFUSED, INCONCLUSIVE, UNTESTED -> "";
        };
    }
}
