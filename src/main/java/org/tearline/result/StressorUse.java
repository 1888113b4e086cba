package org.tearline.result;

/**
 * How one stressor fared in a trial. Immutable.
 *
 * @param name    the stressor's name, as the user types it
 * @param nanos   counting time spent with it
 * @param changes changes seen with it
 * @param torn    tears seen with it
 */
public record StressorUse(String name, long nanos, long changes, long torn) {

    /** Torn values per change: the yield. */
    public double yield() {
        return changes == 0 ? 0 : (double) torn / changes;
    }
}
