// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.merge.MergedCell.Share;
import org.tearline.published.Series;
import org.tearline.result.Counts;
import org.tearline.result.Verdict;

/**
 * Holds what the files say of one offset of a row. Each file has one voice, whoever sent it, so that no file can
 * outvote or hide another. Not thread-safe.
 */
final class CellVotes {
    /** Holds what a file says: a tear beats any negative result, and anything measured beats what was not. */
    private static final List<Verdict> LOUDEST_FIRST = List.of(Verdict.TORN, Verdict.NONE, Verdict.FAULT,
        Verdict.REFUSED, Verdict.INCONCLUSIVE);

    private final int[] files = new int[Verdict.values().length];
    private final SortedMap<String, Share> shares = new TreeMap<>();
    private long torn;
    private long answered;
    private long tried;
    private long silent;

    /** Counts all cells that one file has of this offset, of every memory and placement. */
    Verdict add(String submitter, List<Series.Cell> file) {
        Set<Verdict> states = EnumSet.noneOf(Verdict.class);
        long changes = 0;
        long tears = 0;
        for (Series.Cell cell : file) {
            states.add(cell.state());
            tried = Counts.sum(tried, cell.changes());
            if (cell.state() == Verdict.TORN || cell.state() == Verdict.NONE) {
                changes = Counts.sum(changes, cell.changes());
                tears = Counts.sum(tears, cell.torn());
            }
        }
        Verdict voice = LOUDEST_FIRST.stream().filter(states::contains).findFirst().orElseThrow();
        files[voice.ordinal()]++;
        torn = Counts.sum(torn, tears);
        answered = Counts.sum(answered, changes);
        if (voice == Verdict.TORN) {
            shares.merge(submitter, new Share(submitter, tears, changes, 1), Share::plus);
        } else if (voice == Verdict.NONE) {
            silent = Counts.sum(silent, changes);
        }
        return voice;
    }

    /** Returns how many files say so. */
    int files(Verdict verdict) {
        return files[verdict.ordinal()];
    }

    /** Files that came to torn, none or fault. */
    int deciding() {
        return files(Verdict.TORN) + files(Verdict.NONE) + files(Verdict.FAULT);
    }

    /** Returns whether two submitters with a handle saw a tear. */
    boolean confirmed() {
        return Share.confirmed(shares.values());
    }

    List<Share> shares() {
        return List.copyOf(shares.values());
    }

    long torn() {
        return torn;
    }

    /** Changes of torn and silent cells; of all cells if there is neither. */
    long changes() {
        return answered > 0 ? answered : tried;
    }

    boolean answered() {
        return answered > 0;
    }

    /** Changes of the files that saw no tear. */
    long silent() {
        return silent;
    }
}
