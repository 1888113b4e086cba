// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.List;
import java.util.Locale;
import org.tearline.trial.Alignment;

/**
 * What others saw and published: no promise, and never mixed with our counts.
 *
 * @param how        by what test, or that there was none
 * @param confidence read: it was read there; quoted: it was read elsewhere
 * @param cells      what was seen of a misaligned 8-byte value; empty for another width or address, or without a test
 */
public record Observation(String id, String cpu, String observed, String how, String by, String source, String url,
                          String confidence, List<Cell> cells) {
    /** A claim about some writes and reads at some places. */
    public record Cell(List<PairClass> pairs, List<Alignment> placements, Reported seen) {
    }

    /** What somebody reports, without counts. */
    public enum Reported {
        TORN, NONE, FAULTS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The report on one kind of pair at one place, or null. */
    public Reported at(PairClass pair, Alignment placement) {
        return cells.stream().filter(cell -> cell.pairs().contains(pair) && cell.placements().contains(placement))
            .map(Cell::seen).findFirst().orElse(null);
    }
}
