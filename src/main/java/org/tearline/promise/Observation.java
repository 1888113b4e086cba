package org.tearline.promise;

import java.util.List;
import java.util.Locale;
import org.tearline.plan.Placement;

/**
 * What others saw and published: no promise, and never mixed with our counts. Immutable.
 *
 * @param url   where they say so
 * @param cells what it says of a misaligned 8-byte value; empty where it is about another width or about cost
 */
public record Observation(String id, String cpu, String observed, String source, String url, List<Cell> cells) {

    /** One claim about some writes and reads at some places. */
    public record Cell(List<PairClass> pairs, List<Placement> placements, Reported seen) {
    }

    /** What somebody reports; no count stands behind it here. */
    public enum Reported {
        TORN, NONE, FAULTS,
        /** Those who know disagree, or it is hearsay. */
        OPEN;

        /** The word in the registry. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What is reported of one kind of pair at one place, or null. */
    public Reported at(PairClass pair, Placement placement) {
        return cells.stream().filter(cell -> cell.pairs().contains(pair) && cell.placements().contains(placement))
            .map(Cell::seen).findFirst().orElse(null);
    }
}
