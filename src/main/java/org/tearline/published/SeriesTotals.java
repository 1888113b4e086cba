package org.tearline.published;

/**
 * What was counted over all offsets of a series. Immutable; all are zero or more.
 *
 * @param writes    stores tried
 * @param reads     reads done
 * @param alien     values that are no mixture of two writes
 * @param confirmed torn values that a locked compare-and-set found in memory
 * @param failedCas compare-and-sets of the writer that did not store
 * @param nanos     counting time
 * @param discardedSlices stretches of counting that were thrown away because code was taken out of use meanwhile
 */
public record SeriesTotals(long writes, long reads, long alien, long confirmed, long failedCas, long nanos,
                           long discardedSlices) {
}
