// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.List;
import java.util.Locale;
import org.tearline.trial.Alignment;

/**
 * Holds what others saw and published: no promise, and never mixed with our counts. Immutable.
 *
 * @param observed   what was seen
 * @param how        by what test, or that there was none
 * @param by         who says so
 * @param url        where they say so
 * @param confidence read: it was read there; quoted: it was read elsewhere
 * @param cells      what was seen of a misaligned 8-byte value; empty where it is about another width, about one side
 *                   of a pair, about an address that is not known, or was argued and not tested
 */
public record Observation(String id, String cpu, String observed, String how, String by, String source, String url,
                          String confidence, List<Cell> cells) {

    /** One claim about some writes and reads at some places. */
    public record Cell(List<PairClass> pairs, List<Alignment> placements, Reported seen) {
    }

    /** Names what somebody reports; no count stands behind it here. */
    public enum Reported {
        TORN, NONE, FAULTS;

        /** Returns the word in the registry. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns what is reported of one kind of pair at one place, or null. */
    public Reported at(PairClass pair, Alignment placement) {
        return cells.stream().filter(cell -> cell.pairs().contains(pair) && cell.placements().contains(placement))
            .map(Cell::seen).findFirst().orElse(null);
    }
}
