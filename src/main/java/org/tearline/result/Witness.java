package org.tearline.result;

/**
 * The stored evidence of one tear. Immutable.
 *
 * @param before the older of the two values, as a long in the machine's byte order
 * @param after  the newer of the two values
 * @param seen   what was read
 * @param seam   index, in memory order, of the first byte that belongs to the other write
 */
public record Witness(long before, long after, long seen, int seam) {
}
