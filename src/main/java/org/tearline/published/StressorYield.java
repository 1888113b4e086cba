package org.tearline.published;

/**
 * How one stressor fared with a write and read across a line: the sensitivity behind a silence. Immutable.
 *
 * @param stressor its name as the user types it
 */
public record StressorYield(String stressor, long changes, long torn) {

    /** Both together. */
    public StressorYield plus(StressorYield other) {
        return new StressorYield(stressor, ResultFile.sum(changes, other.changes),
            ResultFile.sum(torn, other.torn));
    }

    /** Torn values per change. */
    public double rate() {
        return changes == 0 ? 0 : (double) torn / changes;
    }
}
