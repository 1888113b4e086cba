// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.tearline.file.Cell;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Verdict;

/**
 * What the files of one submitter say about a cell. Thread-safe.
 *
 * @param firstTornNanos the shortest time until the first tear; the largest number if none is known
 */
record Vote(boolean strong, Verdict verdict, Seen seen, long firstTornNanos) {
    /** Puts torn first, then not seen, then the verdicts without an answer in reverse order of {@link Verdict}. */
    static final Comparator<Verdict> BY_WEIGHT = Comparator.comparing((Verdict verdict) ->
        verdict != Verdict.TORN).thenComparing(verdict -> verdict != Verdict.NOT_SEEN)
        .thenComparing(Comparator.reverseOrder());

    static Vote of(Cell cell) {
        return new Vote(cell.strong(), cell.state(), cell.seen(),
            Objects.requireNonNullElse(cell.firstTornNanos(), Long.MAX_VALUE));
    }

    /** Adds another file. */
    Vote plus(Vote other) {
        return new Vote(strong || other.strong, Collections.min(List.of(verdict, other.verdict), BY_WEIGHT),
            seen.plus(other.seen), Math.min(firstTornNanos, other.firstTornNanos));
    }

    double rate() {
        return seen.rate();
    }

    boolean torn() {
        return verdict == Verdict.TORN;
    }

    Fate fate() {
        return switch (verdict) {
            case NOT_SEEN -> Fate.WHOLE;
            case TORN -> Fate.TORN;
            default -> Fate.UNKNOWN;
        };
    }
}
